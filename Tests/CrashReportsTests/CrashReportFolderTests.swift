import Foundation
import HomeModel
import Testing

@testable import CrashReports

struct CrashReportFolderTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func withFolder(_ body: (CrashReportFolder, String) throws -> Void) throws {
        let path = "/tmp/reports-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(CrashReportFolder(path: path), path)
    }

    private func report(_ day: Int) -> CrashReport {
        CrashReport(
            id: .random(), time: Self.start + .days(day), version: "1.2.3", architecture: "aarch64", signal: "SIGSEGV",
            isSignalFromOutside: false, phase: .serving, uptimeSeconds: 60, frames: ["0x1a", "-"],
            lines: [CrashReport.Line(secondsBefore: 1, text: "error retention failed")])
    }

    @Test func folderWithoutReportsIsNotCreated() throws {
        try withFolder { folder, path in
            let (reports, report) = (try folder.reports(), try folder.report(.random()))
            let (all, old) = (try folder.removeAll(), try folder.removeReports(before: Self.start))
            #expect(reports.isEmpty && report == nil && all == 0 && old == 0)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func reportsAreReadAsWrittenNewestFirstAndRemoved() throws {
        try withFolder { folder, _ in
            let reports = [report(1), report(3), report(2)]
            for report in reports { try folder.add(report) }
            #expect(try folder.reports() == [reports[1], reports[2], reports[0]])
            #expect(try folder.report(reports[0].id) == reports[0])
            let (first, second) = (try folder.remove(reports[0].id), try folder.remove(reports[0].id))
            #expect(first && !second)
            #expect(try folder.removeReports(before: Self.start + .days(3)) == 1)
            #expect(try folder.reports() == [reports[1]])
            #expect(try folder.removeAll() == 1)
            #expect(try folder.reports().isEmpty)
        }
    }

    /// A gateway that crashes at each start does not fill the disk.
    @Test func onlyTheNewestReportsAreKept() throws {
        try withFolder { folder, path in
            let reports = (0..<CrashReportFolder.mostReports + 5).map { report($0) }
            for report in reports { try folder.add(report) }
            #expect(try folder.reports() == reports.suffix(CrashReportFolder.mostReports).reversed())
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(names.count == CrashReportFolder.mostReports)
        }
    }

    /// Someone put another file into the folder.
    @Test func otherFilesAreNoReportsAndAreRemovedWithThem() throws {
        try withFolder { folder, path in
            try folder.add(report(1))
            try Data("no report".utf8).write(to: URL(filePath: "\(path)/other.json"))
            #expect(try folder.reports().count == 1)
            #expect(try folder.removeReports(before: Self.start) == 1)
            #expect(try folder.reports().count == 1)
        }
    }
}
