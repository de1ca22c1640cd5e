/// The fields of a structure that was received, read by their context tags.
struct TLVFields {
    let value: TLVValue

    init(decoding bytes: [UInt8], limits: TLVLimits = .message) throws(TLVFieldError) {
        let value: TLVValue
        do throws(TLVError) {
            value = try TLVDecoder.decode(bytes, limits: limits)
        } catch {
            throw .malformed(error)
        }
        try self.init(value)
    }

    /// Throws `.noStructure` for every value that has no tagged elements.
    init(_ value: TLVValue) throws(TLVFieldError) {
        guard value.elements != nil else { throw .noStructure }
        self.value = value
    }

    func integer<Number: FixedWidthInteger>(
        _ tag: UInt8, as type: Number.Type = Number.self
    ) throws(TLVFieldError) -> Number {
        guard let number = try optionalInteger(tag, as: type) else { throw .missing(tag) }
        return number
    }

    func optionalInteger<Number: FixedWidthInteger>(
        _ tag: UInt8, as type: Number.Type = Number.self
    ) throws(TLVFieldError) -> Number? {
        guard let field = value[tag] else { return nil }
        guard let number = field.integer(as: type) else { throw .invalid(tag) }
        return number
    }

    func boolean(_ tag: UInt8) throws(TLVFieldError) -> Bool {
        guard let field = value[tag] else { throw .missing(tag) }
        guard let value = field.boolean else { throw .invalid(tag) }
        return value
    }

    func text(_ tag: UInt8) throws(TLVFieldError) -> String {
        guard let field = value[tag] else { throw .missing(tag) }
        guard let text = field.text else { throw .invalid(tag) }
        return text
    }

    /// A byte string of a permitted length.
    func bytes(_ tag: UInt8, count: ClosedRange<Int>) throws(TLVFieldError) -> [UInt8] {
        guard let bytes = try optionalBytes(tag, count: count) else { throw .missing(tag) }
        return bytes
    }

    /// A byte string with exactly this length.
    func bytes(_ tag: UInt8, count: Int) throws(TLVFieldError) -> [UInt8] { try bytes(tag, count: count...count) }

    func optionalBytes(_ tag: UInt8, count: ClosedRange<Int>) throws(TLVFieldError) -> [UInt8]? {
        guard let field = value[tag] else { return nil }
        guard let bytes = field.bytes, count.contains(bytes.count) else { throw .invalid(tag) }
        return bytes
    }

    func fields(_ tag: UInt8) throws(TLVFieldError) -> TLVFields {
        guard let field = value[tag] else { throw .missing(tag) }
        guard field.elements != nil else { throw .invalid(tag) }
        return try TLVFields(field)
    }
}
