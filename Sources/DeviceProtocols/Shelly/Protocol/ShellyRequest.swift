import HomeModel

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

/// The reply to a request. Source: shelly-api-docs, “RPC Protocol”, “Common Errors”.
struct ShellyReply: Hashable, Sendable {
    /// The result of a request or the reason of its rejection.
    enum Outcome: Hashable, Sendable {
        case result(JSONValue)
        case error(EscapedText)
    }

    let id: Int64
    let source: String
    let outcome: Outcome

    init(_ payload: [UInt8], limits: JSONLimits = .telemetry) throws(DialectError) {
        let frame = try JSONValue(parsing: payload, limits: limits)
        id = try JSONValue.require(try frame.wholeNumber(at: "id"), key: "id")
        source = try frame.text(at: "src") ?? ""
        // A device that shuts down sends both members; the error takes precedence.
        if let error = frame["error"], error != .null {
            let words = [error["code"]?.integer.map(String.init), error["message"]?.text].compactMap(\.self)
            outcome = .error(EscapedText(words.isEmpty ? "refused" : words.joined(separator: " "), limit: 128))
        } else {
            outcome = .result(frame["result"] ?? .null)
        }
    }
}

/// The topics of a device whose topic prefix is its root. Source: shelly-api-docs, “MQTT”.
package enum ShellyTopic {
    package static func online(_ root: String) -> String { "\(root)/online" }
    package static func requests(_ root: String) -> String { "\(root)/rpc" }
    package static func notifications(_ root: String) -> String { "\(root)/events/rpc" }
    static func status(_ component: ShellyKey, root: String) -> String { "\(root)/status/\(component)" }

    /// The `src` of requests. The device replies on `rpc` below it, so the replies stay below the root.
    static func requestSource(_ root: String) -> String { "\(root)/reply" }
    static func replies(_ root: String) -> String { "\(requestSource(root))/rpc" }
}
