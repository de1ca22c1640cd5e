import CProcess
import Dispatch
import Foundation
import Glibc

/// A program that runs beside the tests. The code that starts it must end it.
package struct ChildProcess: Sendable {
    /// A program that could not be started; `code` is an `errno` value.
    package struct LaunchFailure: Error {
        let program: String
        let code: Int32
    }

    /// The process id. Its type is not `pid_t`, because both the C library and a module of this package name that.
    package let id: Int32

    /// Starts a program that is found on the `PATH`, with default signal handling. `output` is a file for all its
    /// output. Throws `LaunchFailure`.
    package init(_ arguments: [String], output: String = "/dev/null") throws {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
        // A child with our sockets would keep connections alive that a test cuts.
        posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let program = arguments.first ?? ""
        let words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, program, &files, &attributes, words, environ)
        guard code == 0 else { throw LaunchFailure(program: program, code: code) }
        self.id = id
    }

    /// True when the program has ended by itself. Callers must not ask after `end` or `finish()`.
    package var hasEnded: Bool {
        var information = siginfo_t()
        // `WNOWAIT` leaves the exit code for `finish()`.
        return waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information._sifields._sigchld.si_pid == id
    }

    /// Sends the signal and waits until the program has ended. Callers must call it once, and not after `finish()`.
    package func end(_ signal: Int32 = SIGTERM) async {
        kill(id, signal)
        _ = await finish()
    }

    /// Sends the signal and waits at most `limit`. Returns the same code as `finish()`; throws when the program has not
    /// ended in time. Callers must call it once.
    package func end(_ signal: Int32, within limit: Duration) async throws -> Int32 {
        kill(id, signal)
        var status: Int32 = 0
        try await eventually("process \(id) ends on signal \(signal)", within: limit) {
            waitpid(id, &status, WNOHANG) == id
        }
        return Self.code(of: status)
    }

    /// Waits until the program ends by itself; returns its exit code, or 128 + the signal that ended it.
    package func finish() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [id] in
                var status: Int32 = 0
                while waitpid(id, &status, 0) == -1, errno == EINTR {}
                continuation.resume(returning: Self.code(of: status))
            }
        }
    }

    private static func code(of status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
