/// A Matter device that can be commissioned. Every field may be missing.
package struct MatterCommissionableRecord: Hashable, Sendable {
    /// `D`, 12 bits.
    package let discriminator: UInt16?
    /// `CM`
    package let commissioningMode: CommissioningMode?
    /// `VP`
    package let vendorID: UInt16?
    package let productID: UInt16?
    /// `DT`
    package let deviceType: UInt32?
    /// `DN`
    package let deviceName: EscapedText?
    /// `RI`
    package let rotatingID: [UInt8]?
    /// `PH`, a bitmap.
    package let pairingHint: UInt32?
    /// `PI`
    package let pairingInstruction: EscapedText?
    package let session: MatterSessionParameters

    /// Whether and how the device accepts commissioning; unknown numbers are kept.
    package enum CommissioningMode: Hashable, Sendable {
        case disabled, passcode, enhanced
        case unknown(UInt32)

        init(_ number: UInt32) {
            switch number {
            case 0: self = .disabled
            case 1: self = .passcode
            case 2: self = .enhanced
            default: self = .unknown(number)
            }
        }
    }

    package init(_ txt: TXTRecord) {
        discriminator = txt.number("D", upTo: 0xFFF, leadingZeros: false).flatMap { UInt16(exactly: $0) }
        commissioningMode = txt.number("CM", leadingZeros: false).map(CommissioningMode.init)
        (vendorID, productID) = Self.vendorAndProduct(txt["VP"] ?? [])
        deviceType = txt.number("DT", leadingZeros: false)
        deviceName = txt.text("DN", limit: 32).map { EscapedText($0) }
        rotatingID = txt["RI"].flatMap { $0.count <= 100 ? [UInt8](hexadecimal: $0) : nil }
        pairingHint = txt.number("PH", leadingZeros: false)
        pairingInstruction = txt.text("PI", limit: 128).map { EscapedText($0) }
        session = MatterSessionParameters(txt)
    }

    private static func vendorAndProduct(_ bytes: [UInt8]) -> (UInt16?, UInt16?) {
        guard bytes.count <= 11 else { return (nil, nil) }
        let parts = bytes.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.map { part in
            TXTRecord.decimal(part, upTo: 0xFFFF, leadingZeros: false).flatMap { UInt16(exactly: $0) }
        }
        guard let vendor = numbers.first ?? nil else { return (nil, nil) }
        return (vendor, numbers.count == 2 ? numbers[1] : nil)
    }
}
