import HomeModel

/// Decodes the state of a device: one object with all of its values.
struct ZigbeeStateDecoder: PayloadDecoder {
    private let fields: LaneFields<ZigbeeBinding>

    init(_ bindings: [ZigbeeBinding]) {
        fields = LaneFields(bindings.filter(\.value.capability.isReported), of: \.value)
    }

    var lanes: Set<MessageLane> { fields.lanes }

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
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

/// Decodes `online` and `offline`, as plain text or as `{"state": …}`.
struct ZigbeeAvailabilityDecoder: PayloadDecoder {
    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
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
        default: throw .badPayload(EscapedText(text, limit: 64), expected: "online or offline")
        }
    }
}
