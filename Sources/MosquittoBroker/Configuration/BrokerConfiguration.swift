import Crypto
import Glibc
import HomeModel

/// The configuration file of the broker. Each setting has its reason in the line above it.
struct BrokerConfiguration: Equatable {
    /// One line of the file, and its reason.
    struct Setting: Equatable {
        let name: String
        let value: String
        let reason: String
    }

    /// The maximum number of connections of each listener.
    static let maximumConnections = 1000

    let settings: [Setting]
    private let isOfService: Bool

    /// - Parameters:
    ///   - user: the user as which the broker runs when the gateway is root.
    ///   - isCompatible: whether the broker opens the compatibility listener.
    init(_ settings: BrokerSettings, user: String?, isCompatible: Bool = false) throws(BrokerError) {
        isOfService = settings.service != nil
        if let address = settings.bindAddress, !Self.isAddress(address) { throw .badBindAddress(address) }
        let service = settings.service.map(Self.service) ?? []
        let data = settings.service?.dataFolder ?? BrokerFiles.data
        self.settings =
            Self.trust + Self.queues(settings.outage)
            + Self.persistence(in: data, saveWindowSeconds: settings.saveWindowSeconds)
            + Self.operation(user: user) + service + Self.listener(settings)
            + (isCompatible ? Self.compatibility(settings) : [])
    }

    var text: String { Self.text(settings) }

    /// Returns the text of the file with the values of `tuning` instead of those for an empty database.
    func text(for tuning: BrokerTuning) -> String {
        let values = [
            BrokerTuning.memoryName: "\(tuning.memoryLimit)", BrokerTuning.saveName: "\(tuning.saveSeconds)",
        ]
        return Self.text(settings.map { Setting($0.name, values[$0.name] ?? $0.value, $0.reason) })
    }

    private static func text(_ settings: [Setting]) -> String {
        "# The gateway writes this file at every start: changes are lost.\n"
            + settings.map { "\n# \($0.reason)\n\($0.name) \($0.value)\n" }.joined()
    }

    /// A digest of the configuration without its tuning. It is part of the file's name, so that the arguments of a
    /// running broker show which configuration it runs.
    var digest: String {
        SHA256.hash(data: Array(text.utf8)).prefix(8).hexadecimal
    }

    /// The unit of a service has a fixed command line.
    var fileName: String { isOfService ? BrokerFiles.serviceConfiguration : "mosquitto-\(digest).conf" }

    /// The limit of open files of the broker: its connections, and a few files of its own. mosquitto 2.0.11 was seen to
    /// accept far more connections than its own limit allows. The unit of the service has the limit for both listeners.
    var maximumOpenFiles: Int {
        settings.filter { $0.name == "listener" }.count * Self.maximumConnections + 200
    }

    private static func service(_ service: BrokerService) -> [Setting] {
        [Setting("pid_file", service.pidFile, "Shows the gateway which process the service manager started.")]
    }

    private static let trust = [
        Setting(
            "per_listener_settings", "false", "One access file for every listener, and for sessions that are offline."),
        Setting("allow_anonymous", "false", "Only clients with a credential of this home."),
        Setting("acl_file", BrokerFiles.accessRules, "Everything that this file does not allow is denied."),
    ]

    private static func queues(_ outage: OutageBudget) -> [Setting] {
        [
            Setting(
                "queue_qos0_messages", "true",
                "Many devices publish at QoS 0: queue their messages too while the gateway is away."),
            Setting(
                "max_queued_messages", "\(outage.queuedMessages)",
                "\(outage.hours) h away at \(outage.messagesPerSecond) messages/s. The broker drops further messages silently."
            ),
            Setting(
                "max_queued_bytes", "\(max(outage.queuedBytes, outage.memoryBytes / 4))",
                "The same, at \(outage.payloadBytes) bytes each; enough to see which device retains an eighth of the memory."
            ),
            Setting(
                BrokerTuning.memoryName, "\(outage.memoryBytes)",
                "Above the need of the queues and of the database, below what would starve the machine."),
            Setting(
                "max_inflight_messages", "1000",
                "Larger than a batch of the gateway, which acknowledges only after it has committed."),
            Setting(
                "max_packet_size", "\(BrokerSettings.maximumPacketBytes)",
                "A bridge describes all its devices in one message. This limit is for all clients; the broker disconnects a client that sends more."
            ),
            Setting("max_keepalive", "1200", "The broker notices a lost device within half an hour."),
            Setting(
                "persistent_client_expiration", "30d", "Sessions of devices that never return do not queue for ever."),
        ]
    }

