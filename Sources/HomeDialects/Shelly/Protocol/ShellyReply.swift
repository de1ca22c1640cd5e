import HomeModel

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
