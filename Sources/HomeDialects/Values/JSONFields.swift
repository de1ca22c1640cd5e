/// Reads fields out of JSON objects; what is not there is not said.
struct JSONFields: PayloadReader {
    struct Field: Sendable {
        let path: [String]
        let binding: ValueBinding
    }

    private let telemetry: [Field]
    private let control: [Field]

    init(_ fields: [Field]) {
        telemetry = fields.filter { $0.binding.isHeard(on: .telemetry) }
        control = fields.filter { $0.binding.isHeard(on: .control) }
    }

    var lanes: Set<MessageLane> { Set((telemetry.isEmpty ? [] : [.telemetry]) + (control.isEmpty ? [] : [.control])) }

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            return read(try JSONValue(parsing: payload), on: lane)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }

    func read(_ document: JSONValue, on lane: MessageLane) -> [DeviceStatement] {
        (lane == .telemetry ? telemetry : control).compactMap { field in
            document[path: field.path].flatMap(field.binding.interpret)
        }
    }
}
