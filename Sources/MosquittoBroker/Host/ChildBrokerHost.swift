import Glibc
import HomeCertificates

/// Runs the broker as a process in a session of its own, so that it survives the gateway. Its folder and its arguments
/// show to which home it belongs and how it is configured.
struct ChildBrokerHost: BrokerHost {
    let kind = BrokerHostKind.child
    private let executable: String
    private let files: BrokerFiles

    /// Throws `.notInstalled` or `.programForbidden`.
    init(executable: String?, files: BrokerFiles) throws(BrokerError) {
        let candidates = executable.map { [$0] } ?? ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"]
        guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
            guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else { throw .notInstalled }
            throw .programForbidden(path: path)
        }
        self.executable = found
        self.files = files
    }

    func find() -> BrokerProcess? { BrokerProcess.find(in: files.folder.path) }

    func runs(_ configuration: BrokerConfiguration, in process: BrokerProcess) -> Bool {
        process.configuration == configuration.fileName
    }

    func launch(_ launch: BrokerLaunch) async throws(BrokerError) -> BrokerProcess {
        try files.write(launch.configuration, tuning: launch.tuning)
        return try BrokerProcess.start(
            executable: executable, folder: files.folder.path, configuration: launch.configuration.fileName,
            log: files.log.path, maximumOpenFiles: launch.configuration.maximumOpenFiles)
    }

    func request(_ action: BrokerAction, of process: BrokerProcess) {
        switch action {
        case .reload: process.send(SIGHUP)
        case .save: process.send(SIGUSR1)
        }
    }

    /// Terminates the process, and kills it if it has not saved in time.
    func end(_ process: BrokerProcess) async {
        for (signal, seconds) in [(SIGTERM, BrokerLauncher.savingSeconds), (SIGKILL, 1)] where process.isAlive {
            process.send(signal)
            await ExitWatchHandle.waitForEnd(of: process.pid, atMostMilliseconds: Int32(seconds * 1000))
        }
        _ = process.isAlive  // reaps it
    }

    /// Kills the process that runs in `folder`, without letting it save, because the folder is deleted next.
    static func killProcess(in folder: String) async {
        guard let process = BrokerProcess.find(in: folder) else { return }
        process.send(SIGKILL)
        await ExitWatchHandle.waitForEnd(of: process.pid, atMostMilliseconds: 5000)
        _ = process.isAlive  // reaps it
    }

    func unanswered(_ action: BrokerAction, seconds: Int) -> BrokerError { .reloadFailed(line: "it did not answer.") }
}
