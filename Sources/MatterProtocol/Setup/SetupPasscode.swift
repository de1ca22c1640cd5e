/// The number of up to eight digits with which a node is commissioned. Its descriptions do not contain the number.
package struct SetupPasscode: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let number: UInt32

    /// Throws `.forbiddenPasscode` for the numbers that no node may have: 0, those above 99999998, eight equal digits,
    /// 12345678 and 87654321. Source: Matter core specification 1.4, section 5.1.7.1.
    package init(_ number: UInt32) throws(SetupCodeError) {
        guard (1...99_999_998).contains(number), !number.isMultiple(of: 11_111_111), number != 12_345_678,
            number != 87_654_321
        else { throw .forbiddenPasscode }
        self.number = number
    }

    /// A random passcode that is allowed.
    package static func random(using generator: inout some RandomNumberGenerator) -> SetupPasscode {
        // One of nine million numbers is forbidden, so that the loop ends at once.
        while true {
            if let passcode = try? SetupPasscode(UInt32.random(in: 1...99_999_998, using: &generator)) {
                return passcode
            }
        }
    }

    /// The number, as SPAKE2+ takes it: four little-endian bytes.
    var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    /// The number, for the label of a simulated node and for the command that opens a basic window.
    package var exposedNumber: UInt32 { number }

    package var description: String { "SetupPasscode(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
