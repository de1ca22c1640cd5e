import Foundation
package import GatewayWire

/// The reason why no gateway can be reached on this machine, derived from the file system and the `errno` of the
/// connection attempt.
package enum GatewayUnavailability: Sendable, Hashable {
    case stateFolderMissing(String)
    case notRunning(socket: String)
    /// The socket exists, but no process listens on it: the gateway was killed.
    case staleSocket(String)
    case notPermitted(String)
    case pathTooLong(String)
    case unknown(errno: Int32)

    /// The size of `sun_path` on Linux, without the final NUL.
    static let maximumSocketPathBytes = 107

    package init(errno code: Int32, stateFolder: String, socket: String) {
        switch code {
        case ENOENT, ENOTDIR:
            let exists = FileManager.default.fileExists(atPath: stateFolder)
            self = exists ? .notRunning(socket: socket) : .stateFolderMissing(stateFolder)
        case ECONNREFUSED: self = .staleSocket(socket)
        case EACCES, EPERM: self = .notPermitted(socket)
        case ENAMETOOLONG: self = .pathTooLong(socket)
        default: self = .unknown(errno: code)
        }
    }

    /// A code for programs; it stays the same in later versions.
    package var code: String {
        switch self {
        case .stateFolderMissing: "stateFolderMissing"
        case .notRunning: "gatewayNotRunning"
        case .staleSocket: "staleSocket"
        case .notPermitted: "socketNotPermitted"
        case .pathTooLong: "socketPathTooLong"
        case .unknown: "gatewayUnreachable"
        }
    }

    /// One sentence that describes the problem.
    package var message: String {
        switch self {
        case .stateFolderMissing(let path): "No gateway is running: the state folder \(path) does not exist."
        case .notRunning(let socket): "No gateway is running: the socket \(socket) does not exist."
        case .staleSocket(let socket): "No gateway is running: no process listens on the socket \(socket)."
        case .notPermitted(let socket): "This user has no permission to open the socket \(socket)."
        case .pathTooLong(let socket):
            "The socket path \(socket) has \(socket.utf8.count) bytes; the limit is \(Self.maximumSocketPathBytes)."
        case .unknown(let code): "The connection to the gateway's socket failed: \(String(cString: strerror(code)))."
        }
    }

    /// One sentence that says what to do.
    package var remedy: String {
        switch self {
        case .stateFolderMissing:
            "Start a gateway with tomte run, or give its state folder with --state DIR or TOMTE_STATE."
        case .notRunning(let socket): "Start the gateway with \(Self.startCommand(socket)).\(Self.reasonHint(socket))"
        case .staleSocket(let socket):
            "The gateway ended without removing its socket; start it again with \(Self.startCommand(socket)).\(Self.reasonHint(socket))"
        case .notPermitted: "Run this command as the user of the gateway, or as root, with sudo."
        case .pathTooLong: "Choose a state folder with a shorter path, or give a relative path with --state."
        case .unknown: "Run tomte doctor to find the cause."
        }
    }

    /// The command that starts the gateway with this socket.
    private static func startCommand(_ socket: String) -> String {
        isOfInstalledService(socket) ? "sudo systemctl start tomte" : "tomte run"
    }

    /// Where to read why an installed gateway does not start, for example because of its configuration.
    private static func reasonHint(_ socket: String) -> String {
        isOfInstalledService(socket) ? " If it does not start, systemctl status tomte says why." : ""
    }

    private static func isOfInstalledService(_ socket: String) -> Bool {
        socket.hasPrefix("\(StateFolderPath.ofInstalledService)/")
    }

    package var finding: FindingBody {
        FindingBody(code: code, severity: "failing", subsystem: "gateway", message: message, remedy: remedy)
    }
}
