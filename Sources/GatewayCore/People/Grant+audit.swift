import HomeModel

extension Grant {
    /// The maximum of characters of one detail; words beyond it are counted.
    private static let maximumDetailLength = 200

    /// The scope and conditions of the grant for the audit log: ids, hours and times. Open conditions have no detail.
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

    /// Returns nil for an empty list.
    private static func bounded(_ words: [String], separator: String) -> String? {
        guard var text = words.first else { return nil }
        for (index, word) in words.enumerated().dropFirst() {
            guard text.count + separator.count + word.count <= maximumDetailLength else {
                return "\(text)\(separator)+\(words.count - index)"
            }
            text += separator + word
        }
        return text
    }
}
