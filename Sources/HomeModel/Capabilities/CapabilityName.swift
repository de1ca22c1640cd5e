/// The address of a capability within its part: its kind, and for the generic kinds the name that the device uses.
///
/// Written `temperature` or `number.fan-boost`.
package struct CapabilityName: Hashable, Sendable, LosslessStringConvertible {
    package let kind: CapabilityKind
    package let label: PartID?

    package init(_ kind: CapabilityKind, label: PartID? = nil) {
        self.kind = kind
        self.label = label
    }

    package init?(_ text: String) {
        let pieces = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = pieces.first, let kind = CapabilityKind(rawValue: String(first)) else { return nil }
        guard pieces.count == 2 else { self.init(kind); return }
        guard let label = PartID(String(pieces[1])) else { return nil }
        self.init(kind, label: label)
    }

    /// The label of a number that counts the people in a room, as the program itself names it for sensors of presence.
    package static let labelOfPeople = "objects"

    /// Whether its history says when people were in a room, so that it has the term of presence (`RetentionTerms`).
    package var isPresence: Bool { kind.isPresence || kind == .number && label?.rawValue == Self.labelOfPeople }

    package var description: String { label.map { "\(kind.rawValue).\($0)" } ?? kind.rawValue }
}

extension CapabilityName: Codable, Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.description < right.description }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let name = CapabilityName(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no capability has this name"))
        }
        self = name
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
