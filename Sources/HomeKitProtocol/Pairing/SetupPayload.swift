/// What the QR code of an accessory contains: `X-HM://`, nine characters of base 36 and the setup id.
///
/// The nine characters are one number: the setup code in bits 0 to 26, flags in bits 27 to 30, the category in bits 31
/// to 38, four reserved bits and the version in bits 43 to 45. The flags are those of HomeKitADK. HAP-NodeJS and
/// HAP-python set only `ip`.
package struct SetupPayload: Hashable, Sendable {
    /// How the accessory can be reached. Unknown bits are kept.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let isPaired = Flags(rawValue: 1)
        package static let ip = Flags(rawValue: 2)
        package static let bluetooth = Flags(rawValue: 4)
    }

    package static let prefix = "X-HM://"

    package let category: UInt8
    package let flags: Flags
    package let code: SetupCode
    /// Four digits or upper-case letters. `SetupHash` finds the accessory on the network by it.
    package let setupID: String

    /// Throws `.malformed` unless the setup id has four digits or letters.
    package init(
        category: UInt8, flags: Flags, code: SetupCode, setupID: String
    ) throws(SetupPayloadError) {
        let upper = setupID.uppercased()
        guard upper.utf8.count == 4, upper.utf8.allSatisfy({ Self.digit($0) != nil }), flags.rawValue < 16 else {
            throw .malformed
        }
        self.category = category
        self.flags = flags
        self.code = code
        self.setupID = upper
    }

    /// Reads the text of a QR code, in upper or lower case.
    package init(_ text: String) throws(SetupPayloadError) {
        let bytes = Array(text.utf8)
        let prefix = Array(Self.prefix.utf8)
        guard bytes.count == prefix.count + 13,
            String(decoding: bytes.prefix(prefix.count), as: UTF8.self).uppercased() == Self.prefix
        else { throw .malformed }
        var number: UInt64 = 0
        for byte in bytes[prefix.count..<prefix.count + 9] {
            guard let digit = Self.digit(byte) else { throw .malformed }
            // Nine digits are less than 2⁴⁷, so that nothing overflows.
            number = number * 36 + UInt64(digit)
        }
        guard number >> 43 == 0 else { throw .unknownVersion }
        let code: SetupCode
        do throws(SetupCodeError) {
            code = try SetupCode(number: number & 0x7FF_FFFF)
        } catch {
            throw .code(error)
        }
        try self.init(
            category: UInt8(truncatingIfNeeded: number >> 31),
            flags: Flags(rawValue: UInt8(truncatingIfNeeded: number >> 27 & 0xF)), code: code,
            setupID: String(decoding: bytes.suffix(4), as: UTF8.self))
    }

    /// The text of the QR code. It contains the setup code.
    package var exposedText: String {
        var number = UInt64(category) << 31 | UInt64(flags.rawValue) << 27 | code.number
        var characters: [UInt8] = []
        for _ in 0..<9 {
            characters.append(Self.alphabet[Int(number % 36)])
            number /= 36
        }
        return Self.prefix + String(decoding: characters.reversed(), as: UTF8.self) + setupID
    }

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x5A: byte - 0x41 + 10
        case 0x61...0x7A: byte - 0x61 + 10
        default: nil
        }
    }
}
