import HomeModel

/// The lists of devices and groups, which are published whole at every change.
extension Zigbee2MQTTAnnouncements {
    mutating func hearDevices(_ topic: String, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return remove { !ZigbeeGroup.isID($0) } + regroup() }
        var (findings, present, taken): ([DialectFinding], Set<String>, Set<String>) = ([], [], [])
        var (described, isWhole): ([Announcement], Bool) = ([], true)
        for (index, entry) in try ZigbeeInventory(payload).entries.enumerated() {
            let id = (try? entry.get())?["ieee_address"]?.text
            if id == nil { isWhole = false }
            do throws(DialectError) {
                guard let entity = try ZigbeeEntity(listed: try entry.get(), settings) else { continue }
                guard !present.contains(entity.id) else {
                    throw .badField("ieee_address", expected: "of one device only")
                }
                guard taken.insert(entity.name).inserted else {
                    throw .badField("friendly_name", expected: "of one device only")
                }
                described += try describe(entity)
            } catch {
                findings.append(
                    DialectFinding(
                        topic: "\(topic)[\(id.flatMap(HardwareID.init) == nil ? String(index) : id ?? "")]", error))
            }
            if let id { present.insert(id) }
        }
        // An entry that cannot be read is still there, and one without id may be any.
        let removed = isWhole ? remove { !ZigbeeGroup.isID($0) && !present.contains($0) } : []
        return news(of: findings, on: topic) + removed + described + regroup()
    }

    mutating func hearGroups(_ topic: String, _ payload: [UInt8]) throws(DialectError) -> [Announcement] {
        var (findings, listed): ([DialectFinding], [ZigbeeGroup]) = ([], [])
        let entries = payload.isEmpty ? [] : try ZigbeeInventory(payload).entries
        for (index, entry) in entries.enumerated() {
            do throws(DialectError) {
                guard let group = try ZigbeeGroup(listed: try entry.get()) else { continue }
                guard !listed.contains(where: { $0.number == group.number || $0.name == group.name }) else {
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
        let devices = known.filter { !ZigbeeGroup.isID($0.key) }
        guard !devices.isEmpty else { return [] }
        let names = Set(devices.map(\.value.name))
        var (findings, described, present): ([DialectFinding], [Announcement], Set<String>) = ([], [], [])
        for group in groups {
            let members = group.members.compactMap { id in
                known[id].flatMap { try? ZigbeeEntity(id: id, native: $0.native) }
            }
            let entity = ZigbeeEntity(group, members: members, settings)
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

    /// Nothing for a device that is as it was.
    mutating func describe(_ entity: ZigbeeEntity) throws(DialectError) -> [Announcement] {
        let native = entity.native
        guard native != known[entity.id]?.native else { return [] }
        guard native.utf8.count <= ZigbeeEntity.maximumBytes else {
            throw .tooLarge(bytes: native.utf8.count, limit: ZigbeeEntity.maximumBytes)
        }
        let now = Known(
            name: entity.name, native: native, hasAvailability: entity.options.hasAvailability,
            isDisabled: entity.isDisabled)
        known[entity.id] = now
        let described = Announcement.described(
            address(entity.id), Zigbee2MQTTModel(entity, root: root), native: native)
        return [described] + (availability(now).map { [.availability($0, address(entity.id))] } ?? [])
    }

    private mutating func remove(where isGone: (String) -> Bool) -> [Announcement] {
        let gone = known.keys.filter(isGone).sorted()
        for id in gone { known[id] = nil }
        return gone.map { .removed(address($0)) }
    }
}
