import CProcess
import Glibc

/// A mosquitto process in the folder of the broker: started by this gateway, or left running by an earlier one. No file
/// records it: its working directory and its arguments show to which home it belongs and how it is configured.
struct BrokerProcess: Equatable {
    let pid: pid_t
    /// The name of the configuration file with which the process was started.
    let configuration: String
    /// The start time of the process. No other process with this id has the same one until the machine restarts.
    private let startTime: String?

    private static let name = "mosquitto"
    private static let shell = "/bin/sh"
    /// Sets the soft limit of open files to the first argument, and executes the program in the other arguments.
    private static let startScript = #"ulimit -S -n "$1" 2>/dev/null; shift; exec "$@""#

    private init(pid: pid_t, configuration: String) {
        self.pid = pid
        self.configuration = configuration
        startTime = ProcessTable.startTime(of: pid)
    }

    /// Returns the broker that runs in `folder`; nil when none does.
    static func find(in folder: String) -> BrokerProcess? {
        guard let folder = resolved(folder) else { return nil }
        for process in ProcessTable.pids where ProcessTable.name(of: process) == name {
            let arguments = ProcessTable.arguments(of: process)
            guard ProcessTable.workingDirectory(of: process) == folder, let option = arguments.firstIndex(of: "-c"),
                option + 1 < arguments.count
            else { continue }
            return BrokerProcess(pid: process, configuration: arguments[option + 1])
        }
        return nil
    }

    /// Starts the program in a session of its own, so that it survives the gateway. Its standard streams are files, and
    /// it inherits no other descriptor, environment or signal mask. Throws `.notStarted`.
    ///
    /// `maximumOpenFiles` limits its files and connections, at most to the gateway's own hard limit. A shell sets the
    /// limit before the program starts: in a container, root may not set it once the program runs as another user.
    static func start(
        executable: String, folder: String, configuration: String, log: String,
        maximumOpenFiles: Int
    ) throws(BrokerError) -> BrokerProcess {
        guard access(executable, X_OK) == 0 else { throw .notStarted(reason: String(cString: strerror(errno))) }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(SPAWN_SETSID | Int(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))

        var pid: pid_t = 0
        let arguments = CStrings([
            "sh", "-c", startScript, "sh", "\(maximumOpenFiles)", executable, "-c", configuration,
        ])
        let environment = CStrings(["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"])
        let result = posix_spawn(&pid, shell, &actions, &attributes, arguments.pointers, environment.pointers)
        guard result == 0 else { throw .notStarted(reason: String(cString: strerror(result))) }
        return BrokerProcess(pid: pid, configuration: configuration)
    }

    /// Whether the process runs. A child that has ended does not, and is reaped.
    var isAlive: Bool {
        if waitpid(pid, nil, WNOHANG) == pid { return false }
        // The name is not compared: a program that was just started still has the name of its parent for a moment.
        return startTime != nil && ProcessTable.startTime(of: pid) == startTime && ProcessTable.state(of: pid) != "Z"
    }

    /// Identifies the process among all processes since the machine started.
    var identity: String { "\(pid) \(startTime ?? "-")" }

    func send(_ signal: Int32) {
        if isAlive { kill(pid, signal) }
    }

    private static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}

/// A null-terminated array of C strings for a call that keeps none of them.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
