/// Matches the devices of a profile by data that they announce themselves. Therefore a match must never make a command
/// less protected.
package struct ProfileMatch: Hashable, Sendable {
    package let dialect: LinkKind?
    package let manufacturer: TextPattern?
    package let model: TextPattern?

    /// Nil without a manufacturer and a model, because that would match every device.
    package init?(dialect: LinkKind? = nil, manufacturer: TextPattern?, model: TextPattern?) {
        guard manufacturer != nil || model != nil else { return nil }
        self.dialect = dialect
        self.manufacturer = manufacturer
        self.model = model
    }

    /// Whether a device with this link and description matches.
    package func covers(_ kind: LinkKind, description: DeviceDescription) -> Bool {
        guard dialect == nil || dialect == kind else { return false }
        return [(manufacturer, description.manufacturer), (model, description.model)].allSatisfy { pattern, text in
            guard let pattern else { return true }
            return text.map(pattern.covers) ?? false
        }
    }

    /// How specific the match is; of two that match a device, the more precise one is used.
    package var precision: Int {
        (dialect == nil ? 0 : 1) + [manufacturer, model].compactMap { $0?.precision }.reduce(0, +)
    }
}

/// A pattern in which `*` stands for any text; upper and lower case are equal.
package struct TextPattern: Hashable, Sendable {
    package static let maximumBytes = 200

    package let text: String
    private let pieces: [[UInt8]]

    /// Nil when the pattern has only `*` and white space, or is too long.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, text.contains(where: { $0 != "*" && !$0.isWhitespace }) else {
            return nil
        }
        self.text = text
        pieces = text.lowercased().utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    /// The number of bytes that must match, and one more for a pattern without `*`.
    package var precision: Int { pieces.map(\.count).reduce(0, +) + (pieces.count == 1 ? 1 : 0) }

    /// Whether `text` matches. Each piece is searched for once, from left to right and without backtracking, so that
    /// the time is limited by the two lengths, whatever the texts are.
    package func covers(_ text: String) -> Bool {
        guard text.utf8.count <= Self.maximumBytes, let first = pieces.first, let last = pieces.last else {
            return false
        }
        let bytes = Array(text.lowercased().utf8)
        guard pieces.count > 1 else { return bytes == first }
        guard bytes.count >= first.count + last.count, bytes.starts(with: first), bytes.suffix(last.count) == last[...]
        else { return false }
        var rest = bytes[first.count..<(bytes.count - last.count)]
        for piece in pieces.dropFirst().dropLast() {
            guard let end = rest.end(of: piece) else { return false }
            rest = rest[end...]
        }
        return true
    }
}

extension ArraySlice<UInt8> {
    /// The index behind the first occurrence of `piece`; nil when there is none.
    fileprivate func end(of piece: [UInt8]) -> Int? {
        guard count >= piece.count else { return nil }
        return (startIndex...(endIndex - piece.count)).first { self[$0...].starts(with: piece) }
            .map { $0 + piece.count }
    }
}
