import Foundation
import GatewayWire
import Glibc
import HomeModel
import TestSupport
import Testing

/// The real program is killed by a signal and started again. With the consent of an owner there is a report, which says
/// nothing about the home. Without the consent nothing is written.
@Suite(.timeLimit(.minutes(10))) struct CrashReportStory {
    private static let settings = """
        discovery: { enabled: false }
        storage: { commitMilliseconds: 100 }
        clock: { trustUnsynchronised: true }
        logging: { level: trace }

        """
    /// Swift's own handler of fatal signals writes a backtrace in development builds, and the program then survives a signal
    /// that another process sent. The program of the package has no such handler.
    private static let program = ["env", "SWIFT_BACKTRACE=enable=no"]
    /// Words that occur nowhere else: names of people, rooms, devices and the home.
    private static let secrets = ["Zebrafink", "Xantippa", "Quittengarten", "lamp"]

    /// Columns: the signal, and its name in the report. No process sees `SIGKILL`.
    @Test(arguments: [(SIGSEGV, "SIGSEGV"), (SIGABRT, "SIGABRT"), (SIGKILL, nil)] as [(Int32, String?)])
    func crashLeavesAReportWithoutNames(_ signal: Int32, name: String?) async throws {
        try await withHome(settings: Self.settings, through: Self.program) { home in
            try await Self.furnish(home)
            let given = try await home.tomte("privacy", "consent", "crashReports", "--yes")
            #expect(given.status == 0, "\(given.errors)")
            // The lines of a start are recorded.
            await home.stopGateway()
            try await home.startGateway()
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                _ = try await home.tomte("send", "lamp", "switch", "on")
                await home.endGateway(with: signal)
                try await home.startGateway()
            }
            let reports = try await home.crashReports()
            let listed = try #require(reports.first)
            let shown = try await home.tomte("privacy", "crash-reports", "show", listed.id.rawValue)
            let whole = try await home.tomte("privacy", "crash-reports", "show", listed.id.rawValue, "--json")
            let report = try whole.json(CrashReport.self)
            #expect(reports == [CrashReport.Summary(report)] && report.signal == name && report.phase == .serving)
            #expect(report.isSignalFromOutside == (name != nil) && !report.lines.isEmpty)
            #expect(report.frames.isEmpty == (name == nil), "\(report.frames)")
            let files = try Self.crashFiles(of: home)
            #expect(files.count == 2, "\(files.keys)")
            let texts = [shown.output, whole.output] + files.values.map { String(decoding: $0, as: UTF8.self) }
            for secret in Self.secrets + [home.state, "127.0.0.1", "\(home.mqttPort)"] {
                #expect(texts.allSatisfy { !$0.localizedCaseInsensitiveContains(secret) }, "\(secret)")
            }
            try await Self.orderlyEndAddsNoReport(home)
            try await Self.withdrawalDeletesTheReports(home)
        }
    }

    @Test func crashWithoutTheConsentLeavesNothing() async throws {
        try await withHome(through: Self.program) { home in
            await home.endGateway(with: SIGSEGV)
            #expect(try Self.crashFiles(of: home).isEmpty)
            try await home.startGateway()
            #expect(try await home.crashReports().isEmpty)
            #expect(try Self.crashFiles(of: home).isEmpty)
        }
    }

    private static func furnish(_ home: HomeUnderTest) async throws {
        for words in [
            ["home", "rename", "Zebrafink"], ["people", "add", "Xantippa", "--role", "member"],
            ["rooms", "add", "Quittengarten"],
        ] {
            let answer = try await home.tomte.run(words)
            #expect(answer.status == 0, "\(words): \(answer.errors)")
        }
    }

    private static func orderlyEndAddsNoReport(_ home: HomeUnderTest) async throws {
        await home.stopGateway()
        #expect(try crashFiles(of: home).count == 1)
        try await home.startGateway()
        #expect(try await home.crashReports().count == 1)
    }

    private static func withdrawalDeletesTheReports(_ home: HomeUnderTest) async throws {
        let withdrawn = try await home.tomte("privacy", "withdraw", "crashReports", "--yes", "--json")
        #expect(try withdrawn.json(ConsentWithdrawalBody.self).deleted == 1)
        #expect(try crashFiles(of: home).isEmpty)
        await home.killGateway()
        try await home.startGateway()
        #expect(try crashFiles(of: home).isEmpty)
    }

    /// The bytes of the recorder and of all reports, by path.
    private static func crashFiles(of home: HomeUnderTest) throws -> [String: Data] {
        let all = FileManager.default.enumerator(atPath: home.state)?.compactMap { $0 as? String } ?? []
        let paths = all.filter { $0 == "crash.recorder" || $0.hasPrefix("crash-reports/") }
        return try Dictionary(
            uniqueKeysWithValues: paths.map { ($0, try Data(contentsOf: URL(filePath: "\(home.state)/\($0)"))) })
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func crashReports() async throws -> [CrashReport.Summary] {
        try await tomte("privacy", "crash-reports", "list", "--json").json()
    }
}
