import Glibc

struct ChildProcessError: Error, CustomStringConvertible {
    let description: String
}

/// A child process that has no signals blocked.
final class ChildProcess: Sendable {
    private let pid: pid_t

    /// - Parameter logPath: The file to which standard output and standard error are appended.
    init(_ path: String, arguments: [String], input: String = "/dev/null", logPath: String = "/dev/null") throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, logPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var pid: pid_t = 0
        let failure = posix_spawn(&pid, path, &actions, &attributes, &words, environ)
        if failure != 0 { throw ChildProcessError(description: "\(path): \(String(cString: strerror(failure)))") }
        self.pid = pid
    }

    /// Waits for the end and returns the exit status, or 128 plus the signal. Callers must call either `wait` or `kill`, and
    /// only once.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }

    /// Whether the process still runs. Does not reap the process.
    var isRunning: Bool {
        var information = siginfo_t()
        let failure = waitid(P_PID, id_t(pid), &information, WEXITED | WNOHANG | WNOWAIT)
        return failure == 0 && information.si_signo == 0
    }

    @discardableResult
    func kill(_ signal: Int32 = SIGKILL) -> Int32 {
        Glibc.kill(pid, signal)
        return wait()
    }

    /// Runs a program to its end. Throws if the exit status is not 0.
    static func run(_ path: String, arguments: [String]) throws {
        let status = try ChildProcess(path, arguments: arguments).wait()
        if status != 0 {
            throw ChildProcessError(description: "\(path) \(arguments.joined(separator: " ")): exit \(status)")
        }
    }
}
