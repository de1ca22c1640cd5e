import Foundation
import HomeModel

/// One line of output with styles. All text is escaped, so the only escape sequences in the output are those of styles.
struct StyledText: Sendable, Hashable {
    /// Text of one style.
    private struct Piece: Hashable {
        let text: String
        let style: Style?
    }

    private var pieces: [Piece] = []

    init(_ text: String = "", style: Style? = nil) { append(text, style: style) }

    /// The text without styles.
    var plain: String { pieces.map(\.text).joined() }
    /// The width in terminal columns.
    var width: Int { pieces.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }

    /// The text, with `inColor` together with the escape sequences of its styles.
    func rendered(inColor: Bool) -> String {
        pieces.map { piece in
            guard inColor, let style = piece.style else { return piece.text }
            return style.escapeSequence + piece.text + Style.reset
        }.joined()
    }

    /// The text, at most `columns` wide. A truncated text ends with `…`.
    func truncated(to columns: Int) -> StyledText {
        guard width > columns else { return self }
        var result = StyledText()
        var room = max(0, columns - 1)
        for piece in pieces {
            let kept = TextWidth.prefix(of: piece.text, columns: room)
            result.pieces.append(Piece(text: kept, style: piece.style))
            room -= TextWidth.columns(of: kept)
            if kept.count < piece.text.count { break }
        }
        result.pieces.append(Piece(text: columns > 0 ? "…" : "", style: nil))
        return result
    }

    /// As many values as fit, and `…` for the others, at most `columns` wide. All of them have the style of the beginning.
    /// Nil when not even the first one fits.
    func values(to columns: Int, separator: String) -> StyledText? {
        guard width > columns else { return self }
        var values = plain.components(separatedBy: separator)
        while values.count > 1 {
            values.removeLast()
            let shown = values.joined(separator: separator) + " …"
            guard TextWidth.columns(of: shown) > columns else {
                var text = StyledText()
                text.pieces = [Piece(text: shown, style: pieces.first?.style)]
                return text
            }
        }
        return nil
    }

    /// The text as lines of at most `columns`, broken at spaces, and within a word that is wider than a line. All of them
    /// have the style of its beginning.
    func broken(to columns: Int) -> [StyledText] {
        guard width > columns, columns > 0 else { return [self] }
        let style = pieces.first?.style
        return WordWrap.broken(plain, room: columns).flatMap { Self.chunks(of: $0, columns: columns) }.map { text in
            var line = StyledText()
            line.pieces = [Piece(text: text, style: style)]
            return line
        }
    }

    private static func chunks(of text: String, columns: Int) -> [String] {
        var chunks: [String] = []
        var rest = Substring(text)
        repeat {
            // A wide character may have no room.
            let count = max(1, TextWidth.prefix(of: String(rest), columns: columns).count)
            chunks.append(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
        } while !rest.isEmpty
        return chunks
    }

    func padded(to columns: Int, _ alignment: Table.Alignment = .leading) -> StyledText {
        let padding = Piece(text: String(repeating: " ", count: max(0, columns - width)), style: nil)
        var result = self
        switch alignment {
        case .leading: result.pieces.append(padding)
        case .trailing: result.pieces.insert(padding, at: 0)
        }
        return result
    }

    static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.pieces += right.pieces
        return sum
    }

    private mutating func append(_ text: String, style: Style?) {
        guard !text.isEmpty else { return }
        pieces.append(Piece(text: EscapedText(text, limit: 4096).description, style: style))
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = StyledText()

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text.append(literal, style: nil) }

        mutating func appendInterpolation(_ value: some CustomStringConvertible, _ style: Style? = nil) {
            text.append(value.description, style: style)
        }

        mutating func appendInterpolation(_ other: StyledText) { text = text + other }
    }

    init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
    init(stringLiteral value: String) { self.init(value) }
}

/// The meaning of a piece of text. A terminal shows it as a colour or weight; a pipe gets no styles.
enum Style: Sendable, Hashable {
    case good, warning, bad, faint, strong

    /// Select Graphic Rendition. Source: ECMA-48 §8.3.117.
    var escapeSequence: String {
        switch self {
        case .good: "\u{1B}[32m"
        case .warning: "\u{1B}[33m"
        case .bad: "\u{1B}[31m"
        case .faint: "\u{1B}[2m"
        case .strong: "\u{1B}[1m"
        }
    }

    static let reset = "\u{1B}[0m"
}

/// Breaks sentences into lines at spaces.
enum WordWrap {
    /// The first line begins with `first`, the others with spaces of the same width. `limit` is the width of a line in
    /// columns; without it the text stays one line.
    static func lines(_ text: String, after first: StyledText = "", style: Style? = nil, limit: Int?) -> [StyledText] {
        let indent = StyledText(String(repeating: " ", count: first.width))
        guard let limit else { return [first + StyledText(text, style: style)] }
        let room = max(20, limit - first.width)
        return broken(StyledText(text).plain, room: room).enumerated().map { index, words in
            (index == 0 ? first : indent) + StyledText(words, style: style)
        }
    }

    fileprivate static func broken(_ text: String, room: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let candidate = line.isEmpty ? String(word) : line + " " + word
            if TextWidth.columns(of: candidate) <= room || line.isEmpty {
                line = candidate
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
