import Crypto
import Foundation
import HomeModel
import HomeStore
import StorageFixtures
import Testing

@testable import GatewayApp
@testable import GatewayCore

/// Changes of the configuration and of the broker's access rules that the gateway did not make.
@Suite struct ConfigurationWatchTests {
    private static let rules = "user plug\ntopic readwrite plug/#\n"

    /// A folder with a configuration and access rules, and a watch over them.
    private struct Watched {
        let folder: String
        let watch: ConfigurationWatch
        let feed: IncidentFeed

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }

        /// The names of the files that were reported. Ends the feed.
        func reported() async -> [String] {
            // Everything before it has been sent when `look` returned.
            feed.send(.auditDamaged(code: "end"))
            var names: [String] = []
            for await observation in feed.observations {
                guard case .fileChanged(let name) = observation else { break }
                names.append(name)
            }
            return names
        }
    }

    private func withWatch(_ body: (Watched) async throws -> Void) async throws {
        try await withDatabase { database in
            try await withFolder { folder in
                let feed = IncidentFeed()
                let clock = HomeClock(
                    now: { Timestamp(milliseconds: 0) }, uptime: { .zero }, boot: UUID(), waiting: ContinuousClock(),
                    isSynchronised: { true })
                let watch = ConfigurationWatch(
                    configuration: "\(folder)/tomte.yaml", accessRules: "\(folder)/access.acl",
                    expecting: { Self.rules }, store: database.incidents(sealedWith: SymmetricKey(size: .bits256)),
                    feed: feed, clock: clock)
                let watched = Watched(folder: folder, watch: watch, feed: feed)
                try watched.write("https:\n", to: "tomte.yaml")
                try watched.write(Self.rules, to: "access.acl")
                await watch.look()
                try await body(watched)
            }
        }
    }

    @Test func changedConfigurationIsReportedOnce() async throws {
        try await withWatch { watched in
            try watched.write("https:\n# x\n", to: "tomte.yaml")
            for _ in 0..<3 { await watched.watch.look() }
            #expect(await watched.reported() == ["tomte.yaml"])
        }
    }

    @Test func accessRulesCountOnlyAtTheSecondLook() async throws {
        try await withWatch { watched in
            try watched.write(Self.rules + "topic read #\n", to: "access.acl")
            await watched.watch.look()
            try watched.write(Self.rules, to: "access.acl")
            for _ in 0..<2 { await watched.watch.look() }
            #expect(await watched.reported().isEmpty)
        }
    }

    /// A comment of megabytes must not hide a rule.
    @Test(arguments: ["tomte.yaml", "access.acl"])
    func fileThatIsTooLargeToReadIsReported(_ name: String) async throws {
        try await withWatch { watched in
            try watched.write("#" + String(repeating: "x", count: 5 << 20), to: name)
            for _ in 0..<2 { await watched.watch.look() }
            #expect(await watched.reported() == [name])
        }
    }
}
