import CCrashRecorder
package import HomeModel

/// What an earlier run of the gateway left in its recorder.
package struct RecordedRun: Hashable, Sendable {
    /// A log line, and how long the run had lasted then.
    package struct Line: Hashable, Sendable {
        package let uptime: Duration
        package let text: String
    }

    package let version: String
    package let boot: String
    package let startedAt: Timestamp
    /// Nil for a number that this version does not know.
    package let phase: CrashReport.Phase?
    /// The number of the fatal signal; nil when the process ended without one that it could see, such as `SIGKILL`.
    package let signal: Int32?
    package let isSignalFromOutside: Bool
    /// How long the run lasted, until the signal or the last line.
    package let lasted: Duration
    /// The distances of the return addresses from the beginning of the program, the innermost first; 0 for one in a
    /// library.
    package let frames: [UInt64]
    /// Oldest first.
    package let lines: [Line]

    /// Nil for bytes that are not a recorder of this version.
    package init?(_ bytes: [UInt8]) {
        var record = crash_record()
        let known = bytes.withUnsafeBytes { crash_recorder_read($0.baseAddress, $0.count, &record) }
        guard known == 0 else { return nil }
        version = Self.text(record.version)
        boot = Self.text(record.boot)
        startedAt = Timestamp(milliseconds: record.started_wall)
        phase = CrashReport.Phase.allCases.first { $0.number == record.phase }
        signal = record.signal == 0 ? nil : Int32(truncatingIfNeeded: record.signal)
        isSignalFromOutside = record.is_from_outside != 0
        let start = record.started_uptime
        lines = bytes.withUnsafeBytes { Self.lines(in: $0, since: start) }
        frames = bytes.withUnsafeBytes { bytes in
            (0..<record.frames).map { crash_recorder_frame(bytes.baseAddress, $0) }
        }
        let end = record.signal == 0 ? nil : Duration.milliseconds(record.signal_uptime.subtractingClamped(start))
        lasted = max(end ?? lines.last?.uptime ?? .zero, .zero)
    }

    private static func lines(in bytes: UnsafeRawBufferPointer, since start: Int64) -> [Line] {
        (0..<UInt32(crash_line_count)).reversed().compactMap { age in
            var line = crash_line()
            guard crash_recorder_line(bytes.baseAddress, age, &line) == 0 else { return nil }
            return Line(
                uptime: max(.milliseconds(line.uptime.subtractingClamped(start)), .zero), text: text(line.text))
        }
    }

    /// The text of an array of a C structure, up to its zero byte.
    private static func text(_ array: some Any) -> String {
        withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Int64 {
    fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? 0 : difference
    }
}

extension CrashReport.Phase {
    /// The number in a recorder.
    var number: UInt32 {
        switch self {
        case .starting: 1
        case .serving: 2
        case .stopping: 3
        }
    }
}
