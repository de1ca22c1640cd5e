import HomeModel

/// Reads one topic for all entities of a device that listen to it.
struct EntityReader: PayloadReader {
    struct Field: Sendable {
        let source: Source
        let binding: ValueBinding
    }

    private let fields: LaneFields<Field>
    private let availability: [AvailabilityRule]

    init(_ fields: [Field], availability: [AvailabilityRule]) {
        self.fields = LaneFields(fields, of: \.binding)
        self.availability = availability
    }

    var lanes: Set<MessageLane> { fields.lanes.union(availability.isEmpty ? [] : [.control]) }

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        var payload = HeardPayload(payload)
        var statements: [DeviceStatement] = []
        var hasFailed = false
        for field in fields[lane] {
            do throws(DialectError) {
                guard let value = try field.source.extraction.value(of: &payload) else { continue }
                if let statement = field.binding.interpret(value, field.source.reshaping) {
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
    /// What an entity's value says; nil where the entity only says that it has none.
    fileprivate func interpret(_ value: JSONValue, _ reshaping: Reshaping) -> DeviceStatement? {
        guard let reshaped = reshaping.reshape(value) else { return nil }
        let statement = interpret(isWord ? reshaped.word.map { .text($0) } ?? reshaped : reshaped)
        guard statement?.isUnreadable ?? true || coding == .text else { return statement }
        // What the entity announces as an option is a value, whatever the word means elsewhere.
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

extension DeviceStatement {
    fileprivate var isUnreadable: Bool { if case .unreadable = self { true } else { false } }
}
