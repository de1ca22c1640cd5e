import HomeModel

/// Parses the messages of a Zigbee2MQTT bridge about itself and all of its devices.
package struct Zigbee2MQTTDiscoveryParser: DiscoveryParser {
    /// All topics of the bridge lie below `<root>/z2m`.
    package static let base = "z2m"

    package static let filters = ["info", "state", "devices", "groups", "logging"].map { "+/\(base)/bridge/\($0)" }

    let root: String
    /// Nil until the bridge published its settings, as every bridge does. Devices are described only then, whatever the
    /// order of the messages is.
    var settings: ZigbeeSettings?
    var isOnline: Bool?
    var known = ZigbeeDeviceTable()
    private var retracted = RetractedDevices()
    var groups: [ZigbeeGroup] = []
    /// The current findings of each topic. Lists are published at every change, and only new findings are announced.
    var currentFindings: [String: Set<DiscoveryFinding>] = [:]

    package init(root: String) { self.root = root }

    package static func matches(_ levels: [Substring]) -> Bool {
        guard levels.count == 4, levels[1] == base, levels[2] == "bridge" else { return false }
        return ["info", "state", "devices", "groups", "logging"].contains(levels[3])
    }

    package mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        let topic = levels.joined(separator: "/")
        guard Self.matches(levels), levels[0] == root else { return [] }
        do throws(DialectError) {
            switch levels[3] {
            case "info": return retracted.complete(try receiveInfo(topic, payload: payload))
            case "state": return try receiveState(payload)
            case "devices": return retracted.complete(try receiveDevices(topic, payload: payload))
            case "groups": return retracted.complete(try receiveGroups(topic, payload: payload))
            // A retained line reports a command of long ago.
            default: return isRetained ? [] : receiveLog(payload)
            }
        } catch {
            // If devices or groups are known from a list, deleting the message would remove them.
            let isUnusable = levels[3] == "devices" && !known.hasDevices || levels[3] == "groups" && groups.isEmpty
            return news(of: [DiscoveryFinding(topic: topic, error, isUnusable: isUnusable)], on: topic)
        }
    }

    func address(_ id: String) -> LinkAddress { LinkAddress(kind: .zigbee2mqtt, foreignID: id, root: root) }
}

// MARK: The bridge

extension Zigbee2MQTTDiscoveryParser {
    private mutating func receiveInfo(_ topic: String, payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
        guard !payload.isEmpty else { return [] }
        do throws(DialectError) {
            let info = try JSONValue(parsing: payload, limits: ZigbeeSettings.limits)
            let news = news(of: ZigbeeSettings.findings(info, root: root, topic: topic), on: topic)
            return news + apply(try ZigbeeSettings(info: info))
        } catch {
            // A bridge whose settings cannot be decoded keeps its previous settings, or else counts as optimistic.
            return news(of: [DiscoveryFinding(topic: topic, error)], on: topic) + apply(settings ?? ZigbeeSettings())
        }
    }

    private mutating func apply(_ settings: ZigbeeSettings) -> [DiscoveryEvent] {
        guard settings != self.settings else { return [] }
        // Devices that waited for the first settings are not described yet.
        let isFirst = self.settings == nil
        let listed = known.sorted.filter { id, entry in
            !ZigbeeGroup.isID(id) && (isFirst || entry.options != settings.options(ofDevice: id))
        }
        self.settings = settings
        let described = listed.flatMap { id, entry -> [DiscoveryEvent] in
            guard var entity = try? ZigbeeEntity(id: id, native: entry.native) else { return [] }
            entity.options = settings.options(ofDevice: id)
            do throws(DialectError) {
                return try describe(entity)
            } catch {
                return [.finding(DiscoveryFinding(topic: "\(root)/\(Self.base)/bridge/devices[\(id)]", error))]
            }
        }
        return described + regroup()
    }

    private mutating func receiveState(_ payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
        guard !payload.isEmpty else { return [] }
        let wasOnline = isOnline
        isOnline = try ZigbeeAvailabilityDecoder.isOnline(payload)
        guard settings != nil else { return [] }
        return known.sorted.compactMap { id, entry in
            // The last availability that the bridge published for a device applies again, and the bridge may not repeat
            // it.
            let fallback: Availability? = wasOnline == false ? .unknown : nil
            return (availability(entry) ?? fallback).map { .availability($0, address(id)) }
        }
    }

    /// Returns nil if the device has an availability topic of its own, or the state of the bridge is not known yet.
    func availability(_ entry: ZigbeeDeviceTable.Entry) -> Availability? {
        guard isOnline != false else { return .lost }
        guard !entry.isDisabled else { return .disconnected }
        return entry.options.hasAvailability || isOnline == nil ? nil : .ready
    }

    private func receiveLog(_ payload: [UInt8]) -> [DiscoveryEvent] {
        guard settings != nil, let line = ZigbeeLogLine(payload),
            let (id, entry) = known.entries.first(where: { $1.name == line.name })
        else { return [] }
        let model = try? Zigbee2MQTTModel(address: address(id), native: entry.native)
        let meant = line.key.flatMap { model?.capability(failing: $0) }
        return [.failed(address(id), meant?.0, meant?.1, line.reason, isCertain: line.isCertain)]
    }

    /// Stores the findings of a topic and returns those that are new.
    mutating func news(of findings: [DiscoveryFinding], on topic: String) -> [DiscoveryEvent] {
        let before = currentFindings.updateValue(Set(findings), forKey: topic) ?? []
        return findings.filter { !before.contains($0) }.map { .finding($0) }
    }
}
