/// What the QR code of a node contains: `MT:` and a number of 88 bits in base 38, with optional TLV data after it.
///
/// The number has, from its lowest bit, 3 bits of version, 16 of the vendor, 16 of the product, 2 of the commissioning
/// flow, 8 of discovery capabilities, 12 of the discriminator, 27 of the passcode and 4 of padding. Source: Matter core
/// specification 1.4, section 5.1.3.
package struct SetupPayload: Hashable, Sendable {
    /// What a person must do before the node can be commissioned.
    package enum Flow: UInt8, Hashable, Sendable {
        /// The node is ready after it is switched on.
        case standard
        /// A person must press a button, for example.
        case userIntent
        /// The vendor's instructions say what to do.
        case custom
        case reserved
    }

    /// Where the node can be found. Unknown bits are kept.
    package struct Discovery: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let softAccessPoint = Discovery(rawValue: 1)
        package static let bluetooth = Discovery(rawValue: 2)
        package static let ipNetwork = Discovery(rawValue: 4)
        package static let wifiPublicActionFrame = Discovery(rawValue: 8)
        package static let nearField = Discovery(rawValue: 16)
    }

    package static let prefix = "MT:"

    package let vendorID: UInt16
    package let productID: UInt16
    package let flow: Flow
    package let discovery: Discovery
    /// Twelve bits.
    package let discriminator: UInt16
    package let passcode: SetupPasscode
    /// The structure after the number, such as the serial number of the node in tag 0.
    package let optionalData: TLVValue?

    /// Only the lower twelve bits of `discriminator` count.
    package init(
        vendorID: UInt16, productID: UInt16, flow: Flow = .standard, discovery: Discovery, discriminator: UInt16,
        passcode: SetupPasscode, optionalData: TLVValue? = nil
    ) {
        self.vendorID = vendorID
        self.productID = productID
        self.flow = flow
        self.discovery = discovery
        self.discriminator = discriminator & 0xFFF
        self.passcode = passcode
        self.optionalData = optionalData
    }

    /// Reads the text of a QR code, with or without `MT:`, in upper or lower case. White space around it is ignored.
    package init(_ text: String) throws(SetupCodeError) {
        guard text.utf8.count <= Self.maximumCharacters else { throw .malformedPayload }
        let trimmed = text.filter { !$0.isWhitespace }.uppercased()
        let body = trimmed.hasPrefix(Self.prefix) ? trimmed.dropFirst(Self.prefix.count) : trimmed[...]
        let nodes = body.utf8.count { $0 == UInt8(ascii: "*") }
        guard nodes == 0 else { throw .severalNodes(nodes + 1) }
        guard let bytes = Base38.decode(body.utf8), bytes.count >= Self.byteCount else { throw .malformedPayload }
        var reader = BitReader(bytes: bytes)
        let version = reader.next(3)
        guard version == 0 else { throw .unknownVersion(UInt8(version)) }
        vendorID = UInt16(reader.next(16))
        productID = UInt16(reader.next(16))
        flow = Flow(rawValue: UInt8(reader.next(2))) ?? .reserved
        discovery = Discovery(rawValue: UInt8(reader.next(8)))
        discriminator = UInt16(reader.next(12))
        let passcode = reader.next(27)
        guard reader.next(4) == 0 else { throw .malformedPayload }
        self.passcode = try SetupPasscode(passcode)
        let rest = Array(bytes.dropFirst(Self.byteCount))
        if rest.isEmpty {
            optionalData = nil
        } else {
            guard let data = try? TLVDecoder.decode(rest), data.elements != nil else { throw .malformedPayload }
            optionalData = data
        }
    }

    /// The text of the QR code. It contains the passcode.
    package var exposedText: String {
        var writer = BitWriter()
        writer.append(0, bits: 3)
        writer.append(UInt32(vendorID), bits: 16)
        writer.append(UInt32(productID), bits: 16)
        writer.append(UInt32(flow.rawValue), bits: 2)
        writer.append(UInt32(discovery.rawValue), bits: 8)
        writer.append(UInt32(discriminator), bits: 12)
        writer.append(passcode.number, bits: 27)
        writer.append(0, bits: 4)
        return Self.prefix + Base38.encode(writer.bytes + (optionalData.map { TLVEncoder.encode($0) } ?? []))
    }

    private static let byteCount = 11
    /// The most that a QR code holds.
    private static let maximumCharacters = 4296
}

/// Reads numbers from the lowest bit of the first byte on.
private struct BitReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next(_ count: Int) -> UInt32 {
        defer { position += count }
        return (0..<count).reduce(0) { number, index in
            let bit = position + index
            guard bit / 8 < bytes.count else { return number }
            return number | UInt32(bytes[bit / 8] >> UInt8(bit % 8) & 1) << UInt32(index)
        }
    }
}

/// Writes numbers from the lowest bit of the first byte on.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var position = 0

    mutating func append(_ number: UInt32, bits count: Int) {
        for index in 0..<count {
            if position.isMultiple(of: 8) { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: number >> UInt32(index) & 1) << UInt8(position % 8)
            position += 1
        }
    }
}
