/// Detects messages that were received before, by their counters. Source: Matter core specification, section 4.6.5.
///
/// The window remembers the highest counter, and which of the 32 below it were received. Datagrams may therefore arrive
/// in another order than they were sent in, as long as they are not later than 32 others.
package struct MessageReceptionWindow: Sendable {
    /// How counters below the window count.
    package enum Rule: Hashable, Sendable {
        /// In a secure session they are duplicates, because an attacker may have kept the messages.
        case secure
        /// Without security they are new, because the sender may have restarted with another random counter.
        case unsecured
    }

    private static let size: UInt32 = 32

    private let rule: Rule
    private var maximum: UInt32?
    /// Bit n stands for the counter `maximum - 1 - n`.
    private var received: UInt32 = 0

    package init(rule: Rule) { self.rule = rule }

    /// Records a counter, and returns whether it is new. Callers of a secure session ask only after they have
    /// authenticated the message.
    package mutating func insert(_ counter: UInt32) -> Bool {
        guard let maximum else {
            self.maximum = counter
            return true
        }
        if counter == maximum { return false }
        if counter > maximum {
            advance(to: counter, from: maximum)
            return true
        }
        let distance = maximum - counter
        if distance <= Self.size {
            let bit: UInt32 = 1 << (distance - 1)
            guard received & bit == 0 else { return false }
            received |= bit
            return true
        }
        guard rule == .unsecured else { return false }
        self.maximum = counter
        received = 0
        return true
    }

    private mutating func advance(to counter: UInt32, from maximum: UInt32) {
        let distance = counter - maximum
        // Swift's shift gives zero where the distance is 32.
        received = distance > Self.size ? 0 : received << distance | 1 << (distance - 1)
        self.maximum = counter
    }
}
