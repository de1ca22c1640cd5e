/// The command that sets a value of a component.
enum ShellyCommand: Hashable, Sendable {
    /// An argument of the component's `Set` method, together with fixed arguments.
    case set(String, with: JSONObject = [:])
    /// The same for a lamp, which the command also turns on.
    case light(String, with: JSONObject = [:])
    /// A member of the component's configuration.
    case configure(String)
    case goToPosition
    case turnSlats
    /// Opens or closes completely.
    case openOrClose
    case stop
    /// Opens a circuit breaker. The firmware refuses to close one.
    case disengage
    /// Pushes a virtual button.
    case trigger
    /// Sets a radiator valve through the gateway that receives its messages.
    case valveTarget

    /// Returns the request for a value; nil if no method sets it.
    func request(_ key: ShellyKey, value: JSONValue) -> ShellyRequest? {
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
            // For this method the id belongs into the configuration. Source: aioshelly and Home Assistant, which use it
            // in this way.
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

extension ShellyCommand {
    /// The method of the requests; nil if the component has none.
    func method(_ key: ShellyKey) -> String? { request(key, value: self == .stop ? "stopped" : 100)?.method }

    /// The path to the value in the parameters of a request; nil for a request that does not contain the value as it is.
    var argumentPath: [String]? {
        switch self {
        case .set(let argument, _), .light(let argument, _): [argument]
        case .configure(let argument): ["config", argument]
        case .goToPosition: ["pos"]
        case .turnSlats: ["slat_pos"]
        case .openOrClose, .stop, .disengage, .trigger, .valveTarget: nil
        }
    }
}
