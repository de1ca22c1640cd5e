/// A row of the catalogue: the facts of a kind of capability, the safety of its commands, and how it is shown.
package struct CapabilityRow: Sendable {
    package let kind: CapabilityKind
    package let facts: CapabilityFacts
    package let safety: CommandSafety
    package let display: CapabilityDisplay

    /// The words of a choice are also its options.
    init(
        _ kind: CapabilityKind, facts: CapabilityFacts, safety: CommandSafety = .routine, icon: String,
        domain: CapabilityDomain, decimals: Int? = nil, step: Double? = nil, isOnTiles: Bool = true,
        isListedLast: Bool = false, name: LocalizedText? = nil, plural: LocalizedText? = nil, values: [ValueWords] = []
    ) {
        self.kind = kind
        var facts = facts
        facts.options = values.compactMap(\.option)
        self.facts = facts
        self.safety = safety
        display = CapabilityDisplay(
            icon: icon, domain: domain, decimals: decimals, step: step, isOnTiles: isOnTiles,
            isListedLast: isListedLast, name: name ?? LocalizedText(kind.rawValue, sv: kind.rawValue), plural: plural,
            values: values)
    }
}

/// How the web page shows a kind of capability.
package struct CapabilityDisplay: Hashable, Sendable {
    /// The name of a symbol in `page/icons.svg`.
    package let icon: String
    package let domain: CapabilityDomain
    /// The decimals of its canonical unit; nil for as many as the size of the number needs.
    package let decimals: Int?
    /// The smallest step of its control, for a kind that is set in steps, in the canonical unit.
    package let step: Double?
    /// Whether a tile shows it beside its main value.
    package let isOnTiles: Bool
    /// Whether the list of a device shows it after the other kinds.
    package let isListedLast: Bool
    package let name: LocalizedText
    /// The plural in a sentence: “locks”. Nil to use the name.
    package let plural: LocalizedText?
    /// The words of its options or booleans. A boolean without words is “on” or “off”.
    package let values: [ValueWords]
}

/// The group of a kind, which determines its colour.
package enum CapabilityDomain: String, Sendable, Codable, CaseIterable { case safety, light, climate, energy, network }

/// A text in each language of the web page.
package struct LocalizedText: Hashable, Sendable, Codable {
    package let en: String
    package let sv: String

    package init(_ en: String, sv: String) {
        self.en = en
        self.sv = sv
    }
}
