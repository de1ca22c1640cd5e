import HomeModel

extension Grant {
    /// Characters of one detail; what does not fit is counted.
    private static let mostOfADetail = 200

    /// What it is about and when it holds, for the audit log: ids, hours and times. What it leaves open has no detail.
    var auditDetails: [String: String] {
        var details = [
            "grant": id.rawValue, "effect": effect.rawValue,
            "permissions": permissions.map(\.rawValue).sorted().joined(separator: " "),
        ]
        details["rooms"] = Self.bounded(selector.rooms.map(\.rawValue).sorted(), separator: " ")
        details["devices"] = Self.bounded(selector.devices.map(\.rawValue).sorted(), separator: " ")
        details["capabilities"] = Self.bounded(selector.capabilities.map(\.rawValue).sorted(), separator: " ")
        details["windows"] = Self.bounded(conditions.windows.map(\.description), separator: "; ")
        details["notBefore"] = conditions.notBefore?.rfc3339
        details["notAfter"] = conditions.notAfter?.rfc3339
        details["maximumUses"] = conditions.maximumUses.map(String.init)
        return details
    }

    /// Nil for none.
    private static func bounded(_ words: [String], separator: String) -> String? {
        guard var text = words.first else { return nil }
        for (index, word) in words.enumerated().dropFirst() {
            guard text.count + separator.count + word.count <= mostOfADetail else {
                return "\(text)\(separator)+\(words.count - index)"
            }
            text += separator + word
        }
        return text
    }
}
