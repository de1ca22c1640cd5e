package import CProcess
import Glibc

/// Starts a program in a session of its own, so that it may survive this one.
///
/// The program has neither the environment nor the signal mask of this process, and of its descriptors only the standard
/// streams: an empty input, and what the caller opens for its output and errors.
package enum DetachedProgram {
    /// The program could not be started, with an `errno`.
    package struct Failure: Error { package let code: Int32 }

    /// Returns the id of the process. `redirect` adds the actions for standard output and standard error.
    package static func start(
        _ path: String, arguments: [String], redirect: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        redirect(&actions)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(SPAWN_SETSID | Int(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
        var pid: pid_t = 0
        let words = CStrings(arguments)
        let environment = CStrings(["PATH=\(SystemProgram.systemFolders.joined(separator: ":"))", "LC_ALL=C"])
        let code = withExtendedLifetime((words, environment)) {
            posix_spawn(&pid, path, &actions, &attributes, words.pointers, environment.pointers)
        }
        guard code == 0 else { throw Failure(code: code) }
        return pid
    }
}

/// A null-terminated array of C strings. The pointers are valid as long as the object lives.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
