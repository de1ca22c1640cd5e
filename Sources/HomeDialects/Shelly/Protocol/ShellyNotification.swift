/// What a device says unasked. Source: shelly-api-docs, “Notifications”.
enum ShellyNotification {
    /// Components as in `Shelly.GetStatus`, with what changed; or with all, after waking up.
    case status([JSONObject.Member])
    case events([Event])
    /// A later firmware's.
    case other

    struct Event {
        /// A component's name.
        let component: String
        let name: String
        /// The configuration's number, where the event is its change.
        let configuration: Int?
    }

    static let maximumEvents = 64

    init(_ payload: [UInt8]) throws(DialectError) {
        let frame = try JSONValue(parsing: payload)
        let method = try JSONValue.require(try frame.text(at: "method"), "method")
        switch method {
        case "NotifyStatus", "NotifyFullStatus":
            self = .status(try frame.object(at: "params") ?? [])
        case "NotifyEvent":
            let events = try frame["params"]?.list(at: "events") ?? []
            guard events.count <= Self.maximumEvents else { throw .tooMany("events", limit: Self.maximumEvents) }
            self = .events(events.compactMap(Event.init))
        default: self = .other
        }
    }
}

extension ShellyNotification.Event {
    fileprivate init?(_ json: JSONValue) {
        guard let component = json["component"]?.text, let name = json["event"]?.text else { return nil }
        self.init(component: component, name: name, configuration: json["cfg_rev"]?.integer)
    }
}
