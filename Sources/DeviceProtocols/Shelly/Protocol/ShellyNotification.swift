/// A message that a device sends on its own. Source: shelly-api-docs, “Notifications”.
enum ShellyNotification {
    /// Components in the form of `Shelly.GetStatus` with the changed values, or with all values after waking up.
    case status([JSONObject.Member])
    case events([Event])
    /// A notification that only later firmware sends.
    case other

    /// An event of a component.
    struct Event {
        /// The key of the component.
        let component: String
        let name: String
        /// The revision of the configuration if the event reports its change.
        let configuration: Int?
    }

    static let maximumEvents = 64

    init(_ payload: [UInt8]) throws(DialectError) {
        let frame = try JSONValue(parsing: payload)
        let method = try JSONValue.require(try frame.text(at: "method"), key: "method")
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
