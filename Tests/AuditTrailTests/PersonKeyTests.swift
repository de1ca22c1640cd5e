import Crypto
import Foundation
import HomeModel
import Testing

@testable import AuditTrail
@testable import SegmentedLog
import StorageFixtures

@Suite struct PersonKeyTests {
    private let anna: PersonID = PersonID("anna")

    private let entries = [
        AuditEntry(
            .deviceControl, actor: "anna", role: .member, client: ClientID("annas-phone"), target: "lamp",
            requestID: "r1", metadata: ["value": "on"]),
        AuditEntry(
            .policyChange, severity: .security, actor: "kim", concerned: PersonID("anna"),
            metadata: ["newRole": "guest"]),
        AuditEntry(
            .clientRevoke, severity: .security, actor: "kim", client: ClientID("kims-phone"), target: "annas-phone",
            concerned: PersonID("anna")),
        AuditEntry(.settingsChange, actor: "console as anna", target: "anna", metadata: ["act": "rename"]),
        AuditEntry(.settingsChange, actor: "console", target: "retention", metadata: ["days": "7"]),
    ]

    private func filled(_ fixture: AuditFixture) async throws -> AuditLog {
        let log = try await fixture.open()
        for entry in entries { _ = try await log.append(entry) }
        return log
    }

    private func read(_ log: AuditLog) async throws -> Set<AuditEntry> { Set(try await log.records().map(\.entry)) }

    @Test func entriesAreReadBeforeAndAfterARestart() async throws {
        let fixture = try AuditFixture()
        let log = try await filled(fixture)
        #expect(try await read(log) == Set(entries))
        #expect(try await log.records().allSatisfy { $0.isErased == nil })
        #expect(try await log.records(AuditFilter(target: "annas-phone")).map(\.entry.event) == [.clientRevoke])
        #expect(try await log.records(AuditFilter(target: "anna")).count == 2)
        await log.close()
        #expect(try await read(try await fixture.open()) == Set(entries))
    }

    @Test func destroyedKeyLeavesOnlyAPseudonymAndTheEvent() async throws {
        let fixture = try AuditFixture()
        let log = try await filled(fixture)
        try await log.destroyKey(of: anna)
        try await check(log)
        await log.close()
        let reopened = try await fixture.open()
        try await check(reopened)
        #expect(await reopened.problems == [])
    }

    private func check(_ log: AuditLog) async throws {
        let left = try await read(log)
        let control = try #require(left.first { $0.event == .deviceControl })
        #expect(control.actor.hasPrefix("~") && control.client == nil && control.metadata.isEmpty)
        #expect(control.target == "lamp" && control.success && control.role == .member && control.requestID == "r1")
        let change = try #require(left.first { $0.event == .policyChange })
        #expect(change.actor == "kim" && change.target == control.actor && change.metadata.isEmpty)
        // A target with the name of the person is not concealed; the actions of the person through the console are.
        let revocation = try #require(left.first { $0.event == .clientRevoke })
        #expect(revocation.target == nil && revocation.concerned == control.actor && revocation.actor == "kim")
        #expect(revocation.client == ClientID("kims-phone"))
        let renamed = try #require(left.first { $0.actor.hasPrefix("console as ") })
        #expect(renamed.actor == "console as \(control.actor)" && renamed.target == "anna")
        #expect(left.contains(entries[4]))
        // Each entry about the person says that its details were erased, and no other entry does.
        let erased = try await log.records().filter { $0.isErased == true }.map(\.entry)
        #expect(erased.count == 4 && !erased.contains(entries[4]))
        #expect(try await log.records(AuditFilter(actor: "anna")).isEmpty)
        #expect(await log.problems == [])
    }

