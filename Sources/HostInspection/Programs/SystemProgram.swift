import CProcess
import Glibc

/// Runs a program of the system, and reads its output up to limits of time and size. No shell is involved. Callers treat
/// the output as hostile.
package struct SystemProgram: Sendable {
    /// Why there is no output.
    package enum Failure: Error, Hashable, Sendable {
        case notInstalled
        case notStarted(code: Int32)
        case tooMuchOutput
        case timedOut
    }

    /// What the program wrote to its standard output, and its exit code; −1 if a signal ended it.
    package struct Output: Sendable, Hashable {
        package let status: Int32
        package let bytes: [UInt8]

        package init(status: Int32, bytes: [UInt8]) { (self.status, self.bytes) = (status, bytes) }

        /// The output as text; invalid UTF-8 is replaced.
        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The folders of the programs of the system. The search path of the caller does not count, because root may be the
    /// caller.
    package static let systemFolders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]

    private let name: String
    private let folders: [String]
    private let limitBytes: Int
    private let timeout: Duration

    package init(
        _ name: String, folders: [String] = systemFolders, limitBytes: Int = 1 << 20, timeout: Duration = .seconds(5)
    ) {
        (self.name, self.folders) = (name, folders)
        (self.limitBytes, self.timeout) = (limitBytes, timeout)
    }

    /// Blocks the calling thread until the program has ended. A program that exceeds a limit is killed, with the
    /// programs that it started.
    package func run(_ arguments: [String]) throws(Failure) -> Output {
        let paths: [String] = folders.map { "\($0)/\(name)" }
        guard let path = paths.first(where: { (path: String) -> Bool in access(path, X_OK) == 0 }) else {
            throw .notInstalled
        }
        let end = ContinuousClock.now + timeout
        let (pid, output) = try start(path, arguments: arguments)
        defer { close(output) }
        do throws(Failure) {
            let bytes = try read(output, until: end)
            return Output(status: try status(of: pid, until: end), bytes: bytes)
        } catch {
            kill(0 - pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw error
        }
    }

    private func start(_ path: String, arguments: [String]) throws(Failure) -> (pid: pid_t, output: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        do {
            let pid = try DetachedProgram.start(path, arguments: [path] + arguments) { actions in
                posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
                posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            }
            return (pid, ends[0])
        } catch {
            close(ends[0])
            throw .notStarted(code: error.code)
        }
    }

    private func read(_ output: Int32, until end: ContinuousClock.Instant) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            try wait(for: output, until: end)
            let count = Glibc.read(output, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0, errno != EINTR { throw .notStarted(code: errno) }
            bytes += chunk[..<max(0, count)]
            guard bytes.count <= limitBytes else { throw .tooMuchOutput }
        }
    }

    private func status(of pid: pid_t, until end: ContinuousClock.Instant) throws(Failure) -> Int32 {
        let watched = pidfd_open(pid, 0)
        guard watched >= 0 else { throw .notStarted(code: errno) }
        defer { close(watched) }
        try wait(for: watched, until: end)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }

    /// Returns when the descriptor is readable. Throws `.timedOut` at `end`.
    private func wait(for descriptor: Int32, until end: ContinuousClock.Instant) throws(Failure) {
        while true {
            let left = end - .now
            guard left > .zero else { throw .timedOut }
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&watched, 1, Int32(clamping: left.components.seconds * 1000 + 1000)) > 0 { return }
        }
    }
}
