/// Numbers the messages that one side sends with one key. Source: Matter core specification, section 4.6.1.
///
/// The first number is random and below 2²⁸, so that it does not tell how many messages there were. No number occurs
/// twice, because AES-CCM is broken by a repeated nonce: near 2³² the counter throws.
package struct MessageCounter: Sendable {
    /// So many numbers before the end, `isNearEnd` asks for another session.
    static let reserve: UInt32 = 1 << 16

    private var upcoming: UInt32

    package init() {
        var random = SystemRandomNumberGenerator()
        self.init(using: &random)
    }

    package init(using random: inout some RandomNumberGenerator) {
        upcoming = UInt32.random(in: 1..<1 << 28, using: &random)
    }

    /// A counter whose first number is `first`.
    init(first: UInt32) { upcoming = first }

    /// Whether the two nodes should establish another session soon.
    package var isNearEnd: Bool { upcoming >= .max - Self.reserve }

    /// Returns a number that was not used. Throws `.counterExhausted` at the last one.
    package mutating func next() throws(MessageError) -> UInt32 {
        guard upcoming < .max else { throw .counterExhausted }
        defer { upcoming += 1 }
        return upcoming
    }
}
