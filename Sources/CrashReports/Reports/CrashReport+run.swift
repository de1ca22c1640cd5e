package import HomeModel

extension CrashReport {
    /// The report about a recorded run, without the names in `scrubber`. Two reports about one run have the same id.
    package init(_ run: RecordedRun, without scrubber: NameScrubber) {
        self.init(
            id: Self.id(of: run), time: run.startedAt + run.lasted, version: scrubber.scrub(run.version),
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

    /// Made of the start and of the boot of the machine.
    private static func id(of run: RecordedRun) -> ID {
        let boot = run.boot.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return ID("\(String(run.startedAt.milliseconds.magnitude, radix: 36))-\(boot.prefix(12))") ?? .random()
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
