import HomeModel
import HomeStore
import SeededRandom
import StorageFixtures
import Testing

/// The store of the history against a list in memory that does the same in the simplest way.
@Suite struct ServiceHistoryPropertyTests {
    @Test(arguments: UInt64(1)...12) func storeAnswersAsAListDoes(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let names = ["Fridge", "Oven", "Pump"]
            var ids: [ApplianceID] = []
            for name in names {
                let appliance = Appliance(
                    id: .random(), details: ApplianceDetails(name: try DisplayName(name)),
                    addedAt: Timestamp(milliseconds: 0))
                #expect(try await database.appliances.add(appliance) == .done)
                ids.append(appliance.id)
            }
            var model: [ServiceEntry] = []
            for step in 0..<120 {
                let index = Int.random(in: 0..<names.count, using: &random)
                if Int.random(in: 0..<4, using: &random) == 0, let victim = model.randomElement(using: &random) {
                    #expect(try await database.serviceHistory.remove(victim.id) == .done)
                    model.removeAll { $0.id == victim.id }
                } else {
                    let entry = try entry(of: ids[index], name: names[index], step: step, using: &random)
                    #expect(try await database.serviceHistory.add(entry) == .done)
                    model.append(entry)
                }
            }
            try await check(database, against: model, of: ids, seed: seed, using: &random)
        }
    }

    private func entry(
        of id: ApplianceID, name: String, step: Int, using random: inout SeededGenerator
    ) throws -> ServiceEntry {
        let day = try #require(LocalDate(dayNumber: 20_000 + Int.random(in: 0..<900, using: &random)))
        let currency = try #require(Currency(Bool.random(using: &random) ? "SEK" : "EUR"))
        let amount = MoneyAmount(hundredThousandths: Int128(Int.random(in: 0...99_999_999_999, using: &random)))
        return ServiceEntry(
            id: .random(), subject: .appliance(id), subjectName: try DisplayName(name),
            details: ServiceDetails(
                day: day, title: "Entry \(step)",
                cost: Bool.random(using: &random) ? Money(amount, currency: currency) : nil),
            addedBy: "console", addedAt: Timestamp(milliseconds: Int64(step)))
    }

    private func check(
        _ database: HomeDatabase, against model: [ServiceEntry], of ids: [ApplianceID], seed: UInt64,
        using random: inout SeededGenerator
    ) async throws {
        var subjects: [ServiceSubject?] = [nil]
        for id in ids { subjects.append(.appliance(id)) }
        for subject in subjects {
            let own = model.filter { subject == nil || $0.subject == subject }
            let sorted = own.sorted { ($0.details.day, $0.id) > ($1.details.day, $1.id) }
            let limit = Int.random(in: 1...40, using: &random)
            var read: [ServiceEntry] = []
            var filter = ServiceFilter(subject: subject, limit: limit)
            while true {
                let page = try await database.serviceHistory.entries(filter)
                read += page
                guard page.count == limit, let last = page.last else { break }
                filter.cursor = ServiceCursor(day: last.details.day, entry: last.id)
            }
            #expect(read == sorted, "seed \(seed)")
            let costs = try await database.serviceHistory.costs(of: subject)
            let sums = Dictionary(
                grouping: own.filter { $0.details.cost != nil },
                by: { "\($0.subject) \($0.details.day.year) \($0.details.cost?.currency.description ?? "")" }
            ).mapValues { $0.reduce(Int128(0)) { $0 + ($1.details.cost?.amount.hundredThousandths ?? 0) } }
            let found = Dictionary(
                uniqueKeysWithValues: costs.map {
                    ("\($0.subject) \($0.year) \($0.total.currency)", $0.total.amount.hundredThousandths)
                })
            #expect(found == sums, "seed \(seed)")
        }
    }
}
