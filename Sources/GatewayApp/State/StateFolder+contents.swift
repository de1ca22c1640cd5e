import GatewayCore
import HostInspection

extension StateFolder {
    /// Everything that belongs in the state folder of a home. A part of the program that stores a new file adds its name
    /// here; a test compares the table with the folder of a gateway that has run.
    static let contents = FolderContents(ownFolders + brokerFolders("broker", data: "broker/data"))

    /// What belongs in the folder of a broker that a service of the system runs. The folder itself belongs to root.
    static let contentsOfServiceBroker = FolderContents(
        [.init("", access: .administrator, files: [], hasTemporaryFiles: false)]
            + brokerFolders("configuration", data: "data"))

    private static let ownFolders: [FolderContents.Folder] = [
        .init(
            "",
            files: [
                "home.sqlite", "home.sqlite-wal", "home.sqlite-shm", "home.sqlite-journal",
                "home.sqlite-wal.damaged",
                "home.sqlite.lock", "home.sqlite.version-*",
                // A migration that was killed leaves them, with their journals.
                "home.sqlite.new", "home.sqlite.new-journal", "home.sqlite.copy", "home.sqlite.copy-journal",
                "home.sqlite-log-*",
                "start.reserve", CrashReportService.Setup.recorderName, CrashReportService.Setup.takenRecorderName,
                restrictions, "\(restrictions).new",
                "\(restrictions).damaged", erasures, "\(erasures).new", "\(erasures).damaged", StateWipe.request,
                "\(StateWipe.request).new", WipeLeftovers.name, "\(WipeLeftovers.name).new",
            ] + logs,
            // A shell creates them, with the permissions that it gives to every file.
            exceptions: Dictionary(uniqueKeysWithValues: logs.map { ($0, FolderContents.Access.administrator) }),
            hasTemporaryFiles: false),
        .init(
            "audit",
            files: [
                "lock", "heads.signed", "heads.signed.new", "people.keys", "people.keys.new", "people.keys.damaged",
                "*.segment", "*.segment.new", "*.reserve", "*.reserve.new",
            ], hasTemporaryFiles: false),
        .init("certificates", files: [".lock", "*.pem", "*.key"]),
        .init("secrets", files: [".lock", "sealing.key", "*.sealed"]),
        .init("homekit", files: ["*.json", "*.database"]),
        .init("matter", files: ["*.attributes"]),
        .init("makers", files: ["*.pem"]),
        .init("attachments", files: ["*.content", "*.thumbnail", ".*.part", "*.unlisted"], hasTemporaryFiles: false),
        .init(CrashReportService.Setup.reportsName, files: ["*.json"]),
        .init("external-broker", access: .administrator, files: ["*.pem", "*.key"], hasTemporaryFiles: false),
        .init("run", files: [], hasTemporaryFiles: false, sockets: ["tomte.sock"]),
        // The keys of short connections to the broker, which are deleted after them.
        .init("run/takeover", files: ["*"]),
        // The credentials of simulated devices, which are named after them.
        .init("simulated", access: .administrator, files: ["*"], hasTemporaryFiles: false),
        .init("devices", access: .administrator, files: ["*.yaml", "*.yml", "*.md"], hasTemporaryFiles: false),
    ]

    /// The logs and the lock of `make run`.
    private static let logs = ["make-run.lock", "gateway.log", "simulator.log", "build.log"]

    /// The folder of the broker, which the broker's user can read, and the one in which that user writes.
    private static func brokerFolders(_ path: String, data: String) -> [FolderContents.Folder] {
        [
            .init(
                path, access: .ownerAndReaders,
                files: [
                    ".lock", "access.acl", "passwords", "*.pem", "*.key", "mosquitto*.conf", "mosquitto.log",
                    "read-by-broker", "start-of-service", "unread-roots",
                ], exceptions: ["mosquitto.log": .shared]),
            .init(data, access: .shared, files: ["mosquitto.*"], hasTemporaryFiles: false),
        ]
    }
}
