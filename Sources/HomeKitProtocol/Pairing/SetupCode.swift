import Foundation

/// The eight digits with which an accessory is paired. Its descriptions do not contain the digits.
package struct SetupCode: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private let digits: [UInt8]

    /// Reads `XXX-XX-XXX`, `XXXXXXXX`, and the digits in other groups, as labels print them: `XXXX-XXXX`. White space
    /// around the code is ignored.
    ///
    /// Throws `.malformed` for another text, and `.trivial` for the codes that the specification forbids, which no
    /// accessory may have. The errors do not contain the text.
    package init(_ text: String) throws(SetupCodeError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // Every character but a digit must stand alone between digits.
        let groups = trimmed.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x20 }
        guard trimmed.utf8.count <= 16, groups.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
        try self.init(digits: groups.flatMap { Array($0) })
    }

    /// The code with this number, which has up to eight digits.
    init(number: UInt64) throws(SetupCodeError) {
        guard number < 100_000_000 else { throw .malformed }
        let text = String(number)
        try self.init(digits: Array((String(repeating: "0", count: 8 - text.count) + text).utf8))
    }

    private init(digits: [UInt8]) throws(SetupCodeError) {
        guard digits.count == 8, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformed }
        guard !Self.isTrivial(digits) else { throw .trivial }
        self.digits = digits
    }

    /// A random code that is allowed.
    package static func random(using generator: inout some RandomNumberGenerator) -> SetupCode {
        // One of eight million codes is forbidden, so that the loop ends at once.
        while true {
            if let code = try? SetupCode(number: UInt64.random(in: 0..<100_000_000, using: &generator)) { return code }
        }
    }

    /// `XXX-XX-XXX`, for the label of a simulated accessory.
    package var exposedText: String { String(decoding: password, as: UTF8.self) }

    /// The password of the SRP exchange: the code with its hyphens.
    var password: [UInt8] { digits[0..<3] + [0x2D] + digits[3..<5] + [0x2D] + digits[5..<8] }

    var number: UInt64 { digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) } }

    package var description: String { "SetupCode(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Eight equal digits, 12345678 and 87654321. Source: HomeKitADK, `HAPAccessorySetup.c`.
    private static func isTrivial(_ digits: [UInt8]) -> Bool {
        Set(digits).count == 1 || digits.elementsEqual("12345678".utf8) || digits.elementsEqual("87654321".utf8)
    }
}
