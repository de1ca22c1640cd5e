import HomeModel

/// The plan of a rotation as text: a line for each device and client, and under it what to do.
struct KeyRotationSheet {
    /// More devices than these are counted, not named.
    static let mostNames = 10

    private let plan: KeyRotationPlan
    private let minute: @Sendable (Timestamp) -> String
    private let note: String

    init(_ plan: KeyRotationPlan, clock: HomeClockText) {
        self.init(plan, minute: { clock.minute($0) }, note: clock.note)
    }

    init(_ plan: KeyRotationPlan, minute: @escaping @Sendable (Timestamp) -> String, note: String) {
        self.plan = plan
        self.minute = minute
        self.note = note
    }

    func show(on console: Console) {
        console.prose(head)
        for item in plan.items {
            console.line(title(of: item))
            for text in texts(of: item) { console.prose(text, after: "    ") }
            // Without line breaks, because people copy it.
            if let command = command(for: item) { console.line(StyledText("      \(command)")) }
        }
    }

    /// What a step does: what is cut off by its name, and all else as a number.
    func consequences(of step: Containment) -> [StyledText] {
        let devices = plan.items.filter { $0.effect == .setUpAgain }
        let left = devices.filter { !$0.isDone }
        let count = { (effect: KeyRotationPlan.Effect) in plan.items.count { $0.effect == effect && !$0.isDone } }
        var lines: [StyledText] = []
        if step == .finishRotation {
            lines.append("Devices that are cut off: \(left.count) of \(devices.count).")
            lines += left.prefix(Self.mostNames).map { title(of: $0) }
            if left.count > Self.mostNames { lines.append("  … and \(left.count - Self.mostNames) more") }
        } else {
            lines.append("Devices that must be set up again within 14 days: \(left.count).")
        }
        let others = [
            ("Paired devices that get new keys by themselves", count(.renewedByGateway)),
            ("Paired devices that refused new keys and work on with the old ones", count(.pairAgain)),
            ("Phones, browsers and terminals that must trust the new web root", count(.trustAgain)),
        ]
        lines += others.filter { $0.1 > 0 }.map { StyledText("\($0.0): \($0.1).") }
        return lines + ["tomte incident keys lists all of them."]
    }

    private var head: String {
        guard let overlap = plan.overlap else { return "No rotation runs. New keys would concern these:" }
        let all = plan.followed
        let progress = all.isEmpty ? "" : "\(all.count { $0.isDone }) of \(all.count) devices are done. "
        return "New keys exist since \(minute(overlap.beganAt)). \(progress)The old ones count until "
            + "\(minute(overlap.endsAt)). \(note)"
    }

    /// The name, and the id behind it if it is another one.
    private func title(of item: KeyRotationPlan.Item) -> StyledText {
        let mark = item.isDone ? StyledText("✓ ", style: .good) : StyledText("  ")
        let name = EscapedText(item.name ?? item.id, limit: 200).description
        let id = item.name == nil || item.name == item.id ? StyledText() : StyledText(" (\(item.id))", style: .faint)
        return mark + StyledText(name, style: .strong) + id
    }

    /// What is left to do, and what is known about it.
    func texts(of item: KeyRotationPlan.Item) -> [String] {
        let obstacle = item.obstacle.map { EscapedText($0, limit: 300).description }
        return [use(of: item), obstacle, advice(for: item)].compactMap(\.self)
    }

    private func use(of item: KeyRotationPlan.Item) -> String? {
        item.use.map { use in
            let seen = use.lastSeen.map { "last seen \(minute($0))" } ?? "paired \(minute(use.pairedAt))"
            return "\(use.person), \(seen)"
        }
    }

    private func advice(for item: KeyRotationPlan.Item) -> String {
        switch item.effect {
        case .setUpAgain where item.isDone: "It has connected with its new certificate."
        case .setUpAgain where item.isIssued == true:
            "It has not connected with its new certificate yet. If the certificate is lost, issue another one:"
        case .setUpAgain: "Set it up again, with a new certificate:"
        case .trustAgain: "A phone or browser must trust the new web root; a terminal must be paired again."
        case .renewedByGateway where item.isDone: "It has new keys."
        case .renewedByGateway: "It gets new keys by itself when the gateway reaches it."
        case .pairAgain:
            "It refused new keys and works on with the old ones. The gateway tries again; or remove its pairing, and "
                + "pair it again."
        case .notRotated where item.kind == .pairedDevice: "Its keys stay."
        case .notRotated: "Its password stays. This issues a new one:"
        }
    }

    /// The command that issues a new credential; nil when the device needs none.
    func command(for item: KeyRotationPlan.Item) -> String? {
        guard item.kind == .device, !item.isDone else { return nil }
        var words = ["tomte devices provision", item.id]
        if let dialect = item.setup?.dialect { words += ["--dialect", dialect.rawValue] }
        if let mac = item.setup?.mac { words += ["--mac", mac.description] }
        return words.joined(separator: " ")
    }
}
