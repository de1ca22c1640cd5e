import HomeModel

/// Reads the state of a device: one object with all that it knows.
struct ZigbeeStateReader: PayloadReader {
    private let telemetry: [ZigbeeBinding]
    private let control: [ZigbeeBinding]

    init(_ bindings: [ZigbeeBinding]) {
        let reported = bindings.filter(\.value.capability.isReported)
        telemetry = reported.filter { $0.value.isHeard(on: .telemetry) }
        control = reported.filter { $0.value.isHeard(on: .control) }
    }

    var lanes: Set<MessageLane> { Set((telemetry.isEmpty ? [] : [.telemetry]) + (control.isEmpty ? [] : [.control])) }

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let state = try JSONValue(parsing: payload)
            guard case .object = state else { throw .badPayload(state.excerpt, expected: "an object") }
            return (lane == .telemetry ? telemetry : control).compactMap { $0.interpret(state) }
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// Reads `online` and `offline`, plain or as `{"state": …}`.
struct ZigbeeAvailabilityReader: PayloadReader {
    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard lane == .control, !payload.isEmpty else { return [] }
        do throws(DialectError) {
            return [.availability(try Self.isOnline(payload) ? .ready : .lost)]
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }

    static func isOnline(_ payload: [UInt8]) throws(DialectError) -> Bool {
        let text = String(decoding: payload.prefix(256), as: UTF8.self)
        switch (try? JSONValue(parsing: payload))?["state"]?.text ?? text {
        case "online": return true
        case "offline": return false
        default: throw .badPayload(InertText(text, limit: 64), expected: "online or offline")
        }
    }
}
