/// A setup code in either of its forms, as a person types, pastes or scans it.
package enum SetupCode: Hashable, Sendable {
    case manual(ManualPairingCode)
    case payload(SetupPayload)

    /// Reads the digits of a manual code, or the payload of a QR code.
    package init(_ text: String) throws(SetupCodeError) {
        let start = text.drop { $0.isWhitespace }.prefix(7).uppercased()
        if start.hasPrefix("X-HM://") { throw .homeKit }
        if start.hasPrefix(SetupPayload.prefix) {
            self = .payload(try SetupPayload(text))
        } else {
            self = .manual(try ManualPairingCode(text))
        }
    }

    package var passcode: SetupPasscode {
        switch self {
        case .manual(let code): code.passcode
        case .payload(let payload): payload.passcode
        }
    }

    /// Whether a node with this discriminator, of this vendor and product if it tells them, may have this code.
    package func matches(discriminator: UInt16, vendorID: UInt16? = nil, productID: UInt16? = nil) -> Bool {
        switch self {
        case .manual(let code):
            UInt16(code.shortDiscriminator) == discriminator >> 8
                && Self.agree(code.vendor?.vendorID, with: vendorID)
                && Self.agree(code.vendor?.productID, with: productID)
        case .payload(let payload):
            payload.discriminator == discriminator && Self.agree(payload.vendorID, with: vendorID)
                && Self.agree(payload.productID, with: productID)
        }
    }

    /// The number 0 stands for one that is not told.
    private static func agree(_ expected: UInt16?, with announced: UInt16?) -> Bool {
        guard let expected, let announced, expected != 0, announced != 0 else { return true }
        return expected == announced
    }
}
