/// Reads one TLV value from bytes that anybody may have sent.
///
/// Integers, lengths and tags are accepted in every width, not only in the shortest. Where the same context tag occurs
/// twice in a structure, both elements are kept, and `TLVValue` gives the first.
package struct TLVDecoder {
    private let input: [UInt8]
    private let limits: TLVLimits
    private var position = 0
    private var elementCount = 0

    /// Returns the value of the only element in `bytes`. Its tag, which messages leave out, has no meaning.
    package static func decode(_ bytes: [UInt8], limits: TLVLimits = .message) throws(TLVError) -> TLVValue {
        guard bytes.count <= limits.maximumBytes else { throw .tooManyBytes(limit: limits.maximumBytes) }
        var decoder = TLVDecoder(input: bytes, limits: limits)
        guard let element = try decoder.nextElement(depth: 0) else { throw .unexpectedEnd }
        guard decoder.position == bytes.count else { throw .trailingBytes }
        return element.value
    }

    private init(input: [UInt8], limits: TLVLimits) {
        self.input = input
        self.limits = limits
    }

    /// Returns the next element, or nil at the end of the container.
    private mutating func nextElement(depth: Int) throws(TLVError) -> TLVElement? {
        let control = try nextNumber(byteCount: 1)
        let tag = try nextTag(form: control >> 5)
        let type = UInt8(control & 0x1F)
        if type == TLVType.endOfContainer {
            guard tag == .anonymous else { throw .misplacedTag }
            return nil
        }
        elementCount += 1
        guard elementCount <= limits.maximumElements else { throw .tooManyElements(limit: limits.maximumElements) }
        return TLVElement(tag: tag, value: try nextValue(type: type, depth: depth))
    }

    private mutating func nextTag(form: UInt64) throws(TLVError) -> TLVTag {
        switch form {
        case 0: .anonymous
        case 1: .context(UInt8(try nextNumber(byteCount: 1)))
        case 2: .common(UInt32(try nextNumber(byteCount: 2)))
        case 3: .common(UInt32(try nextNumber(byteCount: 4)))
        case 4: .implicit(UInt32(try nextNumber(byteCount: 2)))
        case 5: .implicit(UInt32(try nextNumber(byteCount: 4)))
        default:
            .full(
                vendor: UInt16(try nextNumber(byteCount: 2)), profile: UInt16(try nextNumber(byteCount: 2)),
                number: UInt32(try nextNumber(byteCount: form == 6 ? 2 : 4)))
        }
    }

    private mutating func nextValue(type: UInt8, depth: Int) throws(TLVError) -> TLVValue {
        let width = 1 << Int(type & 0x03)
        switch type {
        case 0x00...0x03: return .signed(try nextSigned(byteCount: width))
        case 0x04...0x07: return .unsigned(try nextNumber(byteCount: width))
        case 0x08, 0x09: return .boolean(type == 0x09)
        case 0x0A: return .float(Float(bitPattern: UInt32(try nextNumber(byteCount: 4))))
        case 0x0B: return .double(Double(bitPattern: try nextNumber(byteCount: 8)))
        case 0x0C...0x0F:
            guard let text = String(validating: try nextBytes(lengthWidth: width), as: UTF8.self) else {
                throw .invalidText
            }
            return .text(text)
        case 0x10...0x13: return .bytes(Array(try nextBytes(lengthWidth: width)))
        case 0x14: return .null
        case TLVType.structure: return .structure(try nextContainer(.structure, depth: depth + 1))
        case TLVType.array: return .array(try nextContainer(.array, depth: depth + 1).map(\.value))
        case TLVType.list: return .list(try nextContainer(.list, depth: depth + 1))
        default: throw .unknownType(type)
        }
    }

    private enum Container { case structure, array, list }

    private mutating func nextContainer(_ container: Container, depth: Int) throws(TLVError) -> [TLVElement] {
        guard depth <= limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
        var elements: [TLVElement] = []
        while let element = try nextElement(depth: depth) {
            switch container {
            case .structure: guard element.tag != .anonymous else { throw .misplacedTag }
            case .array: guard element.tag == .anonymous else { throw .misplacedTag }
            case .list: break
            }
            elements.append(element)
        }
        return elements
    }

    private mutating func nextSigned(byteCount: Int) throws(TLVError) -> Int64 {
        let bits = try nextNumber(byteCount: byteCount)
        let unused = 64 - 8 * byteCount
        return Int64(bitPattern: bits << unused) >> unused
    }

    private mutating func nextNumber(byteCount: Int) throws(TLVError) -> UInt64 {
        guard input.count - position >= byteCount else { throw .truncated }
        var number: UInt64 = 0
        for index in 0..<byteCount { number |= UInt64(input[position + index]) << (8 * index) }
        position += byteCount
        return number
    }

    private mutating func nextBytes(lengthWidth: Int) throws(TLVError) -> ArraySlice<UInt8> {
        let length = try nextNumber(byteCount: lengthWidth)
        guard length <= UInt64(input.count - position) else { throw .truncated }
        defer { position += Int(length) }
        return input[position..<position + Int(length)]
    }
}

/// The types of containers, as they stand in a control byte.
enum TLVType {
    static let structure: UInt8 = 0x15
    static let array: UInt8 = 0x16
    static let list: UInt8 = 0x17
    static let endOfContainer: UInt8 = 0x18
}
