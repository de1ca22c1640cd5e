import HomeModel

/// Decodes the messages of one topic for all entities of a device that use it.
struct EntityDecoder: PayloadDecoder {
    /// A value in the messages and the capability that it belongs to.
    struct Field: Sendable {
        let stateMapping: StateMapping
        let binding: ValueBinding
    }

    private let fields: LaneFields<Field>
    private let availability: [AvailabilityRule]

    init(_ fields: [Field], availability: [AvailabilityRule]) {
        self.fields = LaneFields(fields, of: \.binding)
        self.availability = availability
    }

    var lanes: Set<MessageLane> { fields.lanes.union(availability.isEmpty ? [] : [.control]) }

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        var payload = DecodedPayload(payload)
        var statements: [DeviceUpdate] = []
        var hasFailed = false
        for field in fields[lane] {
            do throws(DialectError) {
                guard let value = try field.stateMapping.extraction.value(of: &payload) else { continue }
                if let statement = field.binding.interpret(value, transformation: field.stateMapping.transformation) {
                    statements.append(statement)
                }
            } catch {
                let isOfMessage = payload.error == error
                if isOfMessage, hasFailed { continue }
                hasFailed = hasFailed || isOfMessage
                statements.append(
                    isOfMessage
                        ? .unreadable(nil, nil, error) : .unreadable(field.binding.part, field.binding.name, error))
            }
        }
        guard lane == .control else { return statements }
        return statements + availability.compactMap { $0.read(&payload).map { .availability($0) } }
    }
}

extension ValueBinding {
    /// The statement of an entity's value; nil if the value only says that there is none.
    fileprivate func interpret(_ value: JSONValue, transformation: ValueTransformation) -> DeviceUpdate? {
        guard let reshaped = transformation.transform(value) else { return nil }
        let statement = interpret(isWord ? reshaped.word.map { .text($0) } ?? reshaped : reshaped)
        guard statement?.isUnreadable ?? true || coding == .text else { return statement }
        // A word that the entity announces as an option is a value, whatever it means elsewhere.
        if let word = value.text, capability.options.contains(word) { return statement }
        return value.text.map { Self.noValue.contains($0.lowercased()) } ?? false ? nil : statement
    }

    private var isWord: Bool {
        switch coding {
        case .boolean, .options, .text: true
        case .number, .color: false
        }
    }

    private static let noValue: Set<String> = ["nan", "none", "unknown", "unavailable"]
}

extension DeviceUpdate {
    fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
