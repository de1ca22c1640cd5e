import AuditTrail
import Foundation
import HomeModel
import Logging
import TimeSeriesStore
import SeededRandom
import Testing

@testable import GatewayCore
@testable import HomeStore

@Suite(.timeLimit(.minutes(10))) struct ConsentServiceTests {
    /// Columns: the role, whether it may answer, and whether it is shown who answered.
    @Test(
        arguments: [
            (Role.owner, true, true), (.admin, false, true), (.member, false, false), (.child, false, false),
            (.guest, false, false),
        ])
    func onlyOwnersAnswerAndEveryoneSeesTheConsents(_ role: Role, mayAnswer: Bool, seesWho: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let owner = try await home.peopleService.add(name: "Olga", role: .owner, as: console).id
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console).id
            let (service, identity) = (home.consents, try CoreHome.identity(person))
            try await service.give(.presenceHistory, version: 1, as: try CoreHome.identity(owner))
            let statuses = try await service.list(as: identity)
            #expect(statuses.map(\.id) == ConsentID.allCases)
            let status = try #require(statuses.first { $0.id == .presenceHistory })
            #expect(status.mayAnswer == mayAnswer && (status.surplus != nil) == mayAnswer)
            #expect(status.answeredBy?.id == (seesWho ? owner : nil))
            if mayAnswer {
                #expect(try await service.withdraw(.presenceHistory, as: identity) == 0)
            } else {
                await #expect(throws: ActionRefusal.self) {
                    _ = try await service.withdraw(.presenceHistory, as: identity)
                }
                await #expect(throws: ActionRefusal.self) {
                    try await service.give(.crashReports, version: 1, as: identity)
                }
            }
            #expect(await home.core.consents.record(of: .presenceHistory).isGiven == !mayAnswer)
        }
    }

    @Test func answersNeedTheirConfirmationWithAPIN() async throws {
        try await withCore { home in
            let identity = try await home.identity(home.pair("Olga", role: .owner))
            await #expect {
                try await home.consents.give(.presenceHistory, version: 1, as: identity)
            } throws: { if case ActionRefusal.denied(.stepUpNeeded(.people)) = $0 { true } else { false } }
            await #expect {
                _ = try await home.consents.withdraw(.presenceHistory, as: identity)
            } throws: { if case ActionRefusal.denied(.stepUpNeeded(.wipes)) = $0 { true } else { false } }
        }
    }

    /// The owner read another text than the present one.
    @Test func answerToAnotherTextIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect {
                try await home.consents.give(.presenceHistory, version: 2, as: console)
            } throws: { if case ActionRefusal.conflict = $0 { true } else { false } }
            #expect(await home.core.consents.record(of: .presenceHistory) == .initial)
        }
    }

    @Test func answersAreAuditedOnceAndShownToOpenPages() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let anna = try await home.peopleService.add(name: "Anna", role: .guest, as: console).id
            var events = LiveEvents(of: await home.feed.subscribe(as: try CoreHome.identity(anna)))
            for _ in 0..<2 { try await home.consents.give(.presenceHistory, version: 1, as: console) }
            #expect(await events.next()?.isOfHome == true)
            for _ in 0..<2 { _ = try await home.consents.withdraw(.presenceHistory, as: console) }
            #expect(await events.next()?.isOfHome == true)
            let entries = try await home.audit.records(AuditFilter()).map(\.entry)
                .filter { [.consentGive, .consentWithdraw].contains($0.event) }
            #expect(Set(entries.map(\.event)) == [.consentGive, .consentWithdraw] && entries.count == 2)
            #expect(entries.allSatisfy { $0.target == "presenceHistory" && $0.severity == .security })
        }
    }

    @Test func withdrawalSaysBeforeAndAfterWhatItDeletes() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.storeMotion(days: 20)
            let status = try await home.consents.status(of: .presenceHistory, for: console)
            #expect(status.surplus == .init(records: 12, oldest: home.clock.now() - .days(19)))
            #expect(try await home.storedMotion() == 20)
            #expect(try await home.consents.withdraw(.presenceHistory, as: console) == 12)
            #expect(try await home.storedMotion() == 8)
            #expect(await home.core.consents.record(of: .presenceHistory).isDeletionPending == false)
            let receipt = try await home.audit.records(AuditFilter(event: .retentionPurge)).first?.entry
            #expect(receipt?.metadata["records"] == "12" && receipt?.metadata["act"] == "withdrawnConsent")
        }
    }

    /// A hold is evidence, which a person keeps on purpose and with a reason.
    @Test func seriesWithAHoldIsKeptAndThePreviewSaysSo() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.storeMotion(days: 20)
            try await home.retention.keep(motion, as: RetentionException(hold: "a burglary"), by: console)
            let status = try await home.consents.status(of: .presenceHistory, for: console)
            #expect(status.surplus == .init(records: 0, heldSeries: 1))
            #expect(try await home.consents.withdraw(.presenceHistory, as: console) == 0)
            #expect(try await home.storedMotion() == 20)
        }
    }

    /// The clock decides what is old, so the deletion waits for it. What is to be deleted is hidden at once.
    @Test func deletionWaitsUntilTheClockIsSynchronised() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.storeMotion(days: 20)
            home.time.set(isSynchronised: false)
            #expect(try await home.consents.withdraw(.presenceHistory, as: console) == nil)
            #expect(await home.consents.pendingDeletions() == [.presenceHistory])
            let edge = await home.retention.terms.edge(of: motion, .environment, at: home.clock.now())
            #expect(edge == home.clock.now() - .days(7))
            #expect(try await home.storedMotion() == 20)
            home.time.set(isSynchronised: true)
            await home.consents.finishDeletions()
            #expect(try await home.storedMotion() == 8)
            #expect(await home.consents.pendingDeletions().isEmpty)
        }
    }

    /// A home may never have a synchronised clock, so a run of retention for which a person trusts it deletes this too.
    @Test func runOfRetentionThatTrustsTheClockFinishesTheDeletion() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.storeMotion(days: 20)
            home.time.set(isSynchronised: false)
            #expect(try await home.consents.withdraw(.presenceHistory, as: console) == nil)
            let service = RetentionService(job: home.retention, consents: home.consents)
            await #expect(throws: ActionRefusal.self) { _ = try await service.purge(as: console) }
            #expect(await home.consents.pendingDeletions() == [.presenceHistory])
            _ = try await service.purge(as: console, trustingClock: true)
            #expect(await home.consents.pendingDeletions().isEmpty)
            #expect(try await home.storedMotion() == 8)
        }
    }

    /// The clock was unknown when the owner answered, and is synchronised to a wrong time. It would delete the last days too.
    @Test func deletionDoesNotFollowAClockThatIsFarAhead() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.storeMotion(days: 20)
            let now = home.clock.now()
            home.time.set(isSynchronised: false)
            #expect(try await home.consents.withdraw(.presenceHistory, as: console) == nil)
            home.time.set(to: now + .days(1000), isSynchronised: true)
            await home.consents.finishDeletions()
            #expect(await home.consents.pendingDeletions() == [.presenceHistory])
            home.time.set(to: now, isSynchronised: true)
            await home.consents.finishDeletions()
            #expect(await home.consents.pendingDeletions().isEmpty)
            #expect(try await home.storedMotion() == 8)
        }
    }

    /// The gateway was killed after the answer was stored and before the deletion ended.
    @Test func nextStartFinishesTheDeletion() async throws {
        try await withCore { home in
            try await home.database.consents.save(ConsentRecord(state: .given), of: .presenceHistory)
            try await home.storeMotion(days: 20)
            let answer = ConsentRecord.Answer(
                version: 1, time: home.clock.now(), person: nil, isFromConsole: true)
            try await home.database.consents.save(
                ConsentRecord(state: .given).withdrawn(answer), of: .presenceHistory)
            let next = try await home.nextConsents()
            #expect(await next.pendingDeletions() == [.presenceHistory])
            await next.finishDeletions()
            #expect(try await home.storedMotion() == 8)
            #expect(try await home.database.consents.load()[.presenceHistory]?.isDeletionPending == false)
        }
    }

    /// The copy contains the whole history that the withdrawal deletes.
    @Test func withdrawalRemovesTheCopyFromBeforeAnUpgrade() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try Data("rows".utf8).write(to: home.earlierCopy)
            _ = try await home.consents.withdraw(.presenceHistory, as: console)
            #expect(!FileManager.default.fileExists(atPath: home.earlierCopy.path))
        }
    }

    /// A deletion that fails is repeated each minute. Its receipts must not fill the audit log. A folder in the place of
    /// the copy cannot be overwritten.
    @Test func repeatedFailureOfTheDeletionHasOneReceipt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.storeMotion(days: 20)
            try FileManager.default.createDirectory(at: home.earlierCopy, withIntermediateDirectories: false)
            #expect(try await home.consents.withdraw(.presenceHistory, as: console) == nil)
            for _ in 0..<3 { await home.consents.finishDeletions() }
            #expect(await home.consents.pendingDeletions() == [.presenceHistory])
            #expect(try await home.receipts() == ["12"])
            try FileManager.default.removeItem(at: home.earlierCopy)
            await home.consents.finishDeletions()
            #expect(await home.consents.pendingDeletions().isEmpty)
            #expect(try await home.receipts().sorted() == ["0", "12"])
        }
    }

    /// A change of the other terms, by the API, leaves the consent in force.
    @Test func newTermsDoNotChangeTheConsent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            #expect(await home.retention.terms.limitsPresence)
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            try await home.retention.set(RetentionTerms(environmentDays: 300, presenceDays: 2), as: console)
            #expect(await home.retention.terms.limitsPresence == false)
            #expect(await home.pipeline.terms.limitsPresence == false)
            _ = try await home.consents.withdraw(.presenceHistory, as: console)
            let terms = await home.retention.terms
            #expect(terms.limitsPresence && terms.presenceDays == 2)
            #expect(try await home.database.retention.terms() == terms)
            #expect(await home.pipeline.terms == terms)
        }
    }

    /// Random answers, purges, days and restarts: what is stored of motion is what a list of all changes and answers
    /// allows.
    @Test(arguments: [1, 2, 3] + (0..<3).map { _ in UInt64.random(in: 1000...10_000_000) })
    func storedMotionMatchesAModel(seed: UInt64) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var random = SeededGenerator(seed: seed)
            var service = home.consents
            var (kept, isGiven) = ([Timestamp](), false)
            for _ in 0..<60 {
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    try await service.give(.presenceHistory, version: 1, as: console)
                    isGiven = true
                case 1:
                    _ = try await service.withdraw(.presenceHistory, as: console)
                    if isGiven { kept.removeAll { $0 < home.clock.now() - .days(7) } }
                    isGiven = false
                case 2:
                    _ = try await home.retention.purge(as: console, isConfirmed: true)
                    kept.removeAll { $0 < home.clock.now() - (isGiven ? .days(365) : .days(7)) }
                case 3:
                    service = try await home.nextConsents()
                default:
                    home.time.advance(by: .hours(Int.random(in: 5...50, using: &random)))
                    try await home.store(motionAt: home.clock.now())
                    kept.append(home.clock.now())
                }
                #expect(try await home.storedMotion() == kept.count, "seed \(seed)")
            }
        }
    }

    /// The activity and the history show no motion that is past the term, also before it is deleted, and late reports that
    /// are past it are not accepted.
    @Test func motionPastItsTermIsShownNowhere() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(motion.device, capabilities: [Capability(motion.capability)], purpose: nil)
            try await home.storeMotion(days: 20)
            let query = HistoryQuery(
                motion, from: home.clock.now() - .days(100), to: home.clock.now() + .seconds(1))
            let presence = ActivityQuery(category: .presence, limit: 200)
            #expect(try await home.pages(query, as: console).changes.count == 8)
            #expect(try await home.activity.list(presence, as: console).entries.count == 8)
            let (terms, now) = (await home.pipeline.terms, home.clock.now())
            #expect(throws: ReadingRejection.pastItsTerm) {
                try ReadingValidator(terms: terms).check(now - .days(8), of: motion, kind: .environment, now: now)
            }
            try await home.consents.give(.presenceHistory, version: 1, as: console)
            #expect(try await home.pages(query, as: console).changes.count == 20)
            #expect(try await home.activity.list(presence, as: console).entries.count == 20)
        }
    }

    @Test func removedPersonIsForgotten() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for name in ["Olga", "Anna"] { _ = try await home.peopleService.add(name: name, role: .owner, as: console) }
            let olga = try CoreHome.identity(PersonID("olga"))
            try await home.consents.give(.presenceHistory, version: 1, as: olga)
            try await home.peopleService.remove(PersonID("olga"), as: console)
            let record = await home.core.consents.record(of: .presenceHistory)
            #expect(record.isGiven && record.answer != nil && record.answer?.person == nil)
            #expect(try await home.database.consents.load()[.presenceHistory] == record)
        }
    }
}

