import HomeModel

/// The lists of devices and groups. The bridge publishes a complete list at every change.
extension Zigbee2MQTTDiscoveryParser {
    mutating func receiveDevices(_ topic: String, payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
        guard !payload.isEmpty else { return remove { !ZigbeeGroup.isID($0) } + regroup() }
        var inventory = try JSONListParser(payload)
        var (findings, present, taken): ([DiscoveryFinding], Set<String>, Set<String>) = ([], [], [])
        var (described, isWhole): ([DiscoveryEvent], Bool) = ([], true)
        do throws(DialectError) {
            while let (index, entry) = try inventory.next() {
                let id = (try? entry.get())?["ieee_address"]?.text
                // An entry that cannot be decoded still counts as present. An entry without an id may be any device, so
                // nothing is removed then.
                let isNew = id.map { present.insert($0).inserted } ?? true
                if id == nil { isWhole = false }
                do throws(DialectError) {
                    guard let entity = try ZigbeeEntity(listed: try entry.get(), settings ?? ZigbeeSettings()) else {
                        continue
                    }
                    guard isNew else { throw .badField("ieee_address", expected: "different for each device") }
                    guard taken.insert(entity.name).inserted else {
                        throw .badField("friendly_name", expected: "different for each device")
                    }
                    described += try describe(entity)
                } catch {
                    let place = id.flatMap { HardwareID($0) == nil ? nil : $0 } ?? String(index)
                    findings.append(DiscoveryFinding(topic: "\(topic)[\(place)]", error))
                }
            }
        } catch {
            isWhole = false
            findings.append(DiscoveryFinding(topic: topic, error))
        }
        let removed = isWhole ? remove { !ZigbeeGroup.isID($0) && !present.contains($0) } : []
        return news(of: findings, on: topic) + removed + described + regroup()
    }

    mutating func receiveGroups(_ topic: String, payload: [UInt8]) throws(DialectError) -> [DiscoveryEvent] {
        var (findings, listed): ([DiscoveryFinding], [ZigbeeGroup]) = ([], [])
        var (numbers, names): (Set<Int64>, Set<String>) = ([], [])
        var inventory = payload.isEmpty ? nil : try JSONListParser(payload)
        while let (index, entry) = try inventory?.next() {
            do throws(DialectError) {
                guard let group = try ZigbeeGroup(listed: try entry.get()) else { continue }
                guard numbers.insert(group.number).inserted, names.insert(group.name).inserted else {
                    throw .badField("id", expected: "different for each group, like its friendly_name")
                }
                listed.append(group)
            } catch {
                findings.append(DiscoveryFinding(topic: "\(topic)[\(index)]", error))
            }
        }
        groups = listed
        return news(of: findings, on: topic) + regroup()
    }

    /// Describes the groups again, because every list may change their members.
    mutating func regroup() -> [DiscoveryEvent] {
        // Until a device is known, nothing is known about the members of a group.
        guard let settings, known.hasDevices else { return [] }
        let names = known.deviceNames
        var (findings, described, present): ([DiscoveryFinding], [DiscoveryEvent], Set<String>) = ([], [], [])
        for group in groups {
            let entity = ZigbeeEntity(
                group, members: group.members.compactMap { known[$0]?.shared }, settings: settings)
            do throws(DialectError) {
                guard !names.contains(group.name) else {
                    throw .badField("friendly_name", expected: "different from the names of all devices")
                }
                guard !entity.exposes.isEmpty else {
                    throw .badField("members", expected: "lights, switches, covers or locks with common functions")
                }
                described += try describe(entity)
                present.insert(group.id)
            } catch {
                findings.append(DiscoveryFinding(topic: "\(root)/\(Self.base)/bridge/groups[\(group.name)]", error))
            }
        }
        let removed = remove { ZigbeeGroup.isID($0) && !present.contains($0) }
        return news(of: findings, on: "groups") + removed + described
    }

    /// Describes a device, also an unchanged one, because the caller may have forgotten it. Returns nothing until the
    /// bridge's settings are known, because they determine the model.
    mutating func describe(_ entity: ZigbeeEntity) throws(DialectError) -> [DiscoveryEvent] {
        let entry = try known.update(entity)
        guard settings != nil else { return [] }
        let described = DiscoveryEvent.described(
            address(entity.id), Zigbee2MQTTModel(entity, root: root), native: entry.native)
        return [described] + (availability(entry).map { [.availability($0, address(entity.id))] } ?? [])
    }

    private mutating func remove(where isGone: (String) -> Bool) -> [DiscoveryEvent] {
        let gone = known.remove(where: isGone)
        return settings == nil ? [] : gone.map { .removed(address($0)) }
    }
}
