/// The PIN that a lock demands for commands over the network, without its digits.
package struct LockPIN: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The gateway has no PIN of the lock, so that the lock cannot be commanded.
        case needed
        /// The gateway has a PIN, and sends it with each command.
        case kept
        /// The lock refused the PIN. The gateway does not send it again, because locks block after wrong PINs.
        case refused
    }

    /// The number of digits of any PIN.
    package static let possibleLengths = 1...32

    package let state: State
    /// The number of digits that the lock accepts.
    package let lengths: ClosedRange<Int>

    package init(_ state: State, lengths: ClosedRange<Int>) {
        self.state = state
        self.lengths = lengths
    }

    /// "4 to 8 digits".
    package var lengthText: String {
        switch (lengths.lowerBound, lengths.upperBound) {
        case (1, 1): "1 digit"
        case (let shortest, let longest) where shortest == longest: "\(shortest) digits"
        case (let shortest, let longest): "\(shortest) to \(longest) digits"
        }
    }

    /// Whether the lock can have this PIN.
    package func accepts(_ pin: Secret) -> Bool {
        let digits = pin.exposed()
        return lengths.contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
