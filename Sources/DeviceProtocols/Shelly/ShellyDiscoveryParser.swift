import HomeModel

/// Queries the description of a Shelly, which does not announce itself: when it appears and when its configuration has
/// changed.
///
/// Other devices have an `online` topic, too, so nothing is announced until a device replies like a Shelly.
package struct ShellyDiscoveryParser: DiscoveryParser {
    package static let filters = ["+/online", "+/events/rpc", "+/reply/rpc"]

    private let root: String
    private var inquiry: ShellyInquiry?
    private var known: Known?
    private var tokens = InquiryTokenBucket()
    /// The number of further inquiries while none was answered. A device may report that it is online before it
    /// receives requests.
    private var repeatsLeft = maximumRepeats
    private static let maximumRepeats = 3

    /// A device that has been described.
    private struct Known: Sendable {
        let address: LinkAddress
        let sleeps: Bool
        var configuration: Int?
    }

    package init(root: String) { self.root = root }

    package static func matches(_ levels: [Substring]) -> Bool {
        switch levels.count {
        case 2: levels[1] == "online"
        case 3: levels[2] == "rpc" && (levels[1] == "events" || levels[1] == "reply")
        default: false
        }
    }

    package mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        do throws(DialectError) {
            switch levels.dropFirst().first {
            case "online": return receiveOnline(payload)
            case _ where payload.isEmpty: return []
            // Until the device is known, this may be the topic of another type of device.
            case "events" where known == nil: return (try? receiveNotification(payload)) ?? []
            case "events": return try receiveNotification(payload)
            default: return try receiveReply(payload)
            }
        } catch {
            return [.finding(DiscoveryFinding(topic: levels.joined(separator: "/"), error))]
        }
    }

    // MARK: Messages that the device sends on its own

    private mutating func receiveOnline(_ payload: [UInt8]) -> [DiscoveryEvent] {
        guard !payload.isEmpty else {
            defer { (known, inquiry) = (nil, nil) }
            return known.map { [.removed($0.address)] } ?? []
        }
        guard let availability = try? Availability(shellyOnline: payload, sleeps: known?.sleeps ?? false) else {
            return []
        }
        let news = known.map { [DiscoveryEvent.availability(availability, $0.address)] } ?? []
        repeatsLeft = Self.maximumRepeats
        // A sleeping device is awake only for moments, so it is not queried again for known data.
        return availability == .ready && known?.sleeps != true ? news + query() : news
    }

    private mutating func receiveNotification(_ payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
        tokens.refill()
        switch try ShellyNotification(payload) {
        case .status(let components): return receiveStatus(components)
        case .events(let events):
            guard known != nil, let change = events.last(where: { $0.name == "config_changed" }) else { return [] }
            return change.configuration.map { askAgain(after: $0) } ?? query()
        case .other: return []
        }
    }

    private mutating func receiveStatus(_ components: [JSONObject.Member]) -> [DiscoveryEvent] {
        if inquiry?.isUnanswered == true, repeatsLeft > 0 {
            repeatsLeft -= 1
            return query()
        }
        guard known == nil else {
            return askAgain(after: components.last { $0.key == "sys" }?.value["cfg_rev"]?.integer)
        }
        return inquiry == nil && components.contains { ShellyKey($0.key) != nil } ? query() : []
    }

    private mutating func askAgain(after configuration: Int?) -> [DiscoveryEvent] {
        guard let configuration, configuration != known?.configuration else { return [] }
        // Query once per change, even if no reply arrives.
        known?.configuration = configuration
        return query()
    }

    private mutating func query() -> [DiscoveryEvent] {
        guard tokens.consume() else { return [] }
        inquiry = ShellyInquiry()
        return ShellyInquiry.opening.map { query(ShellyRequest(method: $0.method), question: $0) }
    }

    private func query(_ request: ShellyRequest, question: ShellyInquiry.Question) -> DiscoveryEvent {
        .query(request.message(root, id: question.id))
    }

    // MARK: Replies

    /// Replies to commands belong to the device's model, and unexpected replies are ignored.
    private mutating func receiveReply(_ payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
        guard var inquiry else { return [] }
        let reply = try ShellyReply(payload)
        guard let question = ShellyInquiry.Question(id: reply.id), inquiry.awaits(question) else { return [] }
        do throws(DialectError) {
            let progress = try inquiry.receive(reply, to: question)
            self.inquiry = inquiry
            switch progress {
            case .waiting: return []
            case .query(let request, let question, let document):
                return [sketch(document), query(request, question: question)]
            case .done(let document, let configuration): return describe(document, configuration: configuration)
            case .incomplete(let document, let reason):
                self.inquiry = nil
                let error = DialectError.badPayload(reason, expected: "the rest of the device’s components")
                return [
                    sketch(document), .finding(DiscoveryFinding(topic: ShellyTopic.replies(root), error)),
                ]
            }
        } catch {
            self.inquiry = nil
            throw error
        }
    }

    /// The partial description before all components are listed: enough to adopt the device, but it never removes
    /// anything from an adopted device.
    private func sketch(_ document: ShellyDocument) -> DiscoveryEvent {
        .partiallyDescribed(
            LinkAddress(kind: .shelly, foreignID: document.mac, root: root),
            ShellyDeviceModel(root: root, document), native: document.native)
    }

    private mutating func describe(_ document: ShellyDocument, configuration: Int?) -> [DiscoveryEvent] {
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

/// Limits the rate of inquiries to a device: every notification adds a token, and every inquiry consumes several. It
/// uses no clock, and no device can cause an endless loop.
private struct InquiryTokenBucket {
    private static let most = 128
    private static let perInquiry = 16

    private var left = most

    mutating func refill() { left = min(left + 1, Self.most) }

    mutating func consume() -> Bool {
        guard left >= Self.perInquiry else { return false }
        left -= Self.perInquiry
        return true
    }
}
