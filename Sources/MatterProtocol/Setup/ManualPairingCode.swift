/// The digits that people type: 11, or 21 with the numbers of the vendor and the product. They contain only the upper
/// four of the twelve bits of the discriminator, so that several nodes may match.
///
/// Source: Matter core specification 1.4, section 5.1.4.
package struct ManualPairingCode: Hashable, Sendable {
    /// The upper four bits of the discriminator.
    package let shortDiscriminator: UInt8
    package let passcode: SetupPasscode
    /// Present in codes of 21 digits. A vendor id of 0 means that the code does not tell it.
    package let vendor: Vendor?

    package struct Vendor: Hashable, Sendable {
        package let vendorID: UInt16
        package let productID: UInt16

        package init(vendorID: UInt16, productID: UInt16) {
            self.vendorID = vendorID
            self.productID = productID
        }
    }

    /// `discriminator` has twelve bits; the code keeps the upper four.
    package init(discriminator: UInt16, passcode: SetupPasscode, vendor: Vendor? = nil) {
        shortDiscriminator = UInt8(truncatingIfNeeded: discriminator >> 8 & 0xF)
        self.passcode = passcode
        self.vendor = vendor
    }

    /// Reads the digits, which may stand in groups with spaces and dashes between them.
    package init(_ text: String) throws(SetupCodeError) {
        let digits = try Self.digits(in: text)
        let count = digits.count
        guard count != 8 else { throw .homeKit }
        guard count == 11 || count == 21 else { throw .wrongDigitCount(count) }
        guard VerhoeffChecksum.isValid(digits) else { throw .wrongCheckDigit }
        guard digits[0] < 8 else { throw .invalidDigits }
        // Bit 2 of the first digit says that the code has 21 digits.
        guard (digits[0] & 4 != 0) == (count == 21) else { throw .wrongDigitCount(count) }
        let low = Self.number(digits[1..<6])
        let high = Self.number(digits[6..<10])
        guard low < 1 << 16, high < 1 << 13 else { throw .invalidDigits }
        if count == 21 {
            guard let vendorID = UInt16(exactly: Self.number(digits[10..<15])),
                let productID = UInt16(exactly: Self.number(digits[15..<20]))
            else { throw .invalidDigits }
            vendor = Vendor(vendorID: vendorID, productID: productID)
        } else {
            vendor = nil
        }
        shortDiscriminator = (digits[0] & 3) << 2 | UInt8(truncatingIfNeeded: low >> 14)
        passcode = try SetupPasscode(high << 14 | low & 0x3FFF)
    }

    /// The digits without groups. They contain the passcode.
    package var exposedText: String {
        let low = UInt32(shortDiscriminator & 3) << 14 | passcode.number & 0x3FFF
        var digits: [UInt8] = [shortDiscriminator >> 2 | (vendor == nil ? 0 : 4)]
        digits += Self.digits(of: low, count: 5) + Self.digits(of: passcode.number >> 14, count: 4)
        if let vendor {
            digits += Self.digits(of: UInt32(vendor.vendorID), count: 5)
            digits += Self.digits(of: UInt32(vendor.productID), count: 5)
        }
        digits.append(VerhoeffChecksum.checkDigit(of: digits))
        return String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
    }

    /// The digits in groups, as labels print them: `XXXX-XXX-XXXX`, and with a vendor `XXXX-XXX-XXXX-XXXXX-XXXXX`.
    package var exposedLabel: String {
        let text = Array(exposedText)
        let ends = text.count == 11 ? [4, 7, 11] : [4, 7, 11, 16, 21]
        return zip([0] + ends, ends).map { String(text[$0..<$1]) }.joined(separator: "-")
    }

    private static func digits(in text: String) throws(SetupCodeError) -> [UInt8] {
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": digits.append(UInt8(truncatingIfNeeded: scalar.value) - 0x30)
            case "-", "\u{2010}"..."\u{2015}", "\u{2212}": continue
            case _ where scalar.properties.isWhitespace: continue
            default: throw .unexpectedCharacter
            }
            guard digits.count <= maximumDigits else { throw .wrongDigitCount(digits.count) }
        }
        return digits
    }

    /// Far more digits than any code has, so that an error can still tell their number.
    private static let maximumDigits = 99

    /// The number of up to five digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32 {
        digits.reduce(0) { $0 * 10 + UInt32($1) }
    }

    private static func digits(of number: UInt32, count: Int) -> [UInt8] {
        var rest = number
        var digits: [UInt8] = []
        for _ in 0..<count {
            digits.append(UInt8(rest % 10))
            rest /= 10
        }
        return digits.reversed()
    }
}
