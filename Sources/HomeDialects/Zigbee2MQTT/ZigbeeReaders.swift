import HomeModel

/// Reads the state of a device: one object with all that it knows.
struct ZigbeeStateReader: PayloadReader {
    private let fields: LaneFields<ZigbeeBinding>

    init(_ bindings: [ZigbeeBinding]) {
        fields = LaneFields(bindings.filter(\.value.capability.isReported), of: \.value)
    }

    var lanes: Set<MessageLane> { fields.lanes }

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let state = try JSONValue(parsing: payload)
            guard case .object = state else { throw .badPayload(state.excerpt, expected: "an object") }
            return fields[lane].compactMap { $0.interpret(state) }
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
