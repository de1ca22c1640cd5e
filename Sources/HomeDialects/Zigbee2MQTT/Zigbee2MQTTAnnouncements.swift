import HomeModel

/// What a Zigbee2MQTT bridge says of itself and of all its devices.
package struct Zigbee2MQTTAnnouncements: DialectAnnouncements {
    /// The bridge's topics lie below `<root>/z2m`.
    static let base = "z2m"

    /// Settings come before the devices that they hold for: retained messages are sent filter by filter.
    package static let filters = ["info", "state", "devices", "groups", "logging"].map { "+/\(base)/bridge/\($0)" }

    struct Known {
        let name: String
        let native: String
        let hasAvailability: Bool
        let isDisabled: Bool
    }

    let root: String
    var settings = ZigbeeSettings()
    var isOnline: Bool?
    /// By id, groups among them.
    var known: [String: Known] = [:]
    var groups: [ZigbeeGroup] = []
    /// What was found on a topic and still stands: lists are published at every change.
    var standing: [String: Set<DialectFinding>] = [:]

    package init(root: String) { self.root = root }

    package static func hears(_ levels: [Substring]) -> Bool {
        guard levels.count == 4, levels[1] == base, levels[2] == "bridge" else { return false }
        return ["info", "state", "devices", "groups", "logging"].contains(levels[3])
    }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        let topic = levels.joined(separator: "/")
        guard Self.hears(levels), levels[0] == root else { return [] }
        do throws(DialectError) {
            switch levels[3] {
            case "info": return try hearInfo(topic, payload)
            case "state": return try hearState(payload)
            case "devices": return try hearDevices(topic, payload)
            case "groups": return try hearGroups(topic, payload)
            // A line that the broker kept tells of an order of long ago.
            default: return isRetained ? [] : hearLog(payload)
            }
        } catch {
            return news(of: [DialectFinding(topic: topic, error)], on: topic)
        }
    }

    func address(_ id: String) -> LinkAddress { LinkAddress(kind: .zigbee2mqtt, foreignID: id, root: root) }
}

// MARK: The bridge

extension Zigbee2MQTTAnnouncements {
    private mutating func hearInfo(_ topic: String, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return [] }
        let info = try JSONValue(parsing: payload, limits: ZigbeeSettings.limits)
        let news = news(of: ZigbeeSettings.findings(info, root: root, topic: topic), on: topic)
        let settings = try ZigbeeSettings(info: info)
        guard settings != self.settings else { return news }
        self.settings = settings
        let again = known.filter { !ZigbeeGroup.isID($0.key) }.sorted { $0.key < $1.key }.compactMap { id, known in
            var entity = try? ZigbeeEntity(id: id, native: known.native)
            entity?.options = settings.options(ofDevice: id)
            return entity
        }
        var described: [Announcement] = []
        for entity in again { described += try describe(entity) }
        return news + described + regroup()
    }

    private mutating func hearState(_ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return [] }
        let wasOnline = isOnline
        isOnline = try ZigbeeAvailabilityReader.isOnline(payload)
        return known.sorted { $0.key < $1.key }.compactMap { id, known in
            // The bridge does not repeat what it said of a device before it was gone.
            let fallback: Availability? = wasOnline == false ? .ready : nil
            return (availability(known) ?? fallback).map { .availability($0, address(id)) }
        }
    }

    /// Nil where the device's own topic tells, or nobody has told yet.
    func availability(_ known: Known) -> Availability? {
        guard isOnline != false else { return .lost }
        guard !known.isDisabled else { return .disconnected }
        return known.hasAvailability || isOnline == nil ? nil : .ready
    }

    private func hearLog(_ payload: [UInt8]) -> [Announcement] {
        guard let line = ZigbeeLogLine(payload), let (id, known) = known.first(where: { $1.name == line.name }) else {
            return []
        }
        let model = try? Zigbee2MQTTModel(address: address(id), native: known.native)
        let meant = line.key.flatMap { model?.capability(failing: $0) }
        return [.failed(address(id), meant?.0, meant?.1, line.reason)]
    }

    /// Findings that are new on this topic.
    mutating func news(of findings: [DialectFinding], on topic: String) -> [Announcement] {
        let before = standing.updateValue(Set(findings), forKey: topic) ?? []
        return findings.filter { !before.contains($0) }.map { .finding($0) }
    }
}
