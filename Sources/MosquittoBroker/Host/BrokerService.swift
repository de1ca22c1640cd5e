import Glibc

/// A broker that the system's service manager runs: its unit is `tomte-broker.service`. The gateway runs without the
/// rights that it would need to start mosquitto as another user.
package struct BrokerService: Sendable, Equatable {
    package static let unit = "tomte-broker.service"
    /// The user of the unit.
    static let user = "tomte-broker"

    /// The folder above those of the configuration and of the data. It belongs to root, so that neither the gateway nor
    /// the broker can put a link in the place of a folder that the service manager prepares as root.
    package var folder: String
    /// The folder in which the gateway leaves its requests to the service manager.
    package var requestFolder: String
    /// The folder that the service manager creates with each start of the broker, and removes with its end.
    package var runtimeFolder: String

    package init(
        folder: String = "/var/lib/tomte-broker", requestFolder: String = "/run/tomte/broker",
        runtimeFolder: String = "/run/tomte-broker"
    ) {
        (self.folder, self.requestFolder, self.runtimeFolder) = (folder, requestFolder, runtimeFolder)
    }

    /// The working directory of the unit. It belongs to the gateway's user; its group is that of the broker's user,
    /// which may read it, and write its log there.
    package var configurationFolder: String { "\(folder)/configuration" }
    /// The folder of the broker's user, which the gateway may use as a member of its group.
    var dataFolder: String { "\(folder)/data" }
    /// Here the broker writes its process id. The file does not outlive the broker, nor the boot of the machine.
    var pidFile: String { "\(runtimeFolder)/mosquitto.pid" }
}

/// Requests to the service manager: a file in a folder that a path unit of the system watches. The unit removes the file
/// and does what its name says. The content is never read, so that nothing that the gateway writes becomes an argument
/// of a program that runs as root.
struct ServiceRequests: Sendable {
    /// The name of the file, and what the path unit does with `tomte-broker.service`.
    enum Request: String, CaseIterable, Sendable { case restart, reload, save, stop }

    let folder: String

    /// Throws `.requestRefused` when the file cannot be written.
    func send(_ request: Request) throws(BrokerError) {
        // Of a start and a stop, only the later request counts.
        if let other = request.opposite { unlink(path(of: other)) }
        let path = path(of: request)
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .requestRefused(path: path, reason: String(cString: strerror(errno))) }
        defer { close(file) }
        // A path unit can wait for a file that exists, or for one that is closed after it was written.
        guard write(file, "\n", 1) == 1 else {
            throw .requestRefused(path: path, reason: String(cString: strerror(errno)))
        }
    }

    private func path(of request: Request) -> String { "\(folder)/\(request.rawValue)" }
}

extension ServiceRequests.Request {
    fileprivate var opposite: ServiceRequests.Request? {
        switch self {
        case .restart: .stop
        case .stop: .restart
        case .reload, .save: nil
        }
    }
}
