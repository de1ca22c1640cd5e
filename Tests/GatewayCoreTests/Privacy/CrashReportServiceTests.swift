import AuditTrail
import CrashReports
import Foundation
import HomeModel
import Logging
import Testing

@testable import GatewayCore
@testable import HomeStore

@Suite(.timeLimit(.minutes(10))) struct CrashReportServiceTests {
    @Test func homeWithoutTheConsentWritesNothing() async throws {
        try await withCore { home in
            home.core.crashReports.begin(isAllowed: false, names: [])
            let names = try FileManager.default.contentsOfDirectory(atPath: home.folder)
            #expect(!names.contains { $0.hasPrefix("crash") }, "\(names)")
        }
    }

    /// What an earlier version of the program or another copy of the folder left is removed without the consent.
    @Test func recorderOfARunWithoutTheConsentIsRemoved() async throws {
        try await withCore { home in
            let names = [CrashReportService.Setup.recorderName, CrashReportService.Setup.takenRecorderName]
            let recorders = names.map { "\(home.folder)/\($0)" }
            for recorder in recorders { try Data("a run".utf8).write(to: URL(filePath: recorder)) }
            home.core.crashReports.begin(isAllowed: false, names: [])
            #expect(recorders.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        }
    }

    /// Reading a report has an audit entry, so the list contains none.
    @Test func listSaysHowRunsEndedAndOnlyTheReportHasItsLines() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let report = CrashReport(
                id: .random(), time: home.clock.now(), version: "1", architecture: "aarch64", signal: "SIGSEGV",
                isSignalFromOutside: false, phase: .serving, uptimeSeconds: 60, frames: ["0x1a"],
                lines: [CrashReport.Line(secondsBefore: 1, text: "error retention failed")])
            try CrashReportFolder(path: "\(home.folder)/\(CrashReportService.Setup.reportsName)").add(report)
            #expect(try await home.core.crashReports.list(as: console) == [CrashReport.Summary(report)])
            #expect(try await home.audit.records(AuditFilter(event: .dataExport)).isEmpty)
            #expect(try await home.core.crashReports.report(report.id, as: console) == report)
            #expect(try await home.audit.records(AuditFilter(event: .dataExport)).count == 1)
        }
    }

    /// Columns: the role, and whether it may read and remove reports.
    @Test(arguments: [(Role.owner, true), (.admin, true), (.member, false), (.child, false), (.guest, false)])
    func reportsAreForThoseWhoMaintainTheHome(_ role: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console).id
            let (service, identity) = (home.core.crashReports, try CoreHome.identity(person))
            let id = CrashReport.ID.random()
            if isAllowed {
                #expect(try await service.list(as: identity).isEmpty)
                await #expect { _ = try await service.report(id, as: identity) } throws: {
                    if case ActionRefusal.notFound = $0 { true } else { false }
                }
                await #expect { try await service.remove(id, as: identity) } throws: {
                    if case ActionRefusal.notFound = $0 { true } else { false }
                }
            } else {
                await #expect(throws: ActionRefusal.self) { _ = try await service.list(as: identity) }
                await #expect(throws: ActionRefusal.self) { _ = try await service.report(id, as: identity) }
                await #expect(throws: ActionRefusal.self) { try await service.remove(id, as: identity) }
            }
        }
    }
}
