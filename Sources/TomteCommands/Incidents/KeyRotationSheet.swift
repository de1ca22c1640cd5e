import HomeModel

/// The plan of a rotation as text: what is left to do comes first, with the sentence that says it once above the devices and
/// clients that it is about. After the end of a rotation it is only what that cut off.
struct KeyRotationSheet {
    /// More devices than these are counted, not named.
    static let mostNames = 10

    private let plan: KeyRotationPlan
    private let names: PersonNames
    private let minute: @Sendable (Timestamp) -> String
    private let note: String

    /// `names` are those of people, as far as the caller may know them.
    init(_ plan: KeyRotationPlan, names: PersonNames = PersonNames(), clock: HomeClockText) {
        self.init(plan, names: names, minute: { clock.minute($0) }, note: clock.note)
    }

    init(
        _ plan: KeyRotationPlan, names: PersonNames = PersonNames(), minute: @escaping @Sendable (Timestamp) -> String,
        note: String
    ) {
        self.plan = plan
        self.names = names
        self.minute = minute
        self.note = note
    }

    /// With `showsAll`, what another rotation would mean is shown too while devices are cut off.
    func show(on console: Console, showsAll: Bool = false) {
        for line in lines(showsAll: showsAll, limit: console.terminal.lineLimit) { console.line(line) }
    }

    func lines(showsAll: Bool, limit: Int?) -> [StyledText] {
        let prose = { (text: String) in WordWrap.lines(text, limit: limit) }
        var lines = prose(head)
        let left = plan.overlap == nil ? plan.items.filter { $0.isCutOff == true } : plan.items.filter { !$0.isDone }
        for group in groups(of: left, saying: { advice(for: $0) }) {
            lines += prose(group.text)
            for item in group.items {
                lines += title(of: item, limit: limit)
                lines += facts(of: item).flatMap { WordWrap.lines($0, after: "    ", limit: limit) }
                // Without line breaks, because people copy it.
                if let command = Self.command(for: item) { lines.append(StyledText("      \(command)")) }
            }
        }
        if plan.overlap == nil {
            if left.isEmpty || showsAll { lines += prospect(limit: limit) }
        } else {
            let done = sorted(plan.items.filter(\.isDone)).map { name(of: $0) }
            if !done.isEmpty {
                let mark = StyledText("✓ ", style: .good)
                lines += WordWrap.lines("Done: \(done.joined(separator: ", ")).", after: mark, limit: limit)
            }
        }
        return lines
    }

    /// What another rotation would mean. Nothing of it is to be done now.
    private func prospect(limit: Int?) -> [StyledText] {
        var lines = WordWrap.lines("A new rotation would concern these:", limit: limit)
        for group in groups(of: plan.items, saying: { prospect(of: $0) }) {
            lines += WordWrap.lines(group.text, limit: limit)
            for item in group.items {
                lines += title(of: item, limit: limit, isMarked: false)
                if let use = use(of: item) { lines += WordWrap.lines(use, after: "    ", limit: limit) }
            }
        }
        if plan.items.contains(where: { $0.use != nil }) { lines.append(StyledText(note)) }
        return lines
    }

    /// The items that one sentence is about, by their names: first what is cut off, then the devices in the order of the plan.
    private func groups(
        of items: [KeyRotationPlan.Item], saying sentence: (KeyRotationPlan.Item) -> String
    ) -> [(text: String, items: [KeyRotationPlan.Item])] {
        var groups: [(text: String, items: [KeyRotationPlan.Item])] = []
        let ordered = items.filter { $0.isCutOff == true } + items.filter { $0.isCutOff != true }
        for item in ordered {
            let text = sentence(item)
            if let index = groups.firstIndex(where: { $0.text == text }) {
                groups[index].items.append(item)
            } else {
                groups.append((text, [item]))
            }
        }
        return groups.map { ($0.text, sorted($0.items)) }
    }

    private func sorted(_ items: [KeyRotationPlan.Item]) -> [KeyRotationPlan.Item] {
        items.sorted { (name(of: $0).lowercased(), $0.id) < (name(of: $1).lowercased(), $1.id) }
    }

