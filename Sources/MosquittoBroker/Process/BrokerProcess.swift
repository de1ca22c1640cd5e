import CProcess
import Glibc
import HostInspection

/// A mosquitto process of this home: started by this gateway, left running by an earlier one, or run by the service
/// manager.
struct BrokerProcess: Equatable {
    let pid: pid_t
    /// The name of the configuration file with which the process was started.
    let configuration: String
    /// The start time of the process. No other process with this id has the same one until the machine restarts. Nil
    /// when the process has ended, or when the system hides the processes of other users.
    private let startTime: String?
    /// When the process wrote its pid file, in nanoseconds since 1970. Nil for a process that was not found by one.
    private let recordedAt: Int?

    private static let name = "mosquitto"
    private static let shell = "/bin/sh"
    /// Sets the soft limit of open files to the first argument, and executes the program in the other arguments.
    private static let startScript = #"ulimit -S -n "$1" 2>/dev/null; shift; exec "$@""#

    private init(pid: pid_t, configuration: String) {
        self.pid = pid
        self.configuration = configuration
        startTime = ProcessTable.startTime(of: pid)
        recordedAt = nil
    }

    /// The process that a pid file names. It may have ended already.
    init(recordedIn content: PIDFile.Content, configuration: String) {
        pid = content.pid
        self.configuration = configuration
        // Another program may have got the id of a broker that has ended.
        startTime = ProcessTable.name(of: pid) == Self.name ? ProcessTable.startTime(of: pid) : nil
        recordedAt = content.writtenAt
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

    /// Starts the program, which survives the gateway, with files as its standard streams. Throws `.notStarted`.
    ///
    /// `maximumOpenFiles` limits its files and connections, at most to the gateway's own hard limit. A shell sets the
    /// limit before the program starts: in a container, root may not set it once the program runs as another user.
    static func start(
        executable: String, folder: String, configuration: String, log: String,
        maximumOpenFiles: Int
    ) throws(BrokerError) -> BrokerProcess {
        guard access(executable, X_OK) == 0 else { throw .notStarted(reason: String(cString: strerror(errno))) }
        let arguments = ["sh", "-c", startScript, "sh", "\(maximumOpenFiles)", executable, "-c", configuration]
        let pid: pid_t
        do {
            pid = try DetachedProgram.start(shell, arguments: arguments) { actions in
                posix_spawn_file_actions_addopen(
                    &actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
                posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
                posix_spawn_file_actions_addchdir_np(&actions, folder)
            }
        } catch {
            throw .notStarted(reason: String(cString: strerror(error.code)))
        }
        return BrokerProcess(pid: pid, configuration: configuration)
    }

    /// Whether the process runs. A child that has ended does not, and is reaped.
    var isAlive: Bool {
        if waitpid(pid, nil, WNOHANG) == pid { return false }
        guard startTime != nil || recordedAt != nil, ExitWatchHandle.isRunning(pid) else { return false }
        // The name is not compared: a program that was just started still has the name of its parent for a moment.
        return ProcessTable.startTime(of: pid) == startTime
    }

    /// Identifies the process among all processes since the machine started.
    var identity: String { "\(pid) \(startTime ?? recordedAt.map { "recorded-\($0)" } ?? "-")" }

    func send(_ signal: Int32) {
        if isAlive { kill(pid, signal) }
    }

    private static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
