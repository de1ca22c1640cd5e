/// The rules that raise incidents. The raw value stays the same in later versions.
package enum IncidentRule: String, Sendable, Codable, CaseIterable {
    /// A person was refused many times, or someone without access gave wrong codes many times.
    case manyRefusals
    /// A client was paired at an hour at which few people are awake.
    case unusualHour
    /// A guest wanted something at a time that is far from the hours of their grants.
    case farFromWindow
    /// A device acted in the name of another.
    case speaksForOthers
    /// The certificate of one device was used from two addresses in turn.
    case twoAddresses
    /// Entries of the audit log are missing or changed.
    case auditDamage
    /// One client or token sent very many commands.
    case commandBurst
    /// A file of the configuration was changed, and not by the gateway.
    case changedOutside
}

/// When a rule raises an incident: the numbers of the rule, as data.
package struct IncidentRuleTerms: Hashable, Sendable, Codable {
    package let rule: IncidentRule
    /// So many events of one subject within `window` raise an incident.
    package let count: Int
    package let windowSeconds: Int
    /// The hours of the home's clock that the rule is about; nil for rules without hours.
    package let fromHour: Int?
    package let toHour: Int?
    /// How far from the permitted time an attempt is unusual; nil for rules without a distance.
    package let distanceHours: Int?
    /// So many incidents of the rule are opened in 24 hours; further events are only counted.
    package let mostPerDay: Int

    package init(
        _ rule: IncidentRule, count: Int, windowSeconds: Int, fromHour: Int? = nil, toHour: Int? = nil,
        distanceHours: Int? = nil, mostPerDay: Int = 5
    ) {
        self.rule = rule
        self.count = count
        self.windowSeconds = windowSeconds
        self.fromHour = fromHour
        self.toHour = toHour
        self.distanceHours = distanceHours
        self.mostPerDay = mostPerDay
    }

    package var window: Duration { .seconds(Int64(windowSeconds)) }
}

/// The terms of all rules.
package struct IncidentRules: Hashable, Sendable {
    package static let standard = IncidentRules([
        IncidentRuleTerms(.manyRefusals, count: 10, windowSeconds: 600),
        IncidentRuleTerms(.unusualHour, count: 1, windowSeconds: 3600, fromHour: 0, toHour: 6),
        IncidentRuleTerms(.farFromWindow, count: 1, windowSeconds: 3600, distanceHours: 6),
        IncidentRuleTerms(.speaksForOthers, count: 1, windowSeconds: 3600),
        // A device that gets another address once is no copy: the addresses must alternate.
        IncidentRuleTerms(.twoAddresses, count: 2, windowSeconds: 1800),
        IncidentRuleTerms(.auditDamage, count: 1, windowSeconds: 3600),
        // A hand on a slider sends a command or two a second, and for a few seconds.
        IncidentRuleTerms(.commandBurst, count: 120, windowSeconds: 60),
        IncidentRuleTerms(.changedOutside, count: 1, windowSeconds: 3600),
    ])

    private let byRule: [IncidentRule: IncidentRuleTerms]

    /// Of two terms of the same rule, the later ones count.
    package init(_ terms: [IncidentRuleTerms]) {
        byRule = Dictionary(terms.map { ($0.rule, $0) }, uniquingKeysWith: { $1 })
    }

    /// Nil for a rule that is off.
    package subscript(rule: IncidentRule) -> IncidentRuleTerms? { byRule[rule] }

    /// In the order of the rules.
    package var all: [IncidentRuleTerms] { IncidentRule.allCases.compactMap { byRule[$0] } }
}
