import HomeModel

/// What a Zigbee2MQTT bridge says of itself and of all its devices.
package struct Zigbee2MQTTAnnouncements: DialectAnnouncements {
    /// The bridge's topics lie below `<root>/z2m`.
    static let base = "z2m"

    package static let filters = ["info", "state", "devices", "groups", "logging"].map { "+/\(base)/bridge/\($0)" }

    let root: String
    /// Nil until the bridge told them, which every bridge does: devices wait for them, in whatever order lists come.
    var settings: ZigbeeSettings?
    var isOnline: Bool?
    var known = ZigbeeRoster()
    private var takenBack = TakenBack()
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
            case "info": return takenBack.complete(try hearInfo(topic, payload))
            case "state": return try hearState(payload)
            case "devices": return takenBack.complete(try hearDevices(topic, payload))
            case "groups": return takenBack.complete(try hearGroups(topic, payload))
            // A line that the broker kept tells of an order of long ago.
            default: return isRetained ? [] : hearLog(payload)
            }
        } catch {
            // What is known from a list would go with it.
            let isUseless = levels[3] == "devices" && !known.hasDevices || levels[3] == "groups" && groups.isEmpty
            return news(of: [DialectFinding(topic: topic, error, isUseless: isUseless)], on: topic)
        }
    }

    func address(_ id: String) -> LinkAddress { LinkAddress(kind: .zigbee2mqtt, foreignID: id, root: root) }
}

// MARK: The bridge

extension Zigbee2MQTTAnnouncements {
    private mutating func hearInfo(_ topic: String, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let info = try JSONValue(parsing: payload, limits: ZigbeeSettings.limits)
            let news = news(of: ZigbeeSettings.findings(info, root: root, topic: topic), on: topic)
            return news + apply(try ZigbeeSettings(info: info))
        } catch {
            // A bridge whose settings cannot be read is taken for one that only assumes.
            return news(of: [DialectFinding(topic: topic, error)], on: topic) + apply(settings ?? ZigbeeSettings())
        }
    }

    private mutating func apply(_ settings: ZigbeeSettings) -> [Announcement] {
        guard settings != self.settings else { return [] }
        // Whoever waited for the first settings was not described yet.
        let isFirst = self.settings == nil
        let listed = known.sorted.filter { id, entry in
            !ZigbeeGroup.isID(id) && (isFirst || entry.options != settings.options(ofDevice: id))
        }
        self.settings = settings
        let described = listed.flatMap { id, entry -> [Announcement] in
            guard var entity = try? ZigbeeEntity(id: id, native: entry.native) else { return [] }
            entity.options = settings.options(ofDevice: id)
            do throws(DialectError) {
                return try describe(entity)
            } catch {
                return [.finding(DialectFinding(topic: "\(root)/\(Self.base)/bridge/devices[\(id)]", error))]
            }
        }
        return described + regroup()
    }

    private mutating func hearState(_ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return [] }
        let wasOnline = isOnline
        isOnline = try ZigbeeAvailabilityReader.isOnline(payload)
        guard settings != nil else { return [] }
        return known.sorted.compactMap { id, entry in
            // What the bridge said of a device before it was gone holds again, and it may not repeat it.
            let fallback: Availability? = wasOnline == false ? .unknown : nil
            return (availability(entry) ?? fallback).map { .availability($0, address(id)) }
        }
    }

    /// Nil where the device's own topic tells, or nobody has told yet.
    func availability(_ entry: ZigbeeRoster.Entry) -> Availability? {
        guard isOnline != false else { return .lost }
        guard !entry.isDisabled else { return .disconnected }
        return entry.options.hasAvailability || isOnline == nil ? nil : .ready
    }

    private func hearLog(_ payload: [UInt8]) -> [Announcement] {
        guard settings != nil, let line = ZigbeeLogLine(payload),
            let (id, entry) = known.entries.first(where: { $1.name == line.name })
        else { return [] }
        let model = try? Zigbee2MQTTModel(address: address(id), native: entry.native)
        let meant = line.key.flatMap { model?.capability(failing: $0) }
        return [.failed(address(id), meant?.0, meant?.1, line.reason, isCertain: line.isCertain)]
    }

    /// Findings that are new on this topic.
    mutating func news(of findings: [DialectFinding], on topic: String) -> [Announcement] {
        let before = standing.updateValue(Set(findings), forKey: topic) ?? []
        return findings.filter { !before.contains($0) }.map { .finding($0) }
    }
}
