import Foundation
import Glibc
package import HomeModel
import Logging
import Synchronization

/// Records the present run of the gateway, so that the next start can report how it ended. It writes nothing until
/// `begin`, which callers call only with the consent to crash reports.
package final class CrashRecording: Sendable {
    private struct State {
        var recorder: RecorderHandle?
        var redactor = LogLineRedactor()
        var path: String?
        var phase = CrashReport.Phase.starting
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns what the last run left in the recorder at `path`, and removes the file. Nil when it ended in order, when it
    /// was not recorded, and when the machine ended with it: `boot` identifies the present boot.
    package static func takeLastRun(at path: String, boot: String) -> RecordedRun? {
        defer { unlink(path) }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // A file that another program put here may be of any size.
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard let bytes = try? handle.read(upToCount: 1 << 20), let run = RecordedRun(Array(bytes)) else { return nil }
        // A process that saw a fatal signal has crashed, whatever happened to the machine later.
        return run.boot == boot || run.signal != nil ? run : nil
    }

    /// Begins to record. Does nothing while it records already. A recorder that cannot be created is no reason to
    /// refuse a start: there is no report then.
    package func begin(at path: String, version: String, boot: String, now: Timestamp) {
        state.withLock { state in
            guard state.recorder == nil else { return }
            state.redactor = LogLineRedactor()
            state.path = path
            state.recorder = RecorderHandle(
                path: path, version: version, boot: boot, wallMilliseconds: now.milliseconds)
            state.recorder?.set(phase: state.phase.number)
        }
    }

    /// Records the phase of the run. A recording that begins later begins with it.
    package func enter(_ phase: CrashReport.Phase) {
        state.withLock { state in
            state.phase = phase
            state.recorder?.set(phase: phase.number)
        }
    }

    /// Ends the recording and removes its file: the run ends in order, or the consent was withdrawn.
    package func end() {
        state.withLock { state in
            state.recorder = nil
            if let path = state.path { unlink(path) }
            state.path = nil
        }
    }

    func record(_ level: Logger.Level, message: String, metadata: @autoclosure () -> [String: String]) {
        state.withLock { state in
            guard let recorder = state.recorder else { return }
            recorder.add(line: state.redactor.line(level, message: message, metadata: metadata()))
        }
    }
}
