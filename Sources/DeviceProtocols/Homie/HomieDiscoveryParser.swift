import HomeModel

/// Parses `$state` and `$description` of the devices in one domain.
package struct HomieDiscoveryParser: DiscoveryParser {
    package static let filters = ["+/5/+/$state", "+/5/+/$description"]

    private let domain: String
    /// The root device of each child device. When a root device is lost, its children are lost with it.
    private var rootOf: [String: String] = [:]
    private static let maximumChildren = 1024

    package init(root: String) { domain = root }

    package static func matches(_ levels: [Substring]) -> Bool {
        levels.count == 4 && levels[1] == "5" && (levels[3] == "$state" || levels[3] == "$description")
    }

    package mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        do throws(DialectError) {
            let topic = try HomieTopic(levels.joined(separator: "/"))
            return try topic.kind == .state
                ? receiveState(topic, payload: payload) : receiveDescription(topic, payload: payload)
        } catch {
            let isUnusable = levels[3] == "$description"
            return [
                .finding(DiscoveryFinding(topic: levels.joined(separator: "/"), error, isUnusable: isUnusable))
            ]
        }
    }

    private mutating func receiveState(_ topic: HomieTopic, payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
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

    private mutating func receiveDescription(
        _ topic: HomieTopic, payload: [UInt8]
    ) throws(DialectError) -> [DiscoveryEvent] {
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
