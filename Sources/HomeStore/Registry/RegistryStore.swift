import SQLiteDatabase
import GRDB
package import HomeModel

/// Stores the adopted devices and the rooms.
package struct RegistryStore: Sendable {
    let pool: SQLitePool

    /// Loads all of it. `retiredDevices` are ids of removed devices, which must not be assigned again. They include ids
    /// that grants or denies still name because an earlier version did not remove them.
    package func load() async throws(StorageError) -> (
        rooms: [Room], devices: [Device], retiredDevices: Set<DeviceID>
    ) {
        try await pool.read { db in
            (
                rooms: try Row.fetchAll(db, sql: "SELECT id, name FROM room ORDER BY id").map(Room.init(row:)),
                devices: try Row.fetchAll(db, sql: "SELECT * FROM device ORDER BY id").map(Device.init(row:)),
                retiredDevices: Set(
                    try Row.fetchAll(db, sql: Self.retiredDevices).map { try $0.value("id") })
            )
        }
    }

    private static let retiredDevices = """
        SELECT id FROM retired_device
        UNION
        SELECT named.value AS id FROM access_grant, json_each(access_grant.selector, '$.devices') AS named
            WHERE named.value NOT IN (SELECT id FROM device)
        """

    /// Adds or replaces the device. Its room must have been saved.
    package func save(_ device: Device) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO device
                        (id, name, room, link, foreign_id, root, adopted_at, description, native_description, purposes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, room = excluded.room, link = excluded.link,
                        foreign_id = excluded.foreign_id, root = excluded.root, adopted_at = excluded.adopted_at,
                        description = excluded.description, native_description = excluded.native_description,
                        purposes = excluded.purposes
                    """,
                arguments: [
                    device.id.rawValue, device.name.text, device.room?.rawValue, device.address.kind.rawValue,
                    device.address.foreignID, device.address.root, device.adoptedAt.milliseconds,
                    try JSONColumn.encode(device.description.withoutPurposes(of: Set(device.purposes.keys))),
                    device.nativeDescription,
                    try JSONColumn.encode(StoredPurposes(device.purposes)),
                ])
        }
    }

    /// Deletes the device but not its readings; its id is never assigned again. Its service history keeps the name that
    /// the device had, and its appliance has no device afterwards.
    package func remove(_ device: DeviceID) async throws(StorageError) {
        try await pool.write { db in
            try db.separate(fromDevice: device)
            try db.execute(sql: "DELETE FROM device WHERE id = ?", arguments: [device.rawValue])
            guard db.changesCount > 0 else { return }
            try db.execute(
                sql: "INSERT INTO retired_device (id) VALUES (?) ON CONFLICT (id) DO NOTHING",
                arguments: [device.rawValue])
        }
    }

    /// Adds or renames the room.
    package func save(_ room: Room) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO room (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                arguments: [room.id.rawValue, room.name.text])
        }
    }

    /// Removes the room; devices in it are in no room afterwards.
    package func remove(_ room: RoomID) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM room WHERE id = ?", arguments: [room.rawValue])
        }
    }
}

extension DeviceDescription {
    /// The description without the purposes that the column `purposes` contains, which an earlier version of the
    /// program can read even if it does not know all of them.
    fileprivate func withoutPurposes(of stated: Set<PartID>) -> DeviceDescription {
        DeviceDescription(
            name: name, manufacturer: manufacturer, model: model,
            parts: parts.map { part in
                var part = part
                if stated.contains(part.id) { part.purpose = nil }
                return part
            }, others: others, hardware: hardware)
    }
}

extension Room {
    fileprivate init(row: Row) throws {
        self.init(id: try row.value("id"), name: try row.name("name"))
    }
}

extension Device {
    fileprivate init(row: Row) throws {
        self.init(
            id: try row.value("id"), name: try row.name("name"),
            room: try row.valueIfPresent("room"),
            address: LinkAddress(
                kind: try row.word("link"), foreignID: try row.decode(forColumn: "foreign_id"),
                root: try row.decode(forColumn: "root")),
            description: try row.json("description"),
            purposes: (try row.jsonIfPresent("purposes") as StoredPurposes?)?.purposes,
            nativeDescription: try row.decode(forColumn: "native_description"),
            adoptedAt: Timestamp(milliseconds: try row.decode(forColumn: "adopted_at")))
    }
}

/// Purposes by part, as a JSON object of texts. Values that the program does not know are left out, so people are asked
/// again.
private struct StoredPurposes: Codable {
    let purposes: [PartID: Purpose]

    init(_ purposes: [PartID: Purpose]) { self.purposes = purposes }

    init(from decoder: any Decoder) throws {
        let texts = try decoder.singleValueContainer().decode([String: String].self)
        purposes = texts.reduce(into: [:]) { purposes, entry in
            if let part = PartID(entry.key) { purposes[part] = Purpose(rawValue: entry.value) }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(
            Dictionary(purposes.map { ($0.key.rawValue, $0.value.rawValue) }) { first, _ in first })
    }
}

extension RegistryStore {
    /// Returns the name of the home; nil until people have set one.
    package func homeName() async throws(StorageError) -> DisplayName? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT name FROM home_name").map { try $0.name("name") }
        }
    }

    /// Replaces the stored name.
    package func save(homeName name: DisplayName) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM home_name")
            try db.execute(sql: "INSERT INTO home_name (name) VALUES (?)", arguments: [name.text])
        }
    }
}
