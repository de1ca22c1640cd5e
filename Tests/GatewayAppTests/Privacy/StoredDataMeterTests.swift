import Foundation
import HomeModel
import HomeStore
import StorageFixtures
import Synchronization
import Testing

@testable import GatewayApp

/// Measures a small home: rows and bytes of tables, and sizes of files.
@Suite struct StoredDataMeterTests {
    private static let kinds = [
        kind("rooms", places: [.table("room", columns: "id", "name")]),
        kind("logs", places: [.folder("audit", files: "*.segment"), .folder("", files: "gateway.log")]),
        kind("both", places: [.table("retired_device", columns: "id"), .folder("homekit", files: "*.json")]),
        kind("history", places: [.history(.energy, table: "block", columns: "data")]),
        kind("service", places: [.brokerService("data", files: "mosquitto.*")]),
        kind("browser", places: [.page(.local, names: "key")]),
        kind("missing", places: [.table("no_such_table", columns: "id")]),
    ]

    private static func kind(_ id: String, places: [StoredDataPlace]) -> StoredDataKind {
        StoredDataKind(
            id, title: "It", what: "It.", purpose: "For it.", class: .internalUse, about: .noPerson, logs: .never,
            since: .database(1), kept: .untilRemoved, readers: .program, places: places)
    }

    private final class Uptime: Sendable {
        private let seconds = Atomic(0)

        var now: Duration { .seconds(seconds.load(ordering: .relaxed)) }

        func advance(by count: Int) { seconds.add(count, ordering: .relaxed) }
    }

    private func withMeter(
        _ body: (StoredDataMeter, HomeDatabase, _ folder: String, Uptime) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let database = try HomeDatabase.open(path: "\(folder)/home.sqlite")
            defer { database.close() }
            let uptime = Uptime()
            let meter = StoredDataMeter(
                Self.kinds, database: database, roots: [.state: folder], uptime: { uptime.now })
            try await body(meter, database, folder, uptime)
        }
    }

    private func write(_ bytes: Int, to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(repeating: 7, count: bytes).write(to: URL(filePath: path))
    }

    @Test func eachKindHasTheAmountsOfItsPlaces() async throws {
        try await withMeter { meter, database, folder, _ in
            try await database.registry.save(Room(id: RoomID("hall"), name: DisplayName("Hall" as StaticString)))
            try await database.registry.save(device("lamp"))
            try await database.registry.remove(DeviceID("lamp"))
            try write(100, to: "\(folder)/audit/security-1.segment")
            try write(10, to: "\(folder)/audit/other")
            try write(3, to: "\(folder)/gateway.log")
            try write(5, to: "\(folder)/homekit/lamp.json")
            let amounts = await meter.amounts()
            #expect(amounts["rooms"] == StoredDataAmount(rows: 1, bytes: 8))
            #expect(amounts["logs"] == StoredDataAmount(rows: nil, bytes: 103))
            #expect(amounts["both"] == StoredDataAmount(rows: 1, bytes: 4 + 5))
            #expect(amounts["history"]?.rows == 0)
        }
    }

    /// A home without a service of the broker has no folder of it, and what a browser keeps is not known here.
    @Test func unknownPlacesHaveNoAmount() async throws {
        try await withMeter { meter, _, _, _ in
            let amounts = await meter.amounts()
            #expect(Set(amounts.keys) == ["rooms", "logs", "both", "history"])
        }
    }

    @Test func measurementStaysForSomeSeconds() async throws {
        try await withMeter { meter, database, _, uptime in
            #expect(await meter.amounts()["rooms"]?.rows == 0)
            try await database.registry.save(Room(id: RoomID("hall"), name: DisplayName("Hall" as StaticString)))
            uptime.advance(by: 9)
            #expect(await meter.amounts()["rooms"]?.rows == 0)
            uptime.advance(by: 1)
            #expect(await meter.amounts()["rooms"]?.rows == 1)
        }
    }

    /// Every kind of the inventory can be measured in a new home.
    @Test func inventoryIsMeasuredCompletely() async throws {
        try await withFolder { folder in
            let database = try HomeDatabase.open(path: "\(folder)/home.sqlite")
            defer { database.close() }
            let meter = StoredDataMeter(
                DataInventory.kinds, database: database, roots: [.state: folder, .brokerService: "\(folder)/none"],
                uptime: { .zero })
            let amounts = await meter.amounts()
            for kind in DataInventory.kinds {
                let isHere = kind.places.contains { place in
                    switch place {
                    case .columns, .files: true
                    case .logKeys, .browser, .terminal: false
                    }
                }
                #expect((amounts[kind.id] != nil) == isHere, "\(kind.id)")
            }
            #expect((amounts["database"]?.bytes ?? 0) > 0)
        }
    }
}