private let motion = SeriesID(device: DeviceID("hall"), part: .main, capability: CapabilityName(.motion))

extension CoreHome {
    fileprivate var consents: ConsentService { ConsentService(on: core, logger: Self.silent) }

    /// The copy of the database from before an upgrade.
    fileprivate var earlierCopy: URL { URL(filePath: "\(folder)/home.sqlite.version-16") }

    /// How many records each receipt of a deletion states.
    fileprivate func receipts() async throws -> [String] {
        try await audit.records(AuditFilter(event: .retentionPurge)).compactMap { $0.entry.metadata["records"] }
    }

    private static var silent: Logger { Logger(label: "core") { _ in SwiftLogNoOpLogHandler() } }

    /// The consents of the next start of the gateway. The terms in memory stay those of this one.
    fileprivate func nextConsents() async throws -> ConsentService {
        ConsentService(
            consents: try await ConsentRegistry(loading: database.consents), database: database,
            retention: retention, crashReports: core.crashReports, people: people, feed: feed, actions: actions,
            logger: Self.silent)
    }

    /// Stores one change at this time on each of the last days.
    fileprivate func storeMotion(days: Int) async throws {
        for day in (0..<days).reversed() { try await store(motionAt: clock.now() - .days(day)) }
    }

    fileprivate func store(motionAt time: Timestamp) async throws {
        try await database.readings.append(
            RecordBatch(
                readings: [], changes: [StateChange(series: motion, time: time, value: .boolean(true))]))
        try await database.readings.flushAndCompactAll()
    }

    /// The number of stored changes, whether they may be shown or not.
    fileprivate func storedMotion() async throws -> Int {
        try await database.readings.newestStateChanges(
            of: motion, from: Timestamp(milliseconds: 0), to: clock.now() + .days(1), limit: 1000
        ).count
    }
}
