import HomeModel

/// A line of `bridge/logging` that reports a failed command. Zigbee2MQTT reports failures nowhere else. Source:
/// Zigbee2MQTT `lib/extension/publish.ts`.
struct ZigbeeLogLine: Hashable, Sendable {
    /// The key without the endpoint; nil if the whole command failed.
    let key: String?
    /// The friendly name of the device or group.
    let name: String
    let reason: EscapedText
    /// False if the device only did not reply over the air: it may have received the command and carry it out.
    let isCertain: Bool

    /// The texts with which zigbee-herdsman reports a missing reply: its own timeouts, and statuses of the radio.
    private static let missingAnswers = [
        "timeout", "timed out", "no_ack", "no ack", "delivery failed", "delivery_failed",
    ]
    private static let limits = JSONLimits(bytes: 16 << 10, depth: 4, values: 64)

    /// Returns nil for every other line.
    init?(_ payload: [UInt8]) {
        guard let json = try? JSONValue(parsing: payload, limits: Self.limits), json["level"]?.text == "error",
            let message = json["message"]?.text
        else { return nil }
        self.init(message)
    }

    private init?(_ message: String) {
        if let rest = message.after("Publish 'set' '"), let (key, tail) = rest.parted(by: "' to '"),
            let (name, reason) = tail.parted(by: "' failed: ")
        {
            self.init(key: key, name: name, reason: EscapedText(reason.unquoted))
        } else if let rest = message.after("No converter available for '"), let (key, tail) = rest.parted(by: "' on '"),
            let (name, _) = tail.parted(by: "': ")
        {
            self.init(key: key, name: name, reason: EscapedText("Zigbee2MQTT cannot set this."))
        } else if let rest = message.after("Device '"), let (name, endpoint) = rest.parted(by: "' has no endpoint ") {
            self.init(key: nil, name: name, reason: EscapedText("Zigbee2MQTT knows no endpoint " + endpoint))
        } else {
            return nil
        }
    }

    private init(key: String?, name: String, reason: EscapedText) {
        self.key = key
        self.name = name
        self.reason = reason
        let text = reason.description.lowercased()
        isCertain = !Self.missingAnswers.contains(where: text.contains)
    }
}

extension String {
    fileprivate func after(_ prefix: String) -> String? {
        // Older versions begin the line with the name of the module.
        let text = hasPrefix("z2m: ") ? String(dropFirst(5)) : self
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }

    fileprivate func parted(by mark: String) -> (String, String)? {
        guard let range = firstRange(of: mark) else { return nil }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }

    fileprivate var unquoted: String {
        count >= 2 && hasPrefix("'") && hasSuffix("'") ? String(dropFirst().dropLast()) : self
    }
}
