import DeviceProtocols

/// A request that a simulated device receives on its `rpc` topic.
struct ShellyCall: Sendable {
    /// The id in its original form, because the reply repeats it.
    let id: JSONValue
    let source: String
    let method: String
    let parameters: JSONValue

    init?(_ payload: [UInt8]) {
        guard let frame = try? JSONValue(parsing: payload), let id = frame["id"], let source = frame["src"]?.text,
            let method = frame["method"]?.text, id.text != nil || id.double != nil
        else { return nil }
        self.id = id
        self.source = source
        self.method = method
        parameters = frame["params"] ?? [:]
    }

    /// The component that the request addresses; nil if the request does not name a valid one.
    var key: ShellyKey? {
        let pieces = method.split(separator: ".")
        guard pieces.count == 2, let type = ShellyVocabulary.namespaces.first(where: { $0.value == pieces[0] })?.key
        else { return nil }
        let id = parameters["id"] ?? parameters[path: ["config", "id"]]
        return id?.integer.map { ShellyKey(type: type, id: $0) }
    }
}

/// The error that a Shelly returns for a request. Source: shelly-api-docs, “Common Errors”.
enum ShellyRefusal: Error, Hashable, Sendable {
    case argument(String)
    case notFound(Int)
    case precondition
    case method(String)

    var json: JSONValue {
        switch self {
        case .argument(let name): ["code": -103, "message": .text("Invalid argument '\(name)'!")]
        case .notFound(let id): ["code": -105, "message": .text("Bad id=\(id)")]
        case .precondition: ["code": -109, "message": "Precondition failed!"]
        case .method(let name): ["code": 404, "message": .text("No handler for \(name)")]
        }
    }
}
