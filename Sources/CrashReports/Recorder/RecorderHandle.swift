import CCrashRecorder
import Glibc

/// A file in memory to which the process writes its phase, its last log lines and a fatal signal. The kernel keeps what
/// was written when the process ends, whatever the signal.
// The memory belongs to this object alone. Its users call it one at a time, and the signal handler only writes fields
// that nothing else writes.
final class RecorderHandle: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer
    private let bytes: Int

    /// Creates the file, or empties it, and makes fatal signals write to it, unless this process has another recorder that
    /// they write to. Returns nil when the disk is full or the file cannot be used: then there is no report of a crash, and
    /// nothing else is missing.
    init?(path: String, version: String, boot: String, wallMilliseconds: Int64) {
        bytes = crash_recorder_bytes()
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        // The pages must have their place on the disk: writing to one that has none ends the process.
        guard ftruncate(file, off_t(bytes)) == 0, posix_fallocate(file, 0, off_t(bytes)) == 0,
            let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else {
            unlink(path)
            return nil
        }
        self.memory = memory
        crash_recorder_begin(memory, version, boot, wallMilliseconds)
        crash_recorder_install(memory)
    }

    func set(phase: UInt32) { crash_recorder_set_phase(memory, phase) }

    func add(line: String) {
        var line = line
        line.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { crash_recorder_add_line(memory, $0.baseAddress, $0.count) }
        }
    }

    deinit {
        crash_recorder_uninstall(memory)
        munmap(memory, bytes)
    }
}
