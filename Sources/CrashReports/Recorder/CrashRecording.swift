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

    /// Is added to the path of a recorder while a start takes it.
    package static let takenSuffix = ".taken"

    /// Passes what the last run left in the recorder at `path` to `store`, and removes the file. Calls nothing when that run
    /// ended in order, when it was not recorded, and when the machine ended with it: `boot` identifies the present boot.
    ///
    /// The file is removed after `store`, so that the next start calls it again after a kill in between. That start removes
    /// the file before it decodes it: a file that ends the program does it twice, and not at each start.
    package static func takeLastRun(at path: String, boot: String, store: (RecordedRun) -> Void) {
        let taken = path + takenSuffix
        let interrupted = bytes(at: taken)
        unlink(taken)
        if let run = interrupted.flatMap({ decoded($0, boot: boot) }) { store(run) }
        guard rename(path, taken) == 0 else {
            unlink(path)
            return
        }
        if let run = bytes(at: taken).flatMap({ decoded($0, boot: boot) }) { store(run) }
        unlink(taken)
    }

    /// Removes what the last run left in the recorder at `path`, unread.
    package static func removeLastRun(at path: String) {
        unlink(path)
        unlink(path + takenSuffix)
    }

    private static func bytes(at path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // A file that another program put here may be of any size.
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        return (try? handle.read(upToCount: 1 << 20)).map { Array($0) }
    }

    private static func decoded(_ bytes: [UInt8], boot: String) -> RecordedRun? {
        guard let run = RecordedRun(bytes) else { return nil }
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
