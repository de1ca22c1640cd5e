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
        let end = value == 100 ? "Cover.Open" : "Cover.Close"
        let id = JSONObject.Member(key: "id", value: .integer(Int64(key.id ?? 0)))
        guard let method = self == .openOrClose ? end : method(key), let parameters = parameters(value, id: id) else {
            return nil
        }
        return ShellyRequest(method: method, parameters: JSONObject(parameters))
    }

    /// Returns the parameters of the request for a value; nil if no request sets it.
    private func parameters(_ value: JSONValue, id: JSONObject.Member) -> [JSONObject.Member]? {
        switch self {
        case .set(let argument, let others): return [id] + others.members + [.init(key: argument, value: value)]
        case .light("brightness", _) where value == 0: return [id, .init(key: "on", value: false)]
        case .light(let argument, let others):
            return [id, .init(key: "on", value: true)] + others.members + [.init(key: argument, value: value)]
        case .configure(let argument):
            // For this method the id belongs into the configuration. Source: aioshelly and Home Assistant, which use it
            // in this way.
            return [.init(key: "config", value: .object(JSONObject([id, .init(key: argument, value: value)])))]
        case .goToPosition: return [id, .init(key: "pos", value: value)]
        case .turnSlats: return [id, .init(key: "slat_pos", value: value)]
        case .openOrClose: return value == 0 || value == 100 ? [id] : nil
        case .stop: return value == "stopped" ? [id] : nil
        case .disengage: return value == false ? [id, .init(key: "output", value: false)] : nil
        case .trigger: return [id, .init(key: "event", value: value)]
        case .valveTarget:
            return [
                id, .init(key: "method", value: "Trv.SetTarget"),
                .init(key: "params", value: ["id": 0, "target_C": value]),
            ]
        }
    }
}

extension ShellyCommand {
    /// The method of the requests; nil if the component has none, or another one for each value.
    func method(_ key: ShellyKey) -> String? {
        guard let namespace = ShellyVocabulary.namespaces[key.type] else { return nil }
        switch self {
        case .set, .light, .disengage: return "\(namespace).Set"
        case .configure: return "\(namespace).SetConfig"
        case .goToPosition, .turnSlats: return "\(namespace).GoToPosition"
        case .openOrClose: return nil
        case .stop: return "\(namespace).Stop"
        case .trigger: return "\(namespace).Trigger"
        case .valveTarget: return "\(namespace).Call"
        }
    }

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
