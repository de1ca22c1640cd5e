/// The code that one person gives another to pair a client: ten characters of Crockford's base 32, 50 random bits.
package struct PairingCode: Hashable, Sendable, CustomStringConvertible {
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let length = 10

    private let characters: String

    static func random() -> PairingCode {
        var random = SystemRandomNumberGenerator()
        return PairingCode(characters: String((0..<length).map { _ in digits.randomElement(using: &random) ?? "0" }))
    }

    private init(characters: String) { self.characters = characters }

    /// Accepts the code as people type it: in any case, with dashes and spaces, O for 0, I and L for 1. Returns nil for
    /// anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let typed = text.uppercased().filter { $0 != "-" && $0 != " " }
            .map { $0 == "O" ? "0" : $0 == "I" || $0 == "L" ? "1" : $0 }
        guard typed.count == Self.length, typed.allSatisfy(Self.digits.contains) else { return nil }
        characters = String(typed)
    }

    /// The code in two groups, as it is shown to the people who may use it.
    package var exposed: String { "\(characters.prefix(5))-\(characters.suffix(5))" }

    package var description: String { "<redacted>" }
}
