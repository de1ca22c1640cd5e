import HomeModel

/// The lists of devices and groups, which are published whole at every change.
extension Zigbee2MQTTAnnouncements {
    mutating func hearDevices(_ topic: String, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return remove { !ZigbeeGroup.isID($0) } + regroup() }
        var inventory = try ZigbeeInventory(payload)
        var (findings, present, taken): ([DialectFinding], Set<String>, Set<String>) = ([], [], [])
        var (described, isWhole): ([Announcement], Bool) = ([], true)
        do throws(DialectError) {
            while let (index, entry) = try inventory.next() {
                let id = (try? entry.get())?["ieee_address"]?.text
                // An entry that cannot be read is still there, and one without id may be any.
                let isNew = id.map { present.insert($0).inserted } ?? true
                if id == nil { isWhole = false }
                do throws(DialectError) {
                    guard let entity = try ZigbeeEntity(listed: try entry.get(), settings ?? ZigbeeSettings()) else {
                        continue
                    }
                    guard isNew else { throw .badField("ieee_address", expected: "of one device only") }
                    guard taken.insert(entity.name).inserted else {
                        throw .badField("friendly_name", expected: "of one device only")
                    }
                    described += try describe(entity)
                } catch {
                    let place = id.flatMap { HardwareID($0) == nil ? nil : $0 } ?? String(index)
                    findings.append(DialectFinding(topic: "\(topic)[\(place)]", error))
                }
            }
        } catch {
            isWhole = false
            findings.append(DialectFinding(topic: topic, error))
        }
        let removed = isWhole ? remove { !ZigbeeGroup.isID($0) && !present.contains($0) } : []
        return news(of: findings, on: topic) + removed + described + regroup()
    }

    mutating func hearGroups(_ topic: String, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        var (findings, listed): ([DialectFinding], [ZigbeeGroup]) = ([], [])
        var (numbers, names): (Set<Int64>, Set<String>) = ([], [])
        var inventory = payload.isEmpty ? nil : try ZigbeeInventory(payload)
        while let (index, entry) = try inventory?.next() {
            do throws(DialectError) {
                guard let group = try ZigbeeGroup(listed: try entry.get()) else { continue }
                guard numbers.insert(group.number).inserted, names.insert(group.name).inserted else {
                    throw .badField("id", expected: "of one group only, and so its friendly_name")
                }
                listed.append(group)
            } catch {
                findings.append(DialectFinding(topic: "\(topic)[\(index)]", error))
            }
        }
        groups = listed
        return news(of: findings, on: topic) + regroup()
    }

    /// Groups are what their members are, so they change with every list.
    mutating func regroup() -> [Announcement] {
        // As long as no device is known, a group may have any members.
        guard let settings, known.hasDevices else { return [] }
        let names = known.deviceNames
        var (findings, described, present): ([DialectFinding], [Announcement], Set<String>) = ([], [], [])
        for group in groups {
            let entity = ZigbeeEntity(group, members: group.members.compactMap { known[$0]?.shared }, settings)
            do throws(DialectError) {
                guard !names.contains(group.name) else {
                    throw .badField("friendly_name", expected: "no device's")
                }
                guard !entity.exposes.isEmpty else {
                    throw .badField("members", expected: "lights, switches, covers or locks that all can do the same")
                }
                described += try describe(entity)
                present.insert(group.id)
            } catch {
                findings.append(DialectFinding(topic: "\(root)/\(Self.base)/bridge/groups[\(group.name)]", error))
            }
        }
        let removed = remove { ZigbeeGroup.isID($0) && !present.contains($0) }
        return news(of: findings, on: "groups") + removed + described
    }

    /// Also a device that is as it was: whoever forgot it hears of it again. Nothing while nobody knows by which
    /// settings it is to be understood.
    mutating func describe(_ entity: ZigbeeEntity) throws(DialectError) -> [Announcement] {
        let entry = try known.note(entity)
        guard settings != nil else { return [] }
        let described = Announcement.described(
            address(entity.id), Zigbee2MQTTModel(entity, root: root), native: entry.native)
        return [described] + (availability(entry).map { [.availability($0, address(entity.id))] } ?? [])
    }

    private mutating func remove(where isGone: (String) -> Bool) -> [Announcement] {
        let gone = known.remove(where: isGone)
        return settings == nil ? [] : gone.map { .removed(address($0)) }
    }
}
