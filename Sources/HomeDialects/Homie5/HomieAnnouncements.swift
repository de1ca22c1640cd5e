import HomeModel

/// `$state` and `$description` of the devices in one domain.
package struct HomieAnnouncements: DialectAnnouncements {
    package static let filters = ["+/5/+/$state", "+/5/+/$description"]

    private let domain: String
    /// The devices that speak through another one: a bridge that is lost takes its children with it.
    private var rootOf: [String: String] = [:]
    private static let maximumChildren = 1024

    package init(root: String) { domain = root }

    package static func hears(_ levels: [Substring]) -> Bool {
        levels.count == 4 && levels[1] == "5" && (levels[3] == "$state" || levels[3] == "$description")
    }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        do throws(DialectError) {
            let topic = try HomieTopic(levels.joined(separator: "/"))
            return try topic.kind == .state ? hearState(topic, payload) : hearDescription(topic, payload)
        } catch {
            let isUseless = levels[3] == "$description"
            return [
                .finding(DialectFinding(topic: levels.joined(separator: "/"), error, isUseless: isUseless))
            ]
        }
    }

    private mutating func hearState(_ topic: HomieTopic, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else {
            rootOf[topic.device] = nil
            return [.removed(topic.address)]
        }
        let availability = try Availability(homieState: payload)
        let children = availability == .lost ? rootOf.filter { $0.value == topic.device }.keys.sorted() : []
        return ([topic.device] + children).map {
            .availability(availability, LinkAddress(kind: .homie5, foreignID: $0, root: domain))
        }
    }

    private mutating func hearDescription(
        _ topic: HomieTopic, _ payload: [UInt8]
    ) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return [] }
        let model = try HomieDeviceModel(domain: topic.domain, id: topic.device, json: payload)
        if rootOf[topic.device] != nil || rootOf.count < Self.maximumChildren {
            rootOf[topic.device] = model.document.root
        }
        return [.described(topic.address, model, native: String(decoding: model.document.json(), as: UTF8.self))]
    }
}

extension HomieTopic {
    var address: LinkAddress { LinkAddress(kind: .homie5, foreignID: device, root: domain) }
}
