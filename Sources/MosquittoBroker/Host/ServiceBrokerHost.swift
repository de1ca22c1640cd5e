import Glibc
import HomeCertificates
import SystemPackage

/// Runs the broker as the service `tomte-broker.service`. Nothing answers a request to the service manager
/// (`ServiceRequests`): what counts is its effect, in the pid file and in the log of the broker.
struct ServiceBrokerHost: BrokerHost {
    let kind = BrokerHostKind.service
    private let requests: ServiceRequests
    private let files: BrokerFiles
    private let pidFile: PIDFile

    /// The seconds that the service manager has for a start or a stop, beside the time that the broker needs to save.
    private let managerSeconds: Int

    init(_ service: BrokerService, files: BrokerFiles, managerSeconds: Int = 20) {
        self.files = files
        self.managerSeconds = managerSeconds
        requests = ServiceRequests(folder: service.requestFolder)
        pidFile = PIDFile(path: service.pidFile)
    }

    func find() -> BrokerProcess? {
        pidFile.content.map { process(recordedIn: $0) }.flatMap { $0.isAlive ? $0 : nil }
    }

    /// The service manager may have started the process on its own account, with the configuration that was there. While
    /// a start is due, the process may have read an earlier one.
    func runs(_ configuration: BrokerConfiguration, in process: BrokerProcess) -> Bool {
        guard files.startRecord != .due else { return false }
        return files.contains(configuration)
    }

    /// Requests a restart, because a start would change nothing for a unit that runs, and waits for a new process.
    func launch(_ launch: BrokerLaunch) async throws(BrokerError) -> BrokerProcess {
        try files.record(.due)
        try files.write(launch.configuration, tuning: launch.tuning)
        try files.prepareLog()
        // A process that the service manager starts from now on reads the new configuration.
        let before = pidFile.content
        // A second restart would end a broker that has just begun, so it is requested only once.
        try requests.send(.restart)
        for _ in 0..<(managerSeconds * 100) {
            if let content = pidFile.content, content != before {
                try files.record(.done)
                return process(recordedIn: content)
            }
            if (try? await Task.sleep(for: .milliseconds(10))) == nil { break }
        }
        throw .requestIgnored(request: "restart", seconds: managerSeconds)
    }

    func request(_ action: BrokerAction, of process: BrokerProcess) throws(BrokerError) {
        switch action {
        case .reload: try requests.send(.reload)
        case .save: try requests.send(.save)
        }
    }

    func end(_ process: BrokerProcess) async throws(BrokerError) {
        let seconds = BrokerLauncher.savingSeconds + managerSeconds
        try requests.send(.stop)
        await ExitWatchHandle.waitForEnd(of: process.pid, atMostMilliseconds: Int32(seconds * 1000))
        if process.isAlive { throw .requestIgnored(request: "stop", seconds: seconds) }
    }

    func unanswered(_ action: BrokerAction, seconds: Int) -> BrokerError {
        .requestIgnored(request: action.rawValue, seconds: seconds)
    }

    private func process(recordedIn content: PIDFile.Content) -> BrokerProcess {
        BrokerProcess(recordedIn: content, configuration: BrokerFiles.serviceConfiguration)
    }
}

/// The file in which a broker writes its process id when it starts. The broker's user can write it, so the gateway uses
/// the number only to wait for the end of that process, and never to signal it.
struct PIDFile: Sendable {
    /// The process id in the file, and the time at which it was written, in nanoseconds since 1970.
    struct Content: Equatable {
        let pid: pid_t
        let writtenAt: Int
    }

    let path: String

    /// Nil while there is no file, or none with a process id.
    var content: Content? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard let status = try? Stat(FileDescriptor(rawValue: file)), case let count = read(file, &bytes, bytes.count),
            count > 0
        else { return nil }
        let text = String(decoding: bytes[..<count].prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
        guard let pid = pid_t(text), pid > 1 else { return nil }
        return Content(pid: pid, writtenAt: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec)
    }
}
