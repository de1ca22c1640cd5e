import HomeKitProtocol

/// Makes accessories from JSON. It accepts what it can use, and enforces the limits.
struct DatabaseParser {
    /// The things that belong to no accessory and were left out.
    private(set) var problems: [String] = []
    private var characteristicCount = 0
    /// The things of the present accessory that were left out.
    private var local: [String] = []
    private var knownCharacteristics: Set<UInt64> = []

    private static let maximumProblems = 32

    mutating func accessories(_ list: [HomeKitJSON]) throws(AccessoryDatabaseError) -> [Accessory] {
        guard list.count <= AccessoryDatabaseLimits.accessories else {
            throw .tooMany("accessories", limit: AccessoryDatabaseLimits.accessories)
        }
        var accessories: [Accessory] = []
        var known: Set<UInt64> = []
        for node in list {
            guard let aid = node["aid"]?.looseID else {
                report("an accessory", because: "it has no id")
                continue
            }
            guard known.insert(aid).inserted else {
                report("accessory \(aid)", because: "another accessory has the same id")
                continue
            }
            accessories.append(try accessory(node, aid: aid))
        }
        return accessories
    }

    private mutating func report(_ what: String, because why: String) {
        if problems.count < Self.maximumProblems { problems.append("\(what): \(why)") }
    }

    private mutating func reportLocally(_ what: String, because why: String) {
        if local.count < Self.maximumProblems { local.append("\(what): \(why)") }
    }

    private mutating func accessory(_ node: HomeKitJSON, aid: UInt64) throws(AccessoryDatabaseError) -> Accessory {
        let list = node["services"]?.elements ?? []
        guard list.count <= AccessoryDatabaseLimits.services else {
            throw .tooMany("services of an accessory", limit: AccessoryDatabaseLimits.services)
        }
        local = []
        knownCharacteristics = []
        var services: [AccessoryService] = []
        for node in list {
            guard let service = try service(node) else { continue }
            services.append(service)
        }
        return Accessory(aid: aid, services: services, problems: local)
    }

    private mutating func service(_ node: HomeKitJSON) throws(AccessoryDatabaseError) -> AccessoryService? {
        guard let type = node["type"]?.text.flatMap({ HAPType($0) }) else {
            reportLocally("a service", because: "it has no readable type")
            return nil
        }
        let list = node["characteristics"]?.elements ?? []
        characteristicCount += list.count
        guard list.count <= AccessoryDatabaseLimits.characteristics,
            characteristicCount <= AccessoryDatabaseLimits.allCharacteristics
        else { throw .tooMany("characteristics", limit: AccessoryDatabaseLimits.characteristics) }
        let characteristics = list.compactMap { characteristic($0) }
        // Without an id of its own, a service is known by its first characteristic.
        let ownID = node["iid"]?.looseID.flatMap { $0 == 0 ? nil : $0 }
        guard let iid = ownID ?? characteristics.map(\.iid).min() else {
            reportLocally("service \(type)", because: "it has no id")
            return nil
        }
        return AccessoryService(
            iid: iid, type: type, isHidden: node["hidden"]?.characteristicValue?.truth ?? false,
            isPrimary: node["primary"]?.characteristicValue?.truth ?? false,
            linked: (node["linked"]?.elements ?? []).prefix(AccessoryDatabaseLimits.listedValues).compactMap(\.looseID),
            characteristics: characteristics)
    }

    private mutating func characteristic(_ node: HomeKitJSON) -> Characteristic? {
        guard let type = node["type"]?.text.flatMap({ HAPType($0) }) else {
            reportLocally("a characteristic", because: "it has no readable type")
            return nil
        }
        guard let iid = node["iid"]?.looseID else {
            reportLocally("characteristic \(type)", because: "it has no id")
            return nil
        }
        guard knownCharacteristics.insert(iid).inserted else {
            reportLocally("characteristic \(type)", because: "another characteristic has the same id, \(iid)")
            return nil
        }
        return Characteristic(
            iid: iid, type: type, permissions: Self.permissions(node),
            format: node["format"]?.text.flatMap { ValueFormat(word: $0) }, unit: node["unit"]?.text,
            minimum: node["minValue"]?.characteristicValue?.number,
            maximum: node["maxValue"]?.characteristicValue?.number,
            // Some devices write `stepValue`.
            step: node["minStep"]?.characteristicValue?.number ?? node["stepValue"]?.characteristicValue?.number,
            maximumLength: (node["maxLen"]?.characteristicValue?.number).flatMap { Int(exactly: $0) },
            validValues: (node["valid-values"]?.elements ?? []).prefix(AccessoryDatabaseLimits.listedValues).compactMap(
                \.characteristicValue?.number),
            validRanges: Self.ranges(node["valid-values-range"]?.elements ?? []),
            value: node["value"]?.characteristicValue,
            label: node["description"]?.text)
    }

    /// The permissions, of a list or of a text such as `pr,pw`; nil when there are none at all.
    private static func permissions(_ node: HomeKitJSON) -> CharacteristicPermissions? {
        let words: [String]
        switch node["perms"] {
        case .list(let list)?: words = list.compactMap(\.text)
        case .text(let text)?: words = text.split { !$0.isLetter }.map { String($0) }
        default: return nil
        }
        let permissions = CharacteristicPermissions(words: words)
        // Some devices hide a characteristic with a member, as a service.
        return node["hidden"]?.characteristicValue?.truth ?? false ? permissions.union(.hidden) : permissions
    }

    /// The ranges of `[low, high]` or `[[low, high], …]`.
    private static func ranges(_ list: [HomeKitJSON]) -> [ClosedRange<Double>] {
        func range(_ ends: [HomeKitJSON]) -> ClosedRange<Double>? {
            guard ends.count == 2, let low = ends[0].characteristicValue?.number,
                let high = ends[1].characteristicValue?.number, low <= high
            else { return nil }
            return low...high
        }
        if let range = range(list) { return [range] }
        return list.prefix(AccessoryDatabaseLimits.listedValues).compactMap { $0.elements.flatMap(range) }
    }
}
