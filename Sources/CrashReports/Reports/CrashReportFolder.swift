import Foundation
package import HomeCertificates
package import HomeModel

/// The crash reports of a home, one file each. The folder exists only once there is a report.
package struct CrashReportFolder: Sendable {
    /// A gateway that crashes at every start leaves no more than this many reports; the oldest ones go first.
    package static let mostReports = 20
    /// No report is kept longer.
    package static let longestTerm = Duration.days(90)
    private static let mostBytes = 256 << 10
    private static let ending = ".json"

    private let path: String

    package init(path: String) { self.path = path }

    /// All reports, the newest first. A file that is no report is left out.
    package func reports() throws(PrivateFileError) -> [CrashReport] {
        guard let folder = try existing() else { return [] }
        var reports: [CrashReport] = []
        for id in try ids(in: folder) {
            if let report = try read(id, in: folder) { reports.append(report) }
        }
        return reports.sorted { ($0.time, $0.id) > ($1.time, $1.id) }
    }

    /// The report with this id; nil when there is none.
    package func report(_ id: CrashReport.ID) throws(PrivateFileError) -> CrashReport? {
        guard let folder = try existing() else { return nil }
        return try read(id, in: folder)
    }

    /// Stores a report, and removes the oldest ones beyond the limit.
    package func add(_ report: CrashReport) throws(PrivateFileError) {
        let folder = try PrivateFolder(path: path)
        try folder.removeUnfinished()
        guard let bytes = try? Self.encoder.encode(report) else {
            throw .failed(operation: "encode", path: path, reason: "the report has no JSON form")
        }
        try folder.write(bytes, to: report.id.rawValue + Self.ending)
        for old in try reports().dropFirst(Self.mostReports) { _ = try remove(old.id) }
    }

    /// Removes a report. Returns false when there is none.
    package func remove(_ id: CrashReport.ID) throws(PrivateFileError) -> Bool {
        guard let folder = try existing(), try ids(in: folder).contains(id) else { return false }
        try folder.remove(id.rawValue + Self.ending)
        return true
    }

    /// Removes the reports that are past the longest term, and files that are no reports. Returns how many.
    ///
    /// A report from the future, written while the clock was wrong, would stay for more than the longest term. It is
    /// removed too, if `now` is of a synchronised clock; a day is left for the difference of two such clocks. Another clock
    /// may be behind, so that every report seems to be from the future: these stay.
    package func removeExpired(now: Timestamp, isSynchronised: Bool = true) throws(PrivateFileError) -> Int {
        let end = isSynchronised ? now + .days(1) : Timestamp(milliseconds: .max)
        let term = (now - Self.longestTerm)...max(end, now)
        guard let folder = try existing() else { return 0 }
        var count = 0
        for id in try ids(in: folder) {
            if let report = try read(id, in: folder), term.contains(report.time) { continue }
            try folder.remove(id.rawValue + Self.ending)
            count += 1
        }
        return count
    }

    /// Removes all reports, and returns how many there were.
    package func removeAll() throws(PrivateFileError) -> Int {
        guard let folder = try existing() else { return 0 }
        let count = try ids(in: folder).count
        try folder.removeAll()
        return count
    }

    private func existing() throws(PrivateFileError) -> PrivateFolder? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try PrivateFolder(path: path)
    }

    private func ids(in folder: PrivateFolder) throws(PrivateFileError) -> [CrashReport.ID] {
        try folder.names().filter { $0.hasSuffix(Self.ending) }
            .compactMap { CrashReport.ID(String($0.dropLast(Self.ending.count))) }
    }

    private func read(_ id: CrashReport.ID, in folder: PrivateFolder) throws(PrivateFileError) -> CrashReport? {
        let bytes: [UInt8]?
        do throws(PrivateFileError) {
            bytes = try folder.read(id.rawValue + Self.ending, limitBytes: Self.mostBytes)
        } catch .tooLarge {
            return nil
        } catch {
            throw error
        }
        guard let bytes, let report = try? JSONDecoder().decode(CrashReport.self, from: Data(bytes)), report.id == id
        else { return nil }
        return report
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