    /// What a step does: what is cut off by its name, and all else as a number. A bridge and the devices behind it are one
    /// connection.
    func consequences(of step: Containment) -> [StyledText] {
        let count = { (effect: KeyRotationPlan.Effect) in plan.items.count { $0.effect == effect && !$0.isDone } }
        var lines: [StyledText] = []
        if step == .finishRotation {
            let cutOff = sorted(plan.cutOffAtEnd)
            let all = plan.items.count { $0.effect == .setUpAgain }
            lines.append("Connections that are cut off: \(cutOff.count) of \(all).")
            lines += cutOff.prefix(Self.mostNames).flatMap { title(of: $0, limit: nil) }
            if cutOff.count > Self.mostNames { lines.append("  … and \(cutOff.count - Self.mostNames) more") }
        } else {
            lines.append("Connections that must be set up again within 14 days: \(count(.setUpAgain)).")
        }
        let others = [
            ("Paired devices that get new keys by themselves", count(.renewedByGateway)),
            ("Paired devices that refused new keys and work on with the old ones", count(.pairAgain)),
            ("Phones, browsers and terminals that must trust the new web root", count(.trustAgain)),
        ]
        lines += others.filter { $0.1 > 0 }.map { StyledText("\($0.0): \($0.1).") }
        let command = plan.overlap == nil ? "tomte incident keys --all" : "tomte incident keys"
        return lines + [StyledText("\(command) lists all of them.")]
    }

    private var head: String {
        guard let overlap = plan.overlap else {
            let count = plan.items.count { $0.isCutOff == true }
            guard count > 0 else { return "No rotation runs." }
            let who = count == 1 ? "1 connection is" : "\(count) connections are"
            return "No rotation runs. \(who) cut off since the old keys ended."
        }
        let (count, done) = (plan.followed.count, plan.followed.count { $0.isDone })
        let progress = count == 0 ? "" : "\(done) of \(count) connections \(done == 1 ? "uses" : "use") them. "
        return "New keys exist since \(minute(overlap.beganAt)). \(progress)The old ones count until "
            + "\(minute(overlap.endsAt)). \(note)"
    }

    /// The name, and the id behind it if it is another one.
    func title(of item: KeyRotationPlan.Item, limit: Int?, isMarked: Bool = true) -> [StyledText] {
        let mark = isMarked && item.isCutOff == true ? StyledText("! ", style: .warning) : StyledText("  ")
        let name = name(of: item)
        let id = item.name == nil || item.name == item.id ? StyledText() : StyledText(" (\(item.id))", style: .faint)
        let title = mark + StyledText(name, style: .strong) + id
        guard let limit, title.width > limit else { return [title] }
        return WordWrap.lines(name + id.plain, after: mark, style: .strong, limit: limit)
    }

    private func name(of item: KeyRotationPlan.Item) -> String {
        EscapedText(item.name ?? item.id, limit: 200).description
    }

    /// What is known about one item alone.
    func facts(of item: KeyRotationPlan.Item) -> [String] {
        let obstacle = item.obstacle.map { EscapedText($0, limit: 300).description }
        return [use(of: item), obstacle].compactMap(\.self)
    }

    private func use(of item: KeyRotationPlan.Item) -> String? {
        item.use.map { use in
            let seen = use.lastSeen.map { "last seen \(minute($0))" } ?? "paired \(minute(use.pairedAt))"
            return "\(names.person(use.person.rawValue)), \(seen)"
        }
    }
}

// MARK: What is to be done, and what would be

extension KeyRotationSheet {
    /// What is left to do.
    func advice(for item: KeyRotationPlan.Item) -> String {
        switch item.effect {
        case .setUpAgain where item.isDone: "These have connected with their new certificates."
        case .setUpAgain where item.isIssued == true:
            "These have not connected with their new certificates yet. If a certificate is lost, issue another one:"
        case .setUpAgain where item.isCutOff == true:
            "These cannot connect, because their certificates are not valid any more. Set each up again:"
        case .setUpAgain: "Set each of these up again, with a new certificate:"
        case .trustAgain: "A phone or browser must trust the new web root; a terminal must be paired again:"
        case .renewedByGateway where item.isDone: "These have new keys."
        case .renewedByGateway: "These get new keys by themselves when the gateway reaches them:"
        case .pairAgain:
            "These refused new keys and work on with the old ones. The gateway tries again; or remove the pairing, and "
                + "pair again:"
        case .notRotated where item.kind == .pairedDevice: "The keys of these stay:"
        case .notRotated: "The passwords of these stay. The command issues a new one:"
        }
    }

    /// What another rotation would mean for the item.
    private func prospect(of item: KeyRotationPlan.Item) -> String {
        switch item.effect {
        case .setUpAgain: "These would need new certificates:"
        case .trustAgain: "On these the new web root would have to be trusted, and a terminal paired again:"
        case .renewedByGateway, .pairAgain: "These would get new keys from the gateway:"
        case .notRotated: "These would stay as they are:"
        }
    }

    /// The command that issues a new credential; nil when the device needs none.
    static func command(for item: KeyRotationPlan.Item) -> String? {
        guard item.kind == .device, !item.isDone else { return nil }
        var words = ["tomte devices provision", item.id]
        if let dialect = item.setup?.dialect { words += ["--dialect", dialect.rawValue] }
        if let mac = item.setup?.mac { words += ["--mac", mac.description] }
        words.append(item.effect == .notRotated ? "--password" : "--certificate")
        return words.joined(separator: " ")
    }
}
