import HomeModel

/// All that a device says, by component.
struct ShellyFields: Sendable {
    private let components: [String: LaneFields<ShellyBinding>]

    init(_ bindings: [ShellyBinding]) {
        components = Dictionary(grouping: bindings, by: \.key.description).mapValues { LaneFields($0, of: \.value) }
    }

    func lanes(_ component: String) -> Set<MessageLane> { components[component]?.lanes ?? [] }

    func read(_ status: JSONValue, of component: String, on lane: MessageLane) -> [DeviceStatement] {
        components[component]?[lane].compactMap { $0.read(status) } ?? []
    }

    /// A document that has a member for each component.
    func read(_ members: [JSONObject.Member], on lane: MessageLane) -> [DeviceStatement] {
        members.unique.flatMap { read($0.value, of: $0.key, on: lane) }
    }

    func read(_ events: [ShellyNotification.Event], on lane: MessageLane) -> [DeviceStatement] {
        events.flatMap { event in components[event.component]?[lane].compactMap { $0.read(event: event.name) } ?? [] }
    }
}

/// `online`: the last will says `false`.
struct ShellyOnlineReader: PayloadReader {
    let sleeps: Bool

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty, lane == .control else { return [] }
        do throws(DialectError) {
            return [.availability(try Availability(shellyOnline: payload, sleeps: sleeps))]
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

extension Availability {
    /// What sleeps between its reports is not lost when it is gone.
    init(shellyOnline payload: [UInt8], sleeps: Bool) throws(DialectError) {
        if payload.elementsEqual("true".utf8) {
            self = .ready
        } else if payload.elementsEqual("false".utf8) {
            self = sleeps ? .sleeping : .lost
        } else {
            let excerpt = InertText(String(decoding: payload.prefix(64), as: UTF8.self), limit: 64)
            throw .badPayload(excerpt, expected: "true or false")
        }
    }
}

/// `status/<component>`
struct ShellyStatusReader: PayloadReader {
    let component: String
    let fields: ShellyFields

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            return fields.read(try JSONValue(parsing: payload), of: component, on: lane)
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// `events/rpc`
struct ShellyNotificationReader: PayloadReader {
    let fields: ShellyFields

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            switch try ShellyNotification(payload) {
            case .status(let components): return fields.read(components, on: lane)
            case .events(let events): return fields.read(events, on: lane)
            case .other: return []
            }
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }
}

/// `reply/rpc`: answers to orders, and what the device says when it was asked.
struct ShellyReplyReader: PayloadReader {
    let fields: ShellyFields

    func read(_ payload: [UInt8], on lane: MessageLane) -> [DeviceStatement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let reply = try ShellyReply(payload)
            switch reply.outcome {
            case .error(let reason): return lane == .control ? Self.answer(reply.id, failure: reason) : []
            case .result(let result):
                if let components = result.statusMembers { return fields.read(components, on: lane) }
                return lane == .control ? Self.answer(reply.id, failure: nil) : []
            }
        } catch {
            return [.unreadable(nil, nil, error)]
        }
    }

    /// What announcements asked is not an order.
    private static func answer(_ id: Int64, failure: InertText?) -> [DeviceStatement] {
        guard id < ShellyRequest.firstOwnID, let number = UInt32(exactly: id) else { return [] }
        return [.answered(number, failure: failure)]
    }
}

extension JSONValue {
    /// The components of a status of the whole device, which alone says how long it runs, or of a page of
    /// `Shelly.GetComponents`.
    fileprivate var statusMembers: [JSONObject.Member]? {
        if self[path: ["sys", "uptime"]] != nil { return members }
        return self["components"]?.list?.statuses
    }
}
