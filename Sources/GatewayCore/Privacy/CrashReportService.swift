package import CrashReports
import Foundation
import HomeCertificates
package import HomeModel
package import Logging

/// The crash reports of the home: writes the one about the last run, and shows and removes reports.
///
/// Reports exist only with the consent `crashReports`. They stay on the gateway: a person who hands one on reads it here,
/// which the audit log records.
package struct CrashReportService: Sendable {
    /// What the service needs of the program.
    package struct Setup: Sendable {
        /// The file in the state folder to which the present run writes.
        package static let recorderName = "crash.recorder"
        /// That file of the last run, until its report is stored.
        package static let takenRecorderName = recorderName + CrashRecording.takenSuffix
        /// The folder of the reports in the state folder.
        package static let reportsName = "crash-reports"

        let folder: String
        let version: String
        let recording: CrashRecording

        /// `folder` is the state folder. Log lines reach `recording` through a `CrashLogHandler`.
        package init(folder: String, version: String, recording: CrashRecording = CrashRecording()) {
            self.folder = folder
            self.version = version
            self.recording = recording
        }
    }

    private let setup: Setup
    private let folder: CrashReportFolder
    private let actions: AuthorizedActions
    private let logger: Logger

    package init(_ setup: Setup, actions: AuthorizedActions, logger: Logger) {
        self.setup = setup
        folder = CrashReportFolder(path: "\(setup.folder)/\(Setup.reportsName)")
        self.actions = actions
        self.logger = logger
    }

    // MARK: - The recorded run

    /// Writes the report about the last run, unless it ended in order, and begins to record the present one. Without the
    /// consent, removes what the last run recorded and writes nothing. A report that cannot be written is lost, and the
    /// start goes on.
    ///
    /// `names` are those of the people, rooms and devices of the home, which a report must not contain.
    func begin(isAllowed: Bool, names: [String]) {
        guard isAllowed else { return CrashRecording.removeLastRun(at: recorder) }
        CrashRecording.takeLastRun(at: recorder, boot: boot) { last in
            do throws(PrivateFileError) {
                try folder.add(CrashReport(last, without: NameScrubber(names)))
                logger.notice("the last run did not end in order; there is a crash report")
            } catch {
                logger.error("a crash report could not be written", metadata: [LogKey.errorCode: "\(error)"])
            }
        }
        startRecording()
    }

    /// Begins to record the present run. Callers call it only with the consent.
    func startRecording() {
        setup.recording.begin(at: recorder, version: setup.version, boot: boot, now: actions.clock.now())
    }

    /// Ends the recording and deletes all reports. Returns how many there were.
    func stopRecording() throws(StorageError) -> Int {
        setup.recording.end()
        return try translated { () throws(PrivateFileError) in try folder.removeAll() }
    }

    /// Removes the reports that are past the longest term. Returns how many.
    func removeExpired(now: Timestamp) throws(StorageError) -> Int {
        let isSynchronised = actions.clock.isSynchronised()
        return try translated { () throws(PrivateFileError) in
            try folder.removeExpired(now: now, isSynchronised: isSynchronised)
        }
    }

    /// The number of reports.
    func count() throws(StorageError) -> Int {
        try translated { () throws(PrivateFileError) in try folder.reports().count }
    }

    // MARK: - Reading and removing

    /// Returns how each recorded run ended, the newest first. The reports themselves are not in the list, because reading
    /// one has an audit entry.
    package func list(as identity: Identity) async throws(ActionRefusal) -> [CrashReport.Summary] {
        try await actions.require(.manageMaintenance, of: identity)
        let reports = try await actions.storing { () async throws(StorageError) in
            try translated { () throws(PrivateFileError) in try folder.reports() }
        }
        return reports.map { CrashReport.Summary($0) }
    }

    /// Returns one report to a person who may hand it on. Writes an audit entry.
    package func report(_ id: CrashReport.ID, as identity: Identity) async throws(ActionRefusal) -> CrashReport {
        try await actions.require(.manageMaintenance, of: identity)
        let found = try await actions.storing { () async throws(StorageError) in
            try translated { () throws(PrivateFileError) in try folder.report(id) }
        }
        guard let found else { throw .notFound }
        try await actions.writeEntry(
            .dataExport, severity: .informational, by: identity, target: id.rawValue, metadata: ["what": "crashReport"])
        return found
    }

    /// Removes one report.
    package func remove(_ id: CrashReport.ID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.manageMaintenance, of: identity)
        let exists = try await actions.storing { () async throws(StorageError) in
            try translated { () throws(PrivateFileError) in try folder.report(id) != nil }
        }
        guard exists else { throw .notFound }
        let act = try await actions.writeEntry(
            .maintenanceClear, by: identity, target: id.rawValue, metadata: ["what": "crashReport"])
        _ = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try translated { () throws(PrivateFileError) in try folder.remove(id) }
        }
    }

    private var recorder: String { "\(setup.folder)/\(Setup.recorderName)" }
    private var boot: String { actions.clock.boot.uuidString }

    private func translated<Value>(_ body: () throws(PrivateFileError) -> Value) throws(StorageError) -> Value {
        do throws(PrivateFileError) {
            return try body()
        } catch {
            throw .cannotOpen(reason: error.description)
        }
    }
}
