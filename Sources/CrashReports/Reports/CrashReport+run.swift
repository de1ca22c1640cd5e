package import HomeModel

extension CrashReport {
    /// The report about a recorded run, without the names in `scrubber`.
    package init(_ run: RecordedRun, id: ID, without scrubber: NameScrubber) {
        self.init(
            id: id, time: run.startedAt + run.lasted, version: scrubber.scrub(run.version),
            architecture: Self.architecture, signal: run.signal.map(SignalName.text),
            isSignalFromOutside: run.isSignalFromOutside, phase: run.phase,
            uptimeSeconds: Int(clamping: run.lasted.components.seconds),
            frames: run.frames.map { $0 == 0 ? "-" : "0x" + String($0, radix: 16) },
            lines: run.lines.map {
                Line(
                    secondsBefore: Int(clamping: max(run.lasted - $0.uptime, .zero).components.seconds),
                    text: scrubber.scrub($0.text))
            })
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "other"
        #endif
    }
}