    @Test func destroyedKeyIsRemovedFromTheFiles() async throws {
        let fixture = try AuditFixture()
        let log = try await filled(fixture)
        let pseudonym = try #require(await log.sealer.people.pseudonym(of: "anna"))
        try await log.destroyKey(of: anna)
        // Each of the two slots is sufficient alone.
        let path = "\(fixture.folder)/log/\(PersonKeysFile.name)"
        let bytes = try AuditFixture.read(path)
        for half in [bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count / 2)] {
            try AuditFixture.write(half + Array(repeating: 0, count: half.count), to: path)
            let file = try fixture.openPersonKeys()
            #expect(file.note == nil && file.keys.all.map(\.person) == ["kim"])
        }
        let file = try fixture.openPersonKeys()
        #expect(!file.keys.all.contains { $0.pseudonym == pseudonym })
        // The records that the key of the log opens do not contain the person either.
        for severity in AuditSeverity.allCases {
            for path in try fixture.segments(severity) {
                let bytes = try AuditFixture.read(path)
                for frame in SegmentScan(bytes).compactMap(\.frame) {
                    let payload = try #require(AuditRecordCipher(keys: fixture.keys).open(frame, in: bytes))
                    let text = String(decoding: payload, as: UTF8.self)
                    #expect(!text.contains("annas-phone") && !text.contains("\"anna\"") || text.contains("settings"))
                }
            }
        }
    }

    @Test func entriesOfEarlierVersionsAreDecoded() throws {
        let old = """
            {"event":"device.control","severity":"informational","actor":"anna","role":"member","target":"lamp",
            "success":true,"requestID":"c1","metadata":{"command":"c1"}}
            """
        let stored = try JSONDecoder().decode(StoredEntry.self, from: Data(old.utf8))
        let entry = AuditEntry(
            .deviceControl, actor: "anna", role: .member, target: "lamp", requestID: "c1", metadata: ["command": "c1"])
        #expect(PersonKeyring().reveal(stored) == entry)
        var own = AuditFilter()
        own.actionsOf = anna
        #expect(AuditQuery(own, people: PersonKeyring()).read(stored) == entry)
    }

    /// What is written about a person after the destruction has the same pseudonym, and nothing that could be read.
    @Test func laterEntriesAboutAnErasedPersonGetNoNewKey() async throws {
        let fixture = try AuditFixture()
        let log = try await filled(fixture)
        let pseudonym = try await log.pseudonym(of: anna)
        try await log.destroyKey(of: anna)
        try await log.destroyKey(of: anna)
        for reopens in [false, true] {
            let current = reopens ? try await fixture.crashed(log).open() : log
            _ = try await current.append(entries[0])
            _ = try await current.append(entries[1])
            let control = try await current.records(AuditFilter(event: .deviceControl, limit: 1)).first?.entry
            #expect(control?.actor == pseudonym && control?.metadata == [:] && control?.client == nil)
            let change = try await current.records(AuditFilter(event: .policyChange, limit: 1)).first?.entry
            #expect(change?.concerned == pseudonym && change?.target == pseudonym && change?.metadata == [:])
            #expect(try await current.pseudonym(of: anna) == pseudonym)
            #expect(await !current.hasKey(of: anna))
            // A query does not tell to whom the pseudonym belonged.
            #expect(try await current.records(AuditFilter(actor: "anna")).isEmpty)
            #expect(await current.problems == [])
            #expect(await current.sealer.people.all.map(\.person) == ["kim"])
        }
    }

    @Test func entryAboutAPseudonymIsReadAsItWasWritten() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        let entry = AuditEntry(
            .dataErase, severity: .security, actor: "gateway", role: nil, client: nil, target: "~0123456789abcdef",
            concernedText: "~0123456789abcdef", success: true, count: nil, requestID: nil, metadata: ["act": "end"])
        _ = try await log.append(entry)
        #expect(try await read(log) == [entry])
        #expect(await log.sealer.people.all.isEmpty)
    }

    /// The client of an entry about its own pairing belongs to its person, and not to the person who approved it.
    @Test func pairedClientIsConcealedWithItsOwnPerson() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        _ = try await log.append(
            AuditEntry(
                .pairingSuccess, severity: .security, actor: "anna", client: ClientID("annas-phone"),
                target: "annas-phone", concerned: PersonID("kim"), metadata: ["act": "paired"]))
        try await log.destroyKey(of: anna)
        let left = try #require(try await read(log).first)
        #expect(left.concerned == "kim" && left.target == nil && left.metadata.isEmpty && left.client == nil)
    }

    @Test func verificationCountsTheEntriesThatAnErasureMadeUnreadable() async throws {
        let fixture = try AuditFixture()
        let log = try await filled(fixture)
        #expect(await log.verify().compactMap(\.erased) == [0, 0, 0])
        try await log.destroyKey(of: anna)
        let counts = Dictionary(uniqueKeysWithValues: await log.verify().map { ($0.severity, $0.erased) })
        #expect(counts == [.informational: 2, .warning: 0, .security: 2])
        #expect(await log.verify().allSatisfy(\.isProven))
    }

    @Test func damagedKeysAreMovedAsideAndReportedAtEveryStart() async throws {
        let fixture = try AuditFixture()
        let log = try await filled(fixture)
        await log.close()
        let path = "\(fixture.folder)/log/\(PersonKeysFile.name)"
        var bytes = try AuditFixture.read(path)
        for position in [0, bytes.count / 2] { bytes[position + 20] ^= 1 }
        try AuditFixture.write(bytes, to: path)
        let reopened = try await fixture.open()
        #expect(reopened.openingNotes.count == 1)
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        _ = try await reopened.append(entries[0])
        let problems = await reopened.problems
        #expect(problems.contains { $0.contains("not erased") })
        #expect(problems.allSatisfy { $0.hasPrefix("The key") })
        #expect(try await reopened.records(AuditFilter(actor: "anna")).count == 1)
        await reopened.close()
        let later = try await fixture.open()
        #expect(later.openingNotes.isEmpty)
        #expect(await !later.problems.isEmpty)
    }

    @Test func peopleBeyondTheKeyLimitStayConcealed() async throws {
        var keys = PersonKeyring((0..<PersonKeyring.maximumKeys).map { PersonKey(of: "p\($0)") })
        let areAdded = keys.addKeys(for: ["one more"])
        #expect(!areAdded)
        let stored = try keys.conceal(
            AuditEntry(.authLogin, severity: .warning, actor: "console as one more", success: false))
        #expect(keys.reveal(stored).actor.hasPrefix("console as ~"))
    }

    /// The write of a new key was torn; the earlier keys are readable.
    @Test func tornWriteKeepsTheEarlierKeys() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for actor in ["anna", "bo"] { _ = try await log.append(AuditEntry(.deviceControl, actor: actor)) }
        await log.close()
        let path = "\(fixture.folder)/log/\(PersonKeysFile.name)"
        var bytes = try AuditFixture.read(path)
        bytes[20] ^= 1
        try AuditFixture.write(bytes, to: path)
        let reopened = try await fixture.open()
        #expect(reopened.openingNotes.isEmpty)
        #expect(Set(try await reopened.records().map(\.entry.actor)).contains("anna"))
    }

    @Test func keyFileGrowsWithTheNumberOfPeople() async throws {
        let fixture = try AuditFixture()
        try FileManager.default.createDirectory(atPath: "\(fixture.folder)/log", withIntermediateDirectories: true)
        let opened = try fixture.openPersonKeys()
        var (file, keys) = (opened.file, opened.keys)
        for round in 0..<40 {
            _ = keys.addKeys(for: (0..<20).map { "person-\(round)-\($0)" })
            try file.write(keys, inBothSlots: round.isMultiple(of: 7))
            let read = try fixture.openPersonKeys()
            #expect(read.note == nil && read.keys.all.count == keys.all.count)
        }
    }
}

extension AuditFixture {
    fileprivate func openPersonKeys() throws -> PersonKeysFile.Opened {
        try PersonKeysFile.open(
            in: AuditFolder(path: "\(folder)/log", disk: DiskCalls()), sealing: keys.sealing)
    }
}
