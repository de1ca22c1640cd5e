/// A report about a run of the gateway that did not end in order. It contains no name, no id and no address.
package struct CrashReport: Hashable, Sendable, Codable {
    package typealias ID = Identifier<CrashReport>

    package let id: ID
    /// When the run ended, as far as it is known.
    package let time: Timestamp
    package let version: String
    /// The architecture of the processor, which the addresses need.
    package let architecture: String
    /// Like `SIGSEGV`; nil for an end without a signal that a process can see: `SIGKILL` by a person, by the service
    /// manager or for lack of memory.
    package let signal: String?
    /// Whether another process sent the signal, such as the watchdog of the service manager.
    package let isSignalFromOutside: Bool
    /// Nil when it is unknown.
    package let phase: Phase?
    package let uptimeSeconds: Int
    /// The return addresses in hexadecimal, as distances from the beginning of the program, the innermost first; `-`
    /// for one in a library. The debug information of the version turns them into lines of source.
    package let frames: [String]
    /// The last log lines, oldest first.
    package let lines: [Line]

    /// A part of a run.
    package enum Phase: String, Sendable, Codable, CaseIterable { case starting, serving, stopping }

    /// A redacted log line.
    package struct Line: Hashable, Sendable, Codable {
        /// How long before the end of the run it was written.
        package let secondsBefore: Int
        package let text: String

        package init(secondsBefore: Int, text: String) {
            self.secondsBefore = secondsBefore
            self.text = text
        }
    }

    package init(
        id: ID, time: Timestamp, version: String, architecture: String, signal: String?, isSignalFromOutside: Bool,
        phase: Phase?, uptimeSeconds: Int, frames: [String], lines: [Line]
    ) {
        self.id = id
        self.time = time
        self.version = version
        self.architecture = architecture
        self.signal = signal
        self.isSignalFromOutside = isSignalFromOutside
        self.phase = phase
        self.uptimeSeconds = uptimeSeconds
        self.frames = frames
        self.lines = lines
    }
}
