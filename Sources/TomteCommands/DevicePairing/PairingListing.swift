import GatewayWire
import HomeModel

/// The paired devices of a protocol, and those that are only announced, a few lines each.
struct PairingListing {
    let kind: PairableProtocol
    let now: Timestamp

    func lines(_ pairings: [DevicePairingBody], others: [DiscoveredBody], limit: Int?) -> [StyledText] {
        let blocks = pairings.map { lines($0, limit: limit) } + others.map { lines($0, limit: limit) }
        guard !blocks.isEmpty else {
            return ["No \(kind.kindOfThing.rawValue) is paired, and none is announced on the network."]
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
        if let detail = detail(of: pairing) {
            lines += WordWrap.lines(detail, after: "  \("!", .warning) ", limit: limit)
        }
        if !adopted.isEmpty {
            lines += WordWrap.lines("devices: \(adopted.joined(separator: ", "))", after: "  ", limit: limit)
        }
        return lines + lockPINs(pairing, limit: limit) + adoption(pairing, limit: limit)
    }

    /// The commands that give the gateway the PINs which locks demand.
    private func lockPINs(_ pairing: DevicePairingBody, limit: Int?) -> [StyledText] {
        let locks = pairing.devices.filter { $0.lockPIN != nil }
        return locks.flatMap { lock -> [StyledText] in
            let choice = locks.count > 1 ? " --device \(lock.id)" : ""
            let what: String
            switch lock.lockPIN {
            case .needed: what = "\(lock.name) demands a PIN with each command"
            case .refused: what = "\(lock.name) refuses the PIN that the gateway has"
            case .kept, nil: return []
            }
            return WordWrap.lines(
                "\(what): \(kind.command) pin \(pairing.id)\(choice)", after: "  \("!", .warning) ", limit: limit)
        }
    }

    private func lines(_ service: DiscoveredBody, limit: Int?) -> [StyledText] {
        let model = service.model == service.shownName ? nil : service.model
        let facts = [model, service.category].compactMap(\.self)
        return ["\(service.id)  \(service.shownName, .strong)"]
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

    private func detail(of pairing: DevicePairingBody) -> String? {
        switch pairing.state {
        case .paired:
            pairing.trouble.map { trouble in
                trouble.detail + (trouble.since.map { " Not connected for \(RelativeTime.text(now - $0))." } ?? "")
            }
        case .unfinished:
            "Pairing was interrupted. The gateway completes or removes the pairing as soon as it reaches the "
                + "\(kind.noun). If that takes longer than a few minutes: \(kind.removeCommand) \(pairing.id) --discard"
        case .removing: "The gateway removes the pairing as soon as it reaches the \(kind.noun)."
        }
    }

    /// The commands that adopt the devices which are not adopted.
    func adoption(_ pairing: DevicePairingBody, limit: Int?) -> [StyledText] {
        if pairing.canBePairedAgain {
            return WordWrap.lines("\(kind.pairCommand) \(pairing.id)", after: "  → ", limit: limit)
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

    /// What can be done with a device that is announced and not paired here; empty for one that needs no pairing.
    static func offer(_ service: DiscoveredBody, limit: Int?) -> [StyledText] {
        guard let kind = PairableProtocol(service), let pairing = service.pairing else { return [] }
        switch pairing {
        case .available:
            return WordWrap.lines("\(kind.pairCommand) \(service.id)", after: "  → ", limit: limit)
        case .elsewhere:
            let text =
                switch kind {
                case .homeKit:
                    "paired with another controller; remove it there, or reset it, then: \(kind.pairCommand) \(service.id)"
                case .matter:
                    "belongs to another home; share it from the app that has it, then, with the code that the app shows: "
                        + kind.pairCommand
                }
            return WordWrap.lines(text, after: "  ", style: .faint, limit: limit)
        }
    }
}