    private static func persistence(in folder: String, saveWindowSeconds: Int) -> [Setting] {
        [
            Setting("persistence", "true", "Sessions, queues and retained values outlive the broker."),
            Setting("persistence_location", "\(folder)/", "The one folder that the broker may write."),
            Setting("persistence_file", BrokerFiles.database, "Named, because the gateway sets a damaged one aside."),
            Setting(
                BrokerTuning.saveName, "\(max(1, saveWindowSeconds))",
                "Seconds that a killed broker can lose; more for a large database, which is written whole."),
            Setting("autosave_on_changes", "false", "The interval counts seconds, not changes."),
        ]
    }

    private static func operation(user: String?) -> [Setting] {
        let identity = user.map { [Setting("user", $0, "Never root.")] } ?? []
        return identity + [
            Setting("sys_interval", "5", "Counters, among them those of dropped messages and of its memory."),
            Setting("set_tcp_nodelay", "true", "Small packets at once: p99.9 of 4 ms instead of 36 ms."),
            Setting("connection_messages", "true", "Clients that connect and disconnect, for every diagnosis."),
            Setting("log_dest", "stderr", "A file that the gateway opened, so that early errors are in it as well."),
            Setting("log_timestamp_format", "%Y-%m-%dT%H:%M:%S", "Times that people can read."),
            Setting("log_type", "error", "Failures."),
            Setting("log_type", "warning", "Doubtful events."),
            Setting("log_type", "notice", "Clients that connect, disconnect or lose messages."),
            Setting("log_type", "information", "The lines that show the gateway the end of a reload."),
        ]
    }

    private static func listener(_ settings: BrokerSettings) -> [Setting] {
        let address = settings.bindAddress.map { " \($0)" } ?? ""
        return [
            Setting(
                "listener", "\(settings.port)\(address)",
                "For devices with a certificate. There is no plain-text listener."),
            Setting("max_connections", "\(maximumConnections)", "Limits what a flood of connections can use."),
            Setting("tls_version", "tlsv1.3", "Nothing older."),
            Setting("cafile", BrokerFiles.trust, "Only the device root: every certificate that it issued may connect."),
            Setting("certfile", BrokerFiles.certificate, "Issued by the device root."),
            Setting("keyfile", BrokerFiles.privateKey, "Readable for the broker's group only."),
            Setting("crlfile", BrokerFiles.revocations, "Certificates of removed devices; read again at SIGHUP."),
            Setting("require_certificate", "true", "Clients without a certificate cannot connect."),
            Setting("use_identity_as_username", "true", "Only the certificate identifies the client."),
            Setting(
                "use_username_as_clientid", "true", "No client can take the session of another, such as the gateway."),
        ]
    }

    /// The compatibility listener: for chips without TLS 1.3, client certificates, or elliptic curves in certificates.
    private static func compatibility(_ settings: BrokerSettings) -> [Setting] {
        let address = settings.bindAddress.map { " \($0)" } ?? ""
        return [
            Setting(
                "password_file", BrokerFiles.passwords, "Devices with a password; no device with a certificate."),
            Setting(
                "listener", "\(settings.compatibilityPort)\(address)",
                "For devices with a password, while there are any."),
            Setting("max_connections", "\(maximumConnections)", "Limits what a flood of connections can use."),
            Setting("tls_version", "tlsv1.2", "Nothing older."),
            Setting("ciphers", "ECDHE+AESGCM:ECDHE+CHACHA20", "Of TLS 1.2: forward secrecy and authenticated only."),
            Setting("certfile", BrokerFiles.compatibilityCertificate, "RSA, for chips that verify nothing else."),
            Setting("keyfile", BrokerFiles.compatibilityKey, "Readable for the broker's group only."),
            Setting("require_certificate", "false", "The password identifies the client."),
            Setting("use_username_as_clientid", "true", "No client can take the session of another here either."),
        ]
    }

    private static func isAddress(_ text: String) -> Bool {
        var four = in_addr()
        var six = in6_addr()
        return inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
    }
}

extension BrokerConfiguration.Setting {
    fileprivate init(_ name: String, _ value: String, _ reason: String) {
        self.init(name: name, value: value, reason: reason)
    }
}
