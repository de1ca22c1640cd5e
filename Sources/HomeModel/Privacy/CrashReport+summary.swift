extension CrashReport {
    /// What a list of reports contains: how the run ended. The addresses and the log lines are in the report itself, which
    /// the audit log records when a person reads it.
    package struct Summary: Hashable, Sendable, Codable {
        package let id: ID
        package let time: Timestamp
        package let version: String
        package let signal: String?
        package let isSignalFromOutside: Bool
        package let phase: Phase?
        package let uptimeSeconds: Int

        package init(_ report: CrashReport) {
            id = report.id
            time = report.time
            version = report.version
            signal = report.signal
            isSignalFromOutside = report.isSignalFromOutside
            phase = report.phase
            uptimeSeconds = report.uptimeSeconds
        }
    }
}
