/// A message of the interaction model. Source: Matter core specification, chapters 8 and 10.
///
/// What is received may have unknown fields, fields in any order, and integers of any width. A field that is absent has
/// the value that does the least: false, or an empty array.
package protocol InteractionMessage: Hashable, Sendable {
    static var opcode: InteractionOpcode { get }

    /// The value without the interaction model revision.
    var fields: [TLVElement] { get }

    /// Throws `.malformed` if a field that the message needs is absent, or has another type.
    init(tlv: TLVValue) throws(InteractionError)
}

extension InteractionMessage {
    /// Reads the payload of a message.
    package init(decoding payload: [UInt8], limits: TLVLimits = .message) throws(InteractionError) {
        let value: TLVValue
        do { value = try TLVDecoder.decode(payload, limits: limits) } catch { throw .encoding(error) }
        guard case .structure = value else { throw .malformed(field: "message") }
        try self.init(tlv: value)
    }

    /// The payload of the message.
    package func encode() -> [UInt8] {
        TLVEncoder.encode(.structure(fields + [InteractionModelRevision.element]))
    }
}

/// The revision of the interaction model, which stands in every message. Received ones are ignored, because all revisions
/// can be read alike.
enum InteractionModelRevision {
    static let tag: UInt8 = 0xFF
    static let number: UInt8 = 12
    static let element = TLVElement.context(tag, is: .number(number))
}

/// Why a message of the interaction model cannot be read or sent.
package enum InteractionError: Error, Hashable, Sendable {
    case encoding(TLVError)
    /// The named field is absent, or has another type than the specification says.
    case malformed(field: String)
    /// A report in parts that has more bytes, values or parts than the receiver accepts.
    case reportTooLarge(limit: Int)
    /// A part of a report that names another subscription than the part before.
    case otherSubscription
    /// An attribute whose value does not fit into a message, and is no list that could be split.
    case valueTooLarge(AttributePath)
    /// An event whose fields do not fit into a message.
    case eventTooLarge(EventPath)
}

/// Reads the fields of a structure or a list by their context tags.
struct InteractionFields {
    private let elements: [TLVElement]

    /// Throws `.malformed` if `value` has no fields. `field` names it.
    init(_ value: TLVValue, field: String) throws(InteractionError) {
        guard let elements = value.elements else { throw .malformed(field: field) }
        self.elements = elements
    }

    /// The value of a field; nil if it is absent.
    subscript(tag: UInt8) -> TLVValue? {
        for element in elements where element.tag == .context(tag) { return element.value }
        return nil
    }

    func value(_ tag: UInt8, field: String) throws(InteractionError) -> TLVValue {
        guard let value = self[tag] else { throw .malformed(field: field) }
        return value
    }

    func number<Number: FixedWidthInteger>(_ tag: UInt8, field: String) throws(InteractionError) -> Number {
        guard let number: Number = try optionalNumber(tag, field: field) else { throw .malformed(field: field) }
        return number
    }

    /// The number of a field; nil if it is absent or null.
    func optionalNumber<Number: FixedWidthInteger>(
        _ tag: UInt8, field: String
    ) throws(InteractionError) -> Number? {
        guard let value = self[tag], !value.isNull else { return nil }
        guard let number = value.integer(as: Number.self) else { throw .malformed(field: field) }
        return number
    }

    /// The value of a field; false if it is absent.
    func boolean(_ tag: UInt8, field: String) throws(InteractionError) -> Bool {
        guard let value = self[tag] else { return false }
        guard let boolean = value.boolean else { throw .malformed(field: field) }
        return boolean
    }

    /// The elements of an array; none if it is absent.
    func array<Element>(
        _ tag: UInt8, field: String, element: (TLVValue) throws(InteractionError) -> Element
    ) throws(InteractionError) -> [Element] {
        guard let value = self[tag] else { return [] }
        guard let values = value.values else { throw .malformed(field: field) }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for value in values { elements.append(try element(value)) }
        return elements
    }
}

extension [TLVElement] {
    /// Elements with context tags, without those that are nil.
    static func fields(_ fields: KeyValuePairs<UInt8, TLVValue?>) -> [TLVElement] {
        fields.compactMap { tag, value in value.map { .context(tag, is: $0) } }
    }
}

extension TLVValue {
    /// An array, or nil if it would be empty, so that messages leave it out.
    static func arrayUnlessEmpty<Element>(_ elements: [Element], value: (Element) -> TLVValue) -> TLVValue? {
        elements.isEmpty ? nil : .array(elements.map(value))
    }

    /// True, or nil instead of false, so that messages leave it out.
    static func trueOrAbsent(_ value: Bool) -> TLVValue? { value ? .boolean(true) : nil }
}
