import Foundation
import GatewayWire
import HomeModel
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The present program opens the state folders that earlier versions left when they were killed. Its answers about them
/// agree with the recorded answers of those versions.
@Suite(.timeLimit(.minutes(10))) struct EarlierHomesStory {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/homes").standardizedFileURL

    /// The commits of the programs that wrote the folders.
    private static let versions: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".tar.xz") }.map { String($0.dropLast(".tar.xz".count)) }.sorted()
    }()

    @Test func fixturesContainAnEarlierVersion() { #expect(Self.versions.contains("406ef85")) }

    @Test(arguments: versions)
    func homeOfAnEarlierVersionGivesTheSameAnswers(version: String) async throws {
        let record = try Record(at: Self.folder.appending(path: "\(version).json"))
        // Readings and clients expire, so the clock of the gateway shows the time of the recording.
        let clock = ManualHomeClock()
        clock.set(to: record.time + .seconds(600))
        try await withHome(isStarted: false) { home in
            try await Self.unpack(version, into: home.state)
            try await home.startGateway(on: clock)
            for query in RecordedQuery.all(since: record.since, until: record.until) {
                let answer = try await home.tomte.run(query.words + ["--json"])
                #expect(answer.status == 0, "\(query.words): \(answer.errors)")
                let now = try JSONSerialization.jsonObject(with: Data(answer.output.utf8))
                let difference = Difference.first(from: record[query.field], to: now, at: query.field)
                #expect(difference == nil, "\(version): \(difference ?? "")")
            }
            if version == "406ef85" { try await Self.imprecisePurposesAreAskedAgain(in: home) }
            try await Self.auditLogVerifies(in: home, record: record)
            let added = try await home.tomte("people", "add", "Nora", "--role", "member")
            #expect(added.status == 0, "\(added.errors)")
            try await Self.nextStartKeepsAllPeople(home)
        }
    }

    /// The recorded home has motion that is 30 days old now, more than the term of presence. It stays until an owner
    /// answers, also when retention runs, and the answer decides.
    @Test(arguments: [true, false])
    func motionOfAnEarlierHomeStaysUntilAnOwnerAnswers(isGiven: Bool) async throws {
        let clock = ManualHomeClock()
        clock.set(to: try Record(at: Self.folder.appending(path: "406ef85.json")).time + .days(30))
        try await withHome(isStarted: false) { home in
            try await Self.unpack("406ef85", into: home.state)
            try await home.startGateway(on: clock)
            #expect(try await home.findings().contains("privacy.asksPresence"))
            try await Self.runRetention(home)
            #expect(try await Self.motion(in: home, at: clock.now) == 1)
            let answer = isGiven ? "consent" : "withdraw"
            let answered = try await home.tomte("privacy", answer, "presenceHistory", "--yes")
            #expect(answered.status == 0, "\(answered.errors)")
            try await Self.runRetention(home)
            #expect(try await Self.motion(in: home, at: clock.now) == (isGiven ? 1 : 0))
            #expect(try await !home.findings().contains("privacy.asksPresence"))
            await home.stopGateway()
            try await home.startGateway(on: clock)
            #expect(try await Self.motion(in: home, at: clock.now) == (isGiven ? 1 : 0))
            #expect(try await !home.findings().contains("privacy.asksPresence"))
        }
    }

    private static func runRetention(_ home: HomeUnderTest) async throws {
        let run = try await home.tomte("retention", "run", "--trust-clock", "--confirm")
        #expect(run.status == 0, "\(run.errors)")
    }

    /// The number of shown changes of the motion sensor.
    private static func motion(in home: HomeUnderTest, at now: Timestamp) async throws -> Int {
        try await home.tomte(
            "readings", "hall-motion", "motion", "--since", (now - .days(60)).rfc3339, "--until", now.rfc3339, "--json"
        ).json(ReadingsBody.self).changes.count
    }

    private static func unpack(_ version: String, into state: String) async throws {
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let archive = folder.appending(path: "\(version).tar.xz").path
        let result = try await Subprocess.run(
            .name("tar"),
            arguments: ["--extract", "--file", archive, "--directory", state, "--strip-components", "1"],
            output: .discarded, error: .string(limit: 1 << 16))
        #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
    }

    /// The fridge was an `appliance` and the heat pump a `heater`, which does not say whether off is safe.
    private static func imprecisePurposesAreAskedAgain(in home: HomeUnderTest) async throws {
        let answer = try await home.tomte("devices", "list", "--as", "mia", "--json")
        let devices = try JSONDecoder().decode([DeviceBody].self, from: Data(answer.output.utf8))
        func main(_ id: String) -> PartBody? {
            devices.first { $0.id.rawValue == id }?.parts.first { $0.id == .main }
        }
        for (id, purpose) in [("fridge", Purpose.appliance), ("heat-pump", .heater), ("washer", .appliance)] {
            let part = try #require(main(id))
            #expect(part.purpose == purpose && part.asksForPurpose, "\(id)")
            let access = part.capabilities.first { $0.name.kind == .switch }?.access
            #expect(access == CapabilityAccessBody(.switching(on: .stepUp, off: .stepUp)), "\(id)")
        }
        #expect(main("kitchen-ceiling")?.asksForPurpose == false)
        let answered = try await home.tomte("devices", "purpose", "fridge", "foodCooling", "--json")
        let fridge = try JSONDecoder().decode(DeviceBody.self, from: Data(answered.output.utf8))
        #expect(fridge.parts.allSatisfy { !$0.asksForPurpose && $0.purpose == .foodCooling })
    }

    private static func auditLogVerifies(in home: HomeUnderTest, record: Record) async throws {
        let heads = "\(home.state).heads"
        defer { try? FileManager.default.removeItem(atPath: heads) }
        try JSONSerialization.data(withJSONObject: record["heads"]).write(to: URL(filePath: heads))
        let proof = try await home.tomte("audit", "verify", "--heads", heads)
        #expect(proof.status == 0, "\(proof.output)\(proof.errors)")
    }

    /// The next start, with the clock of the machine as after an upgrade, has the migrated people and the added one.
    private static func nextStartKeepsAllPeople(_ home: HomeUnderTest) async throws {
        await home.stopGateway()
        try await home.startGateway()
        let people = try await home.tomte("people", "list")
        #expect(people.output.contains("Nora") && people.output.contains("Olga"), "\(people.output)")
    }
}

