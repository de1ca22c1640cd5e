/// An encoder that has no output and records the properties of a value: their names, whether each is required, and
/// their own properties. It records optional properties also if they are nil.
final class PropertyRecorder: Encoder {
    struct Property {
        let isRequired: Bool
        let value: PropertyRecorder
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    fileprivate(set) var properties: [String: Property] = [:]
    fileprivate(set) var elements: [PropertyRecorder] = []

    convenience init(_ value: any Encodable) throws {
        self.init()
        try value.encode(to: self)
    }

    /// The elements of an array as one: each property as an element has it in which it is not nil. Nil without elements.
    convenience init?(merging elements: [PropertyRecorder]) {
        guard !elements.isEmpty else { return nil }
        self.init()
        for name in Set(elements.flatMap(\.properties.keys)) {
            let found = elements.map { $0.properties[name] }
            properties[name] = Property(
                isRequired: found.allSatisfy { $0?.isRequired == true },
                value: found.compactMap { $0?.value }.first { !$0.isEmpty } ?? PropertyRecorder())
        }
        self.elements = elements.flatMap(\.elements)
    }

    private var isEmpty: Bool { properties.isEmpty && elements.isEmpty }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RecordedObject(recorder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RecordedElements(recorder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { RecordedElements(recorder: self, isSingle: true) }
}

private struct RecordedObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let recorder: PropertyRecorder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}
    func encode(_ value: some Encodable, forKey key: Key) throws { try record(value, for: key, isRequired: true) }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        try record(value, for: key, isRequired: false)
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try record(value, for: key, isRequired: false) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try record(value, for: key, isRequired: false) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try record(value, for: key, isRequired: false) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try record(value, for: key, isRequired: false) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        PropertyRecorder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        PropertyRecorder().unkeyedContainer()
    }
    func superEncoder() -> any Encoder { PropertyRecorder() }
    func superEncoder(forKey key: Key) -> any Encoder { PropertyRecorder() }

    private func record(_ value: (some Encodable)?, for key: Key, isRequired: Bool) throws {
        let inner = PropertyRecorder()
        try value?.encode(to: inner)
        recorder.properties[key.stringValue] = .init(isRequired: isRequired, value: inner)
    }
}

private struct RecordedElements: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let recorder: PropertyRecorder
    var isSingle = false
    var codingPath: [any CodingKey] { [] }
    var count: Int { recorder.elements.count }

    func encodeNil() {}
    func encode(_ value: some Encodable) throws {
        // A scalar encodes itself into a single value, which would recurse without an end.
        guard !isSingle else { return }
        recorder.elements.append(try PropertyRecorder(value))
    }
    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        PropertyRecorder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { PropertyRecorder().unkeyedContainer() }
    func superEncoder() -> any Encoder { PropertyRecorder() }
}
