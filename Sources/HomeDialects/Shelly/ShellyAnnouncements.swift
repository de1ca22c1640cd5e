import HomeModel

/// A Shelly does not describe itself; it is asked when it comes, and when its configuration changed.
///
/// Other things have an `online` topic too: nothing is said of them until one answers as a Shelly does.
package struct ShellyAnnouncements: DialectAnnouncements {
    package static let filters = ["+/online", "+/events/rpc", "+/reply/rpc"]

    private let root: String
    private var inquiry: ShellyInquiry?
    private var known: Known?
    private var patience = Patience()
    /// A device may say that it is there before it listens.
    private var repeatsLeft = mostRepeats
    private static let mostRepeats = 3

    private struct Known: Sendable {
        let address: LinkAddress
        let sleeps: Bool
        var configuration: Int?
    }

    package init(root: String) { self.root = root }

    package static func hears(_ levels: [Substring]) -> Bool {
        switch levels.count {
        case 2: levels[1] == "online"
        case 3: levels[2] == "rpc" && (levels[1] == "events" || levels[1] == "reply")
        default: false
        }
    }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        do throws(DialectError) {
            switch levels.dropFirst().first {
            case "online": return hearOnline(payload)
            case _ where payload.isEmpty: return []
            // Before a device is known, this may be anyone's topic.
            case "events" where known == nil: return (try? hearNotification(payload)) ?? []
            case "events": return try hearNotification(payload)
            default: return try hearReply(payload)
            }
        } catch {
            return [.finding(DialectFinding(topic: levels.joined(separator: "/"), error))]
        }
    }

    // MARK: What it says unasked

    private mutating func hearOnline(_ payload: [UInt8]) -> [Announcement] {
        guard !payload.isEmpty else {
            defer { (known, inquiry) = (nil, nil) }
            return known.map { [.removed($0.address)] } ?? []
        }
        guard let availability = try? Availability(shellyOnline: payload, sleeps: known?.sleeps ?? false) else {
            return []
        }
        let news = known.map { [Announcement.availability(availability, $0.address)] } ?? []
        repeatsLeft = Self.mostRepeats
        // What is awake for moments is not asked again for what it has said.
        return availability == .ready && known?.sleeps != true ? news + ask() : news
    }

    private mutating func hearNotification(_ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        patience.grow()
        switch try ShellyNotification(payload) {
        case .status(let components): return hearStatus(components)
        case .events(let events):
            guard known != nil, let change = events.last(where: { $0.name == "config_changed" }) else { return [] }
            return change.configuration.map { askAgain(after: $0) } ?? ask()
        case .other: return []
        }
    }

    private mutating func hearStatus(_ components: [JSONObject.Member]) -> [Announcement] {
        if inquiry?.isUnanswered == true, repeatsLeft > 0 {
            repeatsLeft -= 1
            return ask()
        }
        guard known == nil else {
            return askAgain(after: components.last { $0.key == "sys" }?.value["cfg_rev"]?.integer)
        }
        return inquiry == nil && components.contains { ShellyKey($0.key) != nil } ? ask() : []
    }

    private mutating func askAgain(after configuration: Int?) -> [Announcement] {
        guard let configuration, configuration != known?.configuration else { return [] }
        // Once per change, even when no answer comes.
        known?.configuration = configuration
        return ask()
    }

    private mutating func ask() -> [Announcement] {
        guard patience.take() else { return [] }
        inquiry = ShellyInquiry()
        return ShellyInquiry.opening.map { ask(ShellyRequest(method: $0.method), $0) }
    }

    private func ask(_ request: ShellyRequest, _ question: ShellyInquiry.Question) -> Announcement {
        .ask(request.message(root, id: question.id))
    }

    // MARK: What it answers

    /// Answers to orders are for the device's model, and those that nobody waits for say nothing.
    private mutating func hearReply(_ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard var inquiry else { return [] }
        let reply = try ShellyReply(payload)
        guard let question = ShellyInquiry.Question(id: reply.id), inquiry.awaits(question) else { return [] }
        do throws(DialectError) {
            let progress = try inquiry.hear(reply, to: question)
            self.inquiry = inquiry
            switch progress {
            case .waiting: return []
            case .ask(let request, let question, let document): return [sketch(document), ask(request, question)]
            case .done(let document, let configuration): return describe(document, configuration)
            case .cut(let document, let reason):
                self.inquiry = nil
                let error = DialectError.badPayload(reason, expected: "the rest of the device’s components")
                return [
                    sketch(document), .finding(DialectFinding(topic: ShellyTopic.replies(root), error)),
                ]
            }
        } catch {
            self.inquiry = nil
            throw error
        }
    }

    /// What is known before all components are listed: enough to adopt the device, and no reason to take anything from
    /// one that is adopted.
    private func sketch(_ document: ShellyDocument) -> Announcement {
        .sketched(
            LinkAddress(kind: .shelly, foreignID: document.mac, root: root),
            ShellyDeviceModel(root: root, document), native: document.native)
    }

    private mutating func describe(_ document: ShellyDocument, _ configuration: Int?) -> [Announcement] {
        inquiry = nil
        let address = LinkAddress(kind: .shelly, foreignID: document.mac, root: root)
        let replaced = known.flatMap { $0.address == address ? nil : $0.address }
        known = Known(address: address, sleeps: document.sleeps, configuration: configuration)
        return (replaced.map { [.removed($0)] } ?? []) + [
            .described(address, ShellyDeviceModel(root: root, document), native: document.native),
            .availability(.ready, address),
        ]
    }
}

/// How often a device is asked that gives reason to: without a clock, by how much it says otherwise, so that none can
/// make an endless loop of it.
private struct Patience {
    private static let most = 128
    private static let perInquiry = 16

    private var left = most

    mutating func grow() { left = min(left + 1, Self.most) }

    mutating func take() -> Bool {
        guard left >= Self.perInquiry else { return false }
        left -= Self.perInquiry
        return true
    }
}
