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
