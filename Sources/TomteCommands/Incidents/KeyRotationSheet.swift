import HomeModel

/// The plan of a rotation as text: a line for each device and client with something left to do, and under it what that is.
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
        for item in left {
            console.lines(title(of: item, limit: console.terminal.lineLimit))
            for text in texts(of: item) { console.prose(text, after: "    ") }
            // Without line breaks, because people copy it.
            if let command = command(for: item) { console.line(StyledText("      \(command)")) }
        }
        let done = plan.items.filter(\.isDone).map { name(of: $0) }
        guard !done.isEmpty else { return }
        console.prose("Done: \(done.joined(separator: ", ")).", after: StyledText("✓ ", style: .good))
    }

    /// What is cut off already comes first.
    private var left: [KeyRotationPlan.Item] {
        let left = plan.items.filter { !$0.isDone }
        return left.filter { $0.isCutOff == true } + left.filter { $0.isCutOff != true }
    }

    /// What a step does: what is cut off by its name, and all else as a number.
    func consequences(of step: Containment) -> [StyledText] {
        let count = { (effect: KeyRotationPlan.Effect) in plan.items.count { $0.effect == effect && !$0.isDone } }
        var lines: [StyledText] = []
        if step == .finishRotation {
            let cutOff = plan.cutOffAtEnd
            let all = plan.items.count { $0.effect == .setUpAgain }
            lines.append("Devices that are cut off: \(cutOff.count) of \(all).")
            lines += cutOff.prefix(Self.mostNames).flatMap { title(of: $0, limit: nil) }
            if cutOff.count > Self.mostNames { lines.append("  … and \(cutOff.count - Self.mostNames) more") }
        } else {
            lines.append("Devices that must be set up again within 14 days: \(count(.setUpAgain)).")
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
        guard let overlap = plan.overlap else {
            let count = plan.items.count { $0.isCutOff == true }
            guard count > 0 else { return "No rotation runs. New keys would concern these:" }
            let who = count == 1 ? "1 device is" : "\(count) devices are"
            return "No rotation runs. \(who) cut off since the old keys ended. New keys would concern these:"
        }
        let all = plan.followed
        let progress = all.isEmpty ? "" : "\(all.count { $0.isDone }) of \(all.count) devices are done. "
        return "New keys exist since \(minute(overlap.beganAt)). \(progress)The old ones count until "
            + "\(minute(overlap.endsAt)). \(note)"
    }

    /// The name, and the id behind it if it is another one.
    func title(of item: KeyRotationPlan.Item, limit: Int?) -> [StyledText] {
        let mark = item.isCutOff == true ? StyledText("! ", style: .warning) : StyledText("  ")
        let name = name(of: item)
        let id = item.name == nil || item.name == item.id ? StyledText() : StyledText(" (\(item.id))", style: .faint)
        let title = mark + StyledText(name, style: .strong) + id
        guard let limit, title.width > limit else { return [title] }
        return WordWrap.lines(name + id.plain, after: mark, style: .strong, limit: limit)
    }

    private func name(of item: KeyRotationPlan.Item) -> String {
        EscapedText(item.name ?? item.id, limit: 200).description
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
        case .setUpAgain where item.isCutOff == true:
            "It cannot connect, because its certificate is not valid any more. Set it up again:"
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
        words.append(item.effect == .notRotated ? "--password" : "--certificate")
        return words.joined(separator: " ")
    }
}