/// A command whose answer was recorded, and the field of the record that contains the answer.
private struct RecordedQuery {
    let field: String
    let words: [String]

    static func all(since: String, until: String) -> [RecordedQuery] {
        let span = ["--since", since, "--until", until]
        return [
            RecordedQuery(field: "devices", words: ["devices", "list"]),
            RecordedQuery(field: "people", words: ["people", "list"]),
            RecordedQuery(field: "grants", words: ["people", "grants"]),
            RecordedQuery(field: "denies", words: ["people", "grants", "--denies"]),
            RecordedQuery(field: "clients", words: ["people", "clients"]),
            RecordedQuery(field: "credentials", words: ["devices", "credentials"]),
            RecordedQuery(field: "retention", words: ["retention", "show"]),
            RecordedQuery(field: "energy", words: ["energy", "--by", "device"] + span),
            RecordedQuery(field: "fridgeHours", words: ["readings", "fridge", "power", "--resolution", "hour"] + span),
        ]
    }
}

/// The answers of an earlier version.
private struct Record {
    private let fields: [String: Any]
    let time: Timestamp
    let since: String
    let until: String

    init(at file: URL) throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        fields = try #require(parsed as? [String: Any])
        time = try #require((fields["recorded"] as? String).flatMap(Timestamp.init(rfc3339:)))
        since = try #require(fields["since"] as? String)
        until = try #require(fields["until"] as? String)
    }

    subscript(field: String) -> Any { fields[field] ?? NSNull() }
}

/// Compares JSON documents. A newer version may add fields, but must not change or omit any.
private enum Difference {
    static func first(from earlier: Any, to now: Any, at path: String) -> String? {
        switch (earlier, now) {
        case (let earlier as [String: Any], let now as [String: Any]):
            return earlier.keys.sorted().lazy
                .compactMap { first(from: earlier[$0] ?? NSNull(), to: now[$0] ?? NSNull(), at: "\(path).\($0)") }
                .first
        case (let earlier as [Any], let now as [Any]):
            guard earlier.count == now.count else { return "\(path) had \(earlier.count) items, now \(now.count)" }
            return zip(ordered(earlier), ordered(now)).enumerated().lazy
                .compactMap { first(from: $1.0, to: $1.1, at: "\(path)[\($0)]") }.first
        case (let earlier as Double, let now as Double) where abs(earlier - now) <= 1e-6:
            return nil
        default:
            return "\(earlier)" == "\(now)" ? nil : "\(path) was \(earlier), now \(now)"
        }
    }

    /// Sorts the items by their ids, because the order of items with ids has no meaning.
    private static func ordered(_ items: [Any]) -> [Any] {
        func id(_ item: Any) -> String { (item as? [String: Any])?["id"] as? String ?? "" }
        return items.enumerated().sorted { (id($0.element), $0.offset) < (id($1.element), $1.offset) }.map(\.element)
    }
}
