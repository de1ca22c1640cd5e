import Foundation
import GatewayWire

/// Why no gateway can be reached, as far as the file system and the system call can tell.
enum GatewayAbsence: Sendable, Hashable {
    case stateFolderMissing(String)
    case notRunning(socket: String)
    /// A socket is there, and nobody listens: the gateway was killed.
    case staleSocket(String)
    case notPermitted(String)
    case pathTooLong(String)
    case unknown(errno: Int32)

    /// `sun_path` of Linux, without the final NUL.
    static let maximumSocketPathBytes = 107

    init(errno code: Int32, stateFolder: String, socket: String) {
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

    /// Stable, for programs.
    var code: String {
        switch self {
        case .stateFolderMissing: "stateFolderMissing"
        case .notRunning: "gatewayNotRunning"
        case .staleSocket: "staleSocket"
        case .notPermitted: "socketNotPermitted"
        case .pathTooLong: "socketPathTooLong"
        case .unknown: "gatewayUnreachable"
        }
    }

    /// One sentence.
    var message: String {
        switch self {
        case .stateFolderMissing(let path): "No gateway is running: there is no state folder \(path)."
        case .notRunning(let socket): "No gateway is running: there is no socket \(socket)."
        case .staleSocket(let socket): "No gateway is running: nobody listens on \(socket)."
        case .notPermitted(let socket): "This user may not open \(socket)."
        case .pathTooLong(let socket):
            "The socket path \(socket) has \(socket.utf8.count) bytes; a Unix socket takes \(Self.maximumSocketPathBytes)."
        case .unknown(let code): "The gateway's socket cannot be reached: \(String(cString: strerror(code)))."
        }
    }

    /// One sentence.
    var remedy: String {
        switch self {
        case .stateFolderMissing:
            "Start one with tomte run, or name its folder with --state DIR or TOMTE_STATE."
        case .notRunning: "Start it with tomte run."
        case .staleSocket: "It ended without cleaning up; start it again with tomte run."
        case .notPermitted: "Run this as the gateway's own user, or as root."
        case .pathTooLong: "Choose a shorter --state folder, or a relative one."
        case .unknown: "See tomte doctor."
        }
    }

    var finding: FindingBody {
        FindingBody(code: code, severity: "failing", subsystem: "gateway", message: message, remedy: remedy)
    }
}
