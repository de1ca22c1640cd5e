import HomeModel
import Synchronization
import Testing

@testable import GatewayCore

/// Each person sees the kinds of data; only people who may change settings see how much is stored.
@Suite(.timeLimit(.minutes(10))) struct StoredDataServiceTests {
    private static let kind = StoredDataKind(
        "readings", title: "Energy readings", what: "Readings.", purpose: "To show them.", class: .sensitive,
        about: .household, logs: .never, since: .database(1), kept: .retention([.energyDays]), readers: .everyone,
        places: [.table("reading", columns: "value")])

    /// Counts how often the amounts were measured.
    private final class Meter: Sendable {
        private let count = Atomic(0)

        var measurements: Int { count.load(ordering: .relaxed) }

        func amounts() -> [String: StoredDataAmount] {
            count.add(1, ordering: .relaxed)
            return ["readings": StoredDataAmount(rows: 7, bytes: 70)]
        }
    }

    private func service(_ home: CoreHome, meter: Meter) -> StoredDataService {
        StoredDataService(
            inventory: StoredDataInventory(kinds: [Self.kind]) { meter.amounts() }, retention: home.retention,
            actions: home.actions)
    }

    @Test(
        arguments: [
            (.owner, true), (.admin, true), (.member, false), (.child, false), (.guest, false), (.service, false),
        ] as [(Role, Bool)])
    func roleDecidesWhoSeesAmounts(_ role: Role, sees: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Olle", role: role, as: console).id
            let meter = Meter()
            let overview = await service(home, meter: meter).overview(for: try CoreHome.identity(person))
            #expect(overview.kinds == [Self.kind])
            #expect(overview.terms == RetentionTerms())
            #expect((overview.amounts != nil) == sees)
            // What a caller may not know is not measured for them either.
            #expect(meter.measurements == (sees ? 1 : 0))
        }
    }

    @Test func consoleSeesAmountsAndPanelDoesNot() async throws {
        try await withCore { home in
            let service = service(home, meter: Meter())
            let console = await service.overview(for: try #require(CoreHome.console))
            #expect(console.amounts?["readings"]?.rows == 7)
            let panel = try await home.identity(home.pair("Ada", role: .admin, scope: [.controlDevices]))
            #expect(await service.overview(for: panel).amounts == nil)
        }
    }

    @Test func termsAreThoseOfNow() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var terms = RetentionTerms()
            terms.energyDays = 40
            try await home.retention.set(terms, as: console)
            #expect(await service(home, meter: Meter()).overview(for: console).terms.energyDays == 40)
        }
    }
}
