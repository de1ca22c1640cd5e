/// How a component is told a value.
enum ShellyOrder: Hashable, Sendable {
    /// An argument of the component's `Set`, with what must go along.
    case set(String, with: JSONObject = [:])
    /// The same for a lamp, which is turned on with it.
    case light(String, with: JSONObject = [:])
    /// A member of its configuration.
    case configure(String)
    case goToPosition
    case turnSlats
    /// Only to one of its ends.
    case openOrClose
    case stop
    /// Opens a circuit breaker. Firmware refuses to close one.
    case disengage
    /// Pushes a virtual button.
    case trigger
    /// A radiator valve, told through the gateway that hears it.
    case valveTarget

    /// Nil for a value that there is no method for.
    func request(_ key: ShellyKey, _ value: JSONValue) -> ShellyRequest? {
        guard let namespace = ShellyVocabulary.namespaces[key.type] else { return nil }
        let id = JSONObject.Member(key: "id", value: .integer(Int64(key.id ?? 0)))
        switch self {
        case .set(let argument, let others):
            let parameters = [id] + others.members + [.init(key: argument, value: value)]
            return ShellyRequest(method: "\(namespace).Set", parameters: JSONObject(parameters))
        case .light("brightness", _) where value == 0:
            return ShellyRequest(
                method: "\(namespace).Set", parameters: JSONObject([id, .init(key: "on", value: false)]))
        case .light(let argument, let others):
            let parameters =
                [id, .init(key: "on", value: true)] + others.members + [.init(key: argument, value: value)]
            return ShellyRequest(method: "\(namespace).Set", parameters: JSONObject(parameters))
        case .configure(let argument):
            // Here the id belongs inside. Source: aioshelly and Home Assistant, which steer it so.
            let configuration = JSONValue.object(JSONObject([id, .init(key: argument, value: value)]))
            return ShellyRequest(method: "\(namespace).SetConfig", parameters: ["config": configuration])
        case .goToPosition:
            return ShellyRequest(
                method: "Cover.GoToPosition", parameters: JSONObject([id, .init(key: "pos", value: value)]))
        case .turnSlats:
            return ShellyRequest(
                method: "Cover.GoToPosition", parameters: JSONObject([id, .init(key: "slat_pos", value: value)]))
        case .openOrClose:
            guard value == 0 || value == 100 else { return nil }
            return ShellyRequest(method: value == 100 ? "Cover.Open" : "Cover.Close", parameters: JSONObject([id]))
        case .stop:
            return value == "stopped" ? ShellyRequest(method: "Cover.Stop", parameters: JSONObject([id])) : nil
        case .disengage:
            let parameters = JSONObject([id, .init(key: "output", value: false)])
            return value == false ? ShellyRequest(method: "CB.Set", parameters: parameters) : nil
        case .trigger:
            return ShellyRequest(
                method: "Button.Trigger", parameters: JSONObject([id, .init(key: "event", value: value)]))
        case .valveTarget:
            return ShellyRequest(
                method: "BluTRV.Call",
                parameters: JSONObject([
                    id, .init(key: "method", value: "Trv.SetTarget"),
                    .init(key: "params", value: ["id": 0, "target_C": value]),
                ]))
        }
    }
}
