import HomeModel

/// All values of a device, grouped by component.
struct ShellyFields: Sendable {
    private let components: [String: LaneFields<ShellyBinding>]

    init(_ bindings: [ShellyBinding]) {
        components = Dictionary(grouping: bindings, by: \.key.description).mapValues { LaneFields($0, of: \.value) }
    }

    func lanes(_ component: String) -> Set<MessageLane> { components[component]?.lanes ?? [] }

    func decode(_ status: JSONValue, of component: String, on lane: MessageLane) -> [DeviceUpdate] {
        components[component]?[lane].compactMap { $0.read(status) } ?? []
    }

    /// Decodes a document with a member for each component.
    func decode(_ members: [JSONObject.Member], on lane: MessageLane) -> [DeviceUpdate] {
        members.unique.flatMap { decode($0.value, of: $0.key, on: lane) }
    }

    func decode(_ events: [ShellyNotification.Event], on lane: MessageLane) -> [DeviceUpdate] {
        events.flatMap { event in components[event.component]?[lane].compactMap { $0.read(event: event.name) } ?? [] }
    }
}

/// Decodes `online`. The last will is `false`.
struct ShellyOnlineDecoder: PayloadDecoder {
    let sleeps: Bool

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty, lane == .control else { return [] }
        do throws(DialectError) {
            return [.availability(try Availability(shellyOnline: payload, sleeps: sleeps))]
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

extension Availability {
    /// A sleeping device that goes offline between its reports is not lost.
    init(shellyOnline payload: [UInt8], sleeps: Bool) throws(DialectError) {
        if payload.elementsEqual("true".utf8) {
            self = .ready
        } else if payload.elementsEqual("false".utf8) {
            self = sleeps ? .sleeping : .lost
        } else {
            let excerpt = EscapedText(String(decoding: payload.prefix(64), as: UTF8.self), limit: 64)
            throw .badPayload(excerpt, expected: "true or false")
        }
    }
}

/// Decodes `status/<component>`.
struct ShellyStatusDecoder: PayloadDecoder {
    let component: String
    let fields: ShellyFields

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            return fields.decode(try JSONValue(parsing: payload), of: component, on: lane)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// Decodes `events/rpc`.
struct ShellyNotificationDecoder: PayloadDecoder {
    let fields: ShellyFields

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            switch try ShellyNotification(payload) {
            case .status(let components): return fields.decode(components, on: lane)
            case .events(let events): return fields.decode(events, on: lane)
            case .other: return []
            }
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// Decodes `reply/rpc`: replies to commands and to status queries.
struct ShellyReplyDecoder: PayloadDecoder {
    let fields: ShellyFields

    func decode(_ payload: [UInt8], on lane: MessageLane) -> [DeviceUpdate] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let reply = try ShellyReply(payload)
            switch reply.outcome {
            case .error(let reason): return lane == .control ? Self.reply(reply.id, failure: reason) : []
            case .result(let result):
                if let components = result.statusMembers { return fields.decode(components, on: lane) }
                return lane == .control ? Self.reply(reply.id, failure: nil) : []
            }
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }

    /// Ignores replies to queries of discovery.
    private static func reply(_ id: Int64, failure: EscapedText?) -> [DeviceUpdate] {
        guard id < ShellyRequest.firstDiscoveryID, let number = UInt32(exactly: id) else { return [] }
        return [.replied(number, failure: failure)]
    }
}

extension JSONValue {
    /// The components in a status of the whole device, which is the only result with an uptime, or in a page of
    /// `Shelly.GetComponents`.
    fileprivate var statusMembers: [JSONObject.Member]? {
        if self[path: ["sys", "uptime"]] != nil { return members }
        return self["components"]?.list?.statuses
    }
}
