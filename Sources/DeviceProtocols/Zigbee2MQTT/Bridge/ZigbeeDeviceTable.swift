import HomeModel

/// The devices and groups of a bridge in the form in which they were last decoded, up to the limits of a bridge.
struct ZigbeeDeviceTable: Sendable {
    /// The stored data of a device or group.
    struct Entry: Sendable {
        let name: String
        let native: String
        let options: ZigbeeOptions
        let isDisabled: Bool
        let shared: ZigbeeGroupFeatures
    }

    static let maximumDevices = 1024
    /// The limit for the sum of all `native` texts, equal to that of the longest list.
    static let maximumBytes = JSONLimits.inventory.bytes

    /// Devices and groups by their ids.
    private(set) var entries: [String: Entry] = [:]
    private var bytes = 0
    /// The number of devices without the groups. The number of groups is limited by the values of their list and by
    /// `maximumBytes`.
    private var devices = 0

    subscript(_ id: String) -> Entry? { entries[id] }

    var hasDevices: Bool { devices > 0 }
    var deviceNames: Set<String> { Set(entries.lazy.filter { !ZigbeeGroup.isID($0.key) }.map(\.value.name)) }
    var sorted: [(key: String, value: Entry)] { entries.sorted { $0.key < $1.key } }

    /// Stores an entity and returns its entry. Throws and stores nothing beyond the limits.
    mutating func update(_ entity: ZigbeeEntity) throws(DialectError) -> Entry {
        let (native, old) = (entity.native, entries[entity.id])
        if let old, old.native == native { return old }
        guard native.utf8.count <= ZigbeeEntity.maximumBytes else {
            throw .tooLarge(bytes: native.utf8.count, limit: ZigbeeEntity.maximumBytes)
        }
        let total = bytes - (old?.native.utf8.count ?? 0) + native.utf8.count
        guard total <= Self.maximumBytes else { throw .tooLarge(bytes: total, limit: Self.maximumBytes) }
        if old == nil, !ZigbeeGroup.isID(entity.id) {
            guard devices < Self.maximumDevices else { throw .tooMany("devices", limit: Self.maximumDevices) }
            devices += 1
        }
        let entry = Entry(
            name: entity.name, native: native, options: entity.options,
            isDisabled: entity.isDisabled, shared: ZigbeeGroupFeatures(entity.exposes))
        (bytes, entries[entity.id]) = (total, entry)
        return entry
    }

    /// Removes entries and returns their sorted ids.
    mutating func remove(where isGone: (String) -> Bool) -> [String] {
        let gone = entries.keys.filter(isGone).sorted()
        for id in gone {
            bytes -= entries.removeValue(forKey: id)?.native.utf8.count ?? 0
            if !ZigbeeGroup.isID(id) { devices -= 1 }
        }
        return gone
    }
}
