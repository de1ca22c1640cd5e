import HomeModel
import StorageFixtures
import Testing
import TimeSeriesStore

@testable import HomeStore
@testable import SQLiteDatabase

struct AttachmentStoreTests {
    private static let washer = AttachmentOwner.appliance(ApplianceID("washer"))

    /// Runs `body` in a database with a washer and an entry of its history.
    private func withAttachments(_ body: @Sendable (HomeDatabase) async throws -> Void) async throws {
        try await withDatabase { database in
            let details = ApplianceDetails(name: try DisplayName("Washer"))
            let washer = Appliance(id: ApplianceID("washer"), details: details, addedAt: noon)
            #expect(try await database.appliances.add(washer) == .done)
            try await body(database)
        }
    }

    private func entry(
        _ id: AttachmentID, owner: AttachmentOwner = washer, kind: AttachmentKind = .photo, by actor: String = "anna"
    ) -> AttachmentStore.Entry {
        AttachmentStore.Entry(
            HomeModel.Attachment(
                id: id, owner: owner, kind: kind, title: kind == .photo ? nil : "Manual", bytes: 1000,
                thumbnailBytes: kind == .photo ? 100 : nil,
                pixels: kind == .photo ? PixelSize(width: 40, height: 30) : nil, addedBy: actor, addedAt: noon),
            wrappedKey: Array(id.rawValue.utf8))
    }

    @Test func recordsComeBackAsTheyWereAdded() async throws {
        try await withAttachments { (database: HomeDatabase) async throws in
            let (photo, manual) = (entry(AttachmentID("a")), entry(AttachmentID("b"), kind: .manual))
            for entry in [photo, manual] { #expect(try await database.attachments.add(entry, by: nil) == .done) }
            #expect(try await database.attachments.all() == [photo, manual])
            #expect(try await database.attachments.attachments(of: Self.washer) == [photo, manual])
            #expect(try await database.attachments.attachment(AttachmentID("b")) == manual)
            #expect(try await database.attachments.totalBytes() == 2100)
            #expect(try await database.attachments.count(of: Self.washer) == 2)
            #expect(try await database.attachments.count(of: .serviceEntry(ServiceEntryID("x"))) == nil)
            #expect(try await database.attachments.remove(AttachmentID("a")) == .done)
            #expect(try await database.attachments.remove(AttachmentID("a")) == .missing)
            #expect(try await database.attachments.all() == [manual])
        }
    }

    @Test func entryOfTheHistoryHasTheNumberOfItsPhotographs() async throws {
        try await withAttachments { (database: HomeDatabase) async throws in
            let service = ServiceEntry(
                id: ServiceEntryID("service"), subject: .appliance(ApplianceID("washer")),
                subjectName: DisplayName("Washer" as StaticString),
                details: ServiceDetails(day: .first, title: "New pump"),
                addedBy: "anna", addedAt: noon)
            #expect(try await database.serviceHistory.add(service) == .done)
            let owner = AttachmentOwner.serviceEntry(service.id)
            for id in ["a", "b"] as [StaticString] {
                #expect(try await database.attachments.add(entry(AttachmentID(id), owner: owner), by: nil) == .done)
            }
            #expect(try await database.attachments.add(entry(AttachmentID("c")), by: nil) == .done)
            #expect(try await database.serviceHistory.entries(ServiceFilter()).map(\.photographCount) == [2])
            #expect(try await database.serviceHistory.entry(service.id)?.photographCount == 2)
        }
    }

    @Test func recordIsAddedOnceAndOnlyToWhatExists() async throws {
        try await withAttachments { (database: HomeDatabase) async throws in
            let photo = entry(AttachmentID("a"))
            #expect(try await database.attachments.add(photo, by: nil) == .done)
            #expect(
                try await database.attachments.add(entry(AttachmentID("a"), by: "kim"), by: nil) == .changedMeanwhile)
            #expect(try await database.attachments.all() == [photo])
            for owner in [
                AttachmentOwner.appliance(ApplianceID("fridge")), .serviceEntry(ServiceEntryID("washer")),
            ] {
                #expect(
                    try await database.attachments.add(entry(AttachmentID("b"), owner: owner), by: nil) == .missing)
            }
            for number in 1..<AttachmentLimits.perOwner {
                let id = AttachmentID(slugging: "photo-\(number)", fallback: AttachmentID("photo"))
                #expect(try await database.attachments.add(entry(id), by: nil) == .done)
            }
            #expect(try await database.attachments.add(entry(AttachmentID("more")), by: nil) == .tooMany)
        }
    }

    /// An upload may end after its person was erased.
    @Test func personWhoLeftAddsNothing() async throws {
        try await withAttachments { database in
            let anna = try #require(PersonID("anna"))
            let hash = PersonIDHash(rawValue: "anna")
            try await database.people.add(Person(id: anna, name: try DisplayName("Anna"), role: .admin))
            #expect(try await database.attachments.add(entry(AttachmentID("a")), by: hash) == .done)
            try await database.people.erase(anna, retiring: hash, pseudonym: "~1")
            #expect(try await database.attachments.add(entry(AttachmentID("b")), by: hash) == .personLeft)
            #expect(try await database.attachments.all().isEmpty)
        }
    }

    /// People with similar ids keep theirs, and the erasure may be repeated.
    @Test func erasureDeletesPhotographsAndForgetsWhoAddedManuals() async throws {
        try await withAttachments { database in
            let actors = ["anna", "console as anna", "anna-2", "console"]
            for (number, actor) in actors.enumerated() {
                for kind in AttachmentKind.allCases {
                    let id = AttachmentID(slugging: "\(kind.rawValue)-\(number)", fallback: AttachmentID("x"))
                    _ = try await database.attachments.add(entry(id, kind: kind, by: actor), by: nil)
                }
            }
            for _ in 0..<2 {
                try await database.people.erase(
                    PersonID("anna"), retiring: PersonIDHash(rawValue: "anna"), pseudonym: "~1")
            }
            let left = try await database.attachments.all().map(\.attachment)
            let expected = [
                "manual-0": "~1", "manual-1": "console as ~1", "manual-2": "anna-2", "photo-2": "anna-2",
                "manual-3": "console", "photo-3": "console",
            ]
            #expect(Dictionary(uniqueKeysWithValues: left.map { ($0.id.rawValue, $0.addedBy) }) == expected)
            try await database.removeOldCopies()
            #expect(try await database.attachments.all().count == expected.count)
        }
    }
}
