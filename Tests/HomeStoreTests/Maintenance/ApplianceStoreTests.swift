import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore

struct ApplianceStoreTests {
    private static let details = ApplianceDetails(
        name: DisplayName("Fridge" as StaticString), maker: "Bosch", model: "KGN", serialNumber: SerialNumber("4711"),
        boughtOn: LocalDate("2024-05-03"), boughtFrom: "Elgiganten",
        price: Money(MoneyAmount(hundredThousandths: 99_999_999_999_999), currency: .krona),
        warrantyEnds: LocalDate("2027-05-03"), manual: WebLink("https://example.com"),
        link: ApplianceLink(device: DeviceID("lamp")), note: "A\nnote")

    private func appliance(_ id: ApplianceID, revision: Int = 1) -> Appliance {
        Appliance(id: id, details: Self.details, noteBy: "ada", addedAt: noon, revision: revision)
    }

    @Test func applianceIsLoadedAsSaved() async throws {
        try await withFolder { folder in
            let fridge = appliance(ApplianceID("fridge"))
            let bare = Appliance(
                id: ApplianceID("bare"), details: ApplianceDetails(name: DisplayName("Alarm" as StaticString)),
                addedAt: noon)
            let first = try HomeDatabase.open(path: folder + "/home.sqlite")
            #expect(try await first.appliances.add(fridge) == .done)
            #expect(try await first.appliances.add(bare) == .done)
            first.close()
            let second = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { second.close() }
            #expect(try await second.appliances.all() == [bare, fridge])
            #expect(try await second.appliances.notes(by: PersonID("ada")) == [fridge])
            #expect(try await second.appliances.notes(by: PersonID("ad")) == [])
        }
    }

    @Test func onlyTheNextRevisionReplacesAnAppliance() async throws {
        try await withDatabase { database in
            let id = try #require(ApplianceID("fridge"))
            #expect(try await database.appliances.add(appliance(id)) == .done)
            #expect(try await database.appliances.replace(appliance(id, revision: 3)) == .changedMeanwhile)
            #expect(try await database.appliances.replace(appliance(id, revision: 2)) == .done)
            #expect(try await database.appliances.replace(appliance(id, revision: 2)) == .changedMeanwhile)
            #expect(try await database.appliances.replace(appliance(ApplianceID("other"), revision: 2)) == .missing)
            #expect(try await database.appliances.remove(id, history: .keep) == .done)
            #expect(try await database.appliances.remove(id, history: .keep) == .missing)
        }
    }

    @Test func removedRoomAndDeviceLeaveTheAppliance() async throws {
        try await withDatabase { database in
            let kitchen = Room(id: RoomID("kitchen"), name: DisplayName("Kitchen" as StaticString))
            try await database.registry.save(kitchen)
            try await database.registry.save(try device("lamp"))
            var details = Self.details
            details.room = kitchen.id
            let fridge = Appliance(id: ApplianceID("fridge"), details: details, addedAt: noon)
            #expect(try await database.appliances.add(fridge) == .done)
            try await database.registry.remove(kitchen.id)
            try await database.registry.remove(DeviceID("lamp"))
            let left = try #require(try await database.appliances.appliance(fridge.id))
            #expect(left.room == nil && left.link == nil && left.details.serialNumber == details.serialNumber)
        }
    }

    /// A table that refers to an appliance is rewritten with it, and loses no row.
    @Test func rewritingTablesKeepsTheInventory() async throws {
        try await withDatabase { database in
            let fridge = appliance(ApplianceID("fridge"))
            #expect(try await database.appliances.add(fridge) == .done)
            let entry = ServiceEntry(
                id: ServiceEntryID("entry"), subject: .appliance(fridge.id), subjectName: fridge.name,
                details: ServiceDetails(day: .first, title: "New lamp"), addedBy: "console", addedAt: noon)
            #expect(try await database.serviceHistory.add(entry) == .done)
            try await database.removeOldCopies()
            #expect(try await database.appliances.all() == [fridge])
            #expect(try await database.serviceHistory.entries(ServiceFilter()) == [entry])
        }
    }
}
