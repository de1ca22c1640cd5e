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
            let (all, old) = (try folder.removeAll(), try folder.removeExpired(now: Self.start))
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
            #expect(try folder.removeExpired(now: Self.start + .days(93)) == 1)
            #expect(try folder.reports() == [reports[1]])
            #expect(try folder.removeAll() == 1)
            #expect(try folder.reports().isEmpty)
        }
    }

    @Test func reportThatIsStoredTwiceIsOneReport() throws {
        try withFolder { folder, _ in
            let report = report(1)
            for _ in 0..<2 { try folder.add(report) }
            #expect(try folder.reports() == [report])
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
            #expect(try folder.removeExpired(now: Self.start + .days(1)) == 1)
            #expect(try folder.reports().count == 1)
        }
    }

    /// One large file must not keep all reports beyond their term.
    @Test func fileLargerThanAReportIsNoReport() throws {
        try withFolder { folder, path in
            try folder.add(report(1))
            try Data(repeating: 32, count: 1 << 20).write(to: URL(filePath: "\(path)/large.json"))
            #expect(try folder.reports().count == 1)
            #expect(try folder.removeExpired(now: Self.start + .days(200)) == 2)
        }
    }

    /// To a clock that is behind, every report seems to be from the future.
    @Test func clockThatIsNotSynchronisedRemovesNoReportFromTheFuture() throws {
        try withFolder { folder, _ in
            let (old, present) = (report(1), report(400))
            for report in [old, present] { try folder.add(report) }
            #expect(try folder.removeExpired(now: Self.start - .days(9000), isSynchronised: false) == 0)
            #expect(try folder.removeExpired(now: Self.start + .days(100), isSynchronised: false) == 1)
            #expect(try folder.reports() == [present])
        }
    }

    /// The clock was ahead when the report was written.
    @Test func reportFromTheFutureIsRemoved() throws {
        try withFolder { folder, _ in
            let (present, future) = (report(1), report(400))
            for report in [present, future] { try folder.add(report) }
            #expect(try folder.removeExpired(now: Self.start + .days(2)) == 1)
            #expect(try folder.reports() == [present])
        }
    }
}
