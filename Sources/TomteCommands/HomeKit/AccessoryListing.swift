import GatewayWire
import HomeModel

/// The paired accessories, and those that are only announced, a few lines each.
struct AccessoryListing {
    let now: Timestamp

    func lines(_ pairings: [DevicePairingBody], others: [DiscoveredBody], limit: Int?) -> [StyledText] {
        let blocks = pairings.map { lines($0, limit: limit) } + others.map { lines($0, limit: limit) }
        guard !blocks.isEmpty else {
            return ["No HomeKit accessory is paired, and none is announced on the network."]
        }
        return blocks.enumerated().flatMap { index, block in (index > 0 ? [""] : []) + block }
    }

    private func lines(_ pairing: DevicePairingBody, limit: Int?) -> [StyledText] {
        let facts = [
            pairing.model, pairing.category, pairing.address, "paired \(RelativeTime.text(pairing.pairedAt, now: now))",
        ].compactMap(\.self)
        let adopted = pairing.devices.filter(\.isAdopted).map { "\($0.name) (\($0.id))" }
        var lines: [StyledText] = ["\(pairing.id)  \(pairing.name, .strong)"]
        lines += WordWrap.lines(
            facts.joined(separator: " · "), after: "  \(Self.state(of: pairing)) · ", limit: limit)
        if let detail = Self.detail(of: pairing) {
            lines += WordWrap.lines(detail, after: "  \("!", .warning) ", limit: limit)
        }
        if !adopted.isEmpty {
            lines += WordWrap.lines("devices: \(adopted.joined(separator: ", "))", after: "  ", limit: limit)
        }
        return lines + Self.adoption(pairing, limit: limit)
    }

    private func lines(_ service: DiscoveredBody, limit: Int?) -> [StyledText] {
        let facts = [service.model, service.category].compactMap(\.self)
        return ["\(service.id)  \(service.name, .strong)"]
            + WordWrap.lines(
                (["not paired here"] + facts).joined(separator: " · "), after: "  ", limit: limit)
            + Self.offer(service, limit: limit)
    }

    /// The state in one or two words.
    private static func state(of pairing: DevicePairingBody) -> StyledText {
        switch (pairing.state, pairing.trouble) {
        case (.paired, nil): StyledText("connected", style: .good)
        case (.paired, _): StyledText("not connected", style: .bad)
        case (.unfinished, _): StyledText("unfinished", style: .warning)
        case (.removing, _): StyledText("being removed", style: .warning)
        }
    }

    private static func detail(of pairing: DevicePairingBody) -> String? {
        switch pairing.state {
        case .paired: pairing.trouble?.detail
        case .unfinished:
            "Pairing was interrupted. The gateway removes the pairing as soon as it reaches the accessory; then pair "
                + "it again."
        case .removing: "The gateway removes the pairing as soon as it reaches the accessory."
        }
    }

    /// The commands that adopt the devices which are not adopted.
    static func adoption(_ pairing: DevicePairingBody, limit: Int?) -> [StyledText] {
        if pairing.canBePairedAgain {
            return WordWrap.lines("tomte homekit pair \(pairing.id)", after: "  → ", limit: limit)
        }
        let waiting = pairing.devices.filter { !$0.isAdopted }
        if pairing.devices.isEmpty, pairing.state == .paired {
            return WordWrap.lines(
                "Its devices are listed as soon as the gateway has read them: tomte devices list --discovered",
                after: "  → ", limit: limit)
        }
        return waiting.flatMap { device in
            WordWrap.lines("\(device.name): tomte devices adopt \(device.id)", after: "  → ", limit: limit)
        }
    }

    /// What can be done with an accessory that is announced and not paired here; empty for another device.
    static func offer(_ service: DiscoveredBody, limit: Int?) -> [StyledText] {
        switch service.pairing {
        case .available: WordWrap.lines("tomte homekit pair \(service.id)", after: "  → ", limit: limit)
        case .elsewhere:
            WordWrap.lines(
                "paired with another controller; remove it there, or reset it, then: tomte homekit pair \(service.id)",
                after: "  ", style: .faint, limit: limit)
        case nil: []
        }
    }
}
