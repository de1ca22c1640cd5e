import HomeModel

extension IncidentRule {
    /// What the rule looks for.
    var words: String {
        switch self {
        case .manyRefusals: "many refusals"
        case .unusualHour: "a client that is paired at night"
        case .farFromWindow: "a guest far from the permitted hours"
        case .speaksForOthers: "a device that acts for another"
        case .twoAddresses: "a certificate used from two addresses"
        case .auditDamage: "damage of the audit log"
        case .commandBurst: "a burst of commands"
        case .changedOutside: "a file that was changed outside"
        }
    }
}

extension IncidentRuleTerms {
    /// How many events raise an incident, and when.
    var raisedBy: String {
        var text = count == 1 ? "each one" : "\(count) in \(windowSeconds / 60) min"
        if let fromHour, let toHour { text += ", from \(fromHour) to \(toHour) h" }
        if let distanceHours { text += ", more than \(distanceHours) h away" }
        return text
    }
}
