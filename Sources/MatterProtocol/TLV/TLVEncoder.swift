/// Writes TLV values. Numbers, lengths and tags take the fewest bytes that hold them, as Matter demands where the bytes
/// are signed.
package struct TLVEncoder {
    private(set) var bytes: [UInt8] = []

    /// Returns the bytes of one element without a tag.
    package static func encode(_ value: TLVValue) -> [UInt8] {
        var encoder = TLVEncoder()
        encoder.append(TLVElement(tag: .anonymous, value: value))
        return encoder.bytes
    }

    private mutating func append(_ element: TLVElement) {
        let tag = element.tag
        switch element.value {
        case .signed(let number): append(tag, signed: number)
        case .unsigned(let number):
            let width = Self.width(of: number)
            appendControl(tag, type: 0x04 + width.code)
            append(number, byteCount: width.bytes)
        case .boolean(let value): appendControl(tag, type: value ? 0x09 : 0x08)
        case .float(let number):
            appendControl(tag, type: 0x0A)
            append(UInt64(number.bitPattern), byteCount: 4)
        case .double(let number):
            appendControl(tag, type: 0x0B)
            append(number.bitPattern, byteCount: 8)
        case .text(let text): append(tag, type: 0x0C, content: Array(text.utf8))
        case .bytes(let content): append(tag, type: 0x10, content: content)
        case .null: appendControl(tag, type: 0x14)
        case .structure(let elements): append(tag, container: TLVType.structure, elements: elements)
        case .list(let elements): append(tag, container: TLVType.list, elements: elements)
        case .array(let values):
            append(
                tag, container: TLVType.array, elements: values.map { TLVElement(tag: .anonymous, value: $0) })
        }
    }

    private mutating func append(_ tag: TLVTag, container type: UInt8, elements: [TLVElement]) {
        appendControl(tag, type: type)
        for element in elements { append(element) }
        bytes.append(TLVType.endOfContainer)
    }

    private mutating func append(_ tag: TLVTag, signed number: Int64) {
        let width =
            switch number {
            case Int64(Int8.min)...Int64(Int8.max): Width.one
            case Int64(Int16.min)...Int64(Int16.max): Width.two
            case Int64(Int32.min)...Int64(Int32.max): Width.four
            default: Width.eight
            }
        appendControl(tag, type: width.code)
        append(UInt64(bitPattern: number), byteCount: width.bytes)
    }

    private mutating func append(_ tag: TLVTag, type: UInt8, content: [UInt8]) {
        let width = Self.width(of: UInt64(content.count))
        appendControl(tag, type: type + width.code)
        append(UInt64(content.count), byteCount: width.bytes)
        bytes += content
    }

    private mutating func appendControl(_ tag: TLVTag, type: UInt8) {
        switch tag {
        case .anonymous: bytes.append(type)
        case .context(let number): bytes += [1 << 5 | type, number]
        case .common(let number): appendControl(type: type, shortForm: 2, number: number)
        case .implicit(let number): appendControl(type: type, shortForm: 4, number: number)
        case .full(let vendor, let profile, let number):
            appendControl(type: type, shortForm: 6, number: number, prefix: [vendor, profile])
        }
    }

    /// Appends a control byte whose tag has a short form of two bytes and a long one of four.
    private mutating func appendControl(type: UInt8, shortForm: UInt8, number: UInt32, prefix: [UInt16] = []) {
        let isShort = number <= UInt32(UInt16.max)
        bytes.append((isShort ? shortForm : shortForm + 1) << 5 | type)
        for part in prefix { append(UInt64(part), byteCount: 2) }
        append(UInt64(number), byteCount: isShort ? 2 : 4)
    }

    private mutating func append(_ number: UInt64, byteCount: Int) {
        for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }

    private enum Width: UInt8 {
        case one, two, four, eight

        var code: UInt8 { rawValue }
        var bytes: Int { 1 << Int(rawValue) }
    }

    private static func width(of number: UInt64) -> Width {
        switch number {
        case ...UInt64(UInt8.max): .one
        case ...UInt64(UInt16.max): .two
        case ...UInt64(UInt32.max): .four
        default: .eight
        }
    }
}
