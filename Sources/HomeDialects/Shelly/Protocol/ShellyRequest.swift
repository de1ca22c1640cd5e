/// A call of one of the device's methods. Source: shelly-api-docs, “RPC Protocol”.
struct ShellyRequest: Hashable, Sendable {
    /// The lowest id of requests that discovery sends. Commands have lower ids.
    static let firstDiscoveryID: Int64 = 1 << 31

    let method: String
    var parameters: JSONObject = [:]

    func message(_ root: String, id: Int64) -> DialectMessage {
        var members: [JSONObject.Member] = [
            .init(key: "id", value: .integer(id)), .init(key: "src", value: .text(ShellyTopic.requestSource(root))),
            .init(key: "method", value: .text(method)),
        ]
        if !parameters.members.isEmpty { members.append(.init(key: "params", value: .object(parameters))) }
        return DialectMessage(
            topic: ShellyTopic.requests(root), payload: JSONValue.object(JSONObject(members)).bytes, qos: 1,
            retain: false)
    }
}
