import Foundation
import Glibc
import HomeCertificates

/// The folder of all data of a home. Only the gateway's own user can open it.
package struct StateFolder: Sendable {
    /// The longest path that fits into `sockaddr_un`, in bytes, without the closing NUL.
    private static let maximumSocketPath = 107

    /// The journal of restrictions, in the folder itself.
    static let restrictions = "restrictions.journal"

    package let path: String

    package var database: String { "\(path)/home.sqlite" }
    package var audit: String { "\(path)/audit" }
    package var secrets: String { "\(path)/secrets" }
    package var certificates: String { "\(path)/certificates" }
    package var broker: String { "\(path)/broker" }
    package var externalBroker: String { "\(path)/external-broker" }
    package var socket: String { "\(path)/run/tomte.sock" }

    /// Creates the folder and its folder `run`, each with mode 0700. Throws if the path is too long for the socket, or
    /// if a folder cannot be created.
    package init(path: String) throws(StartError) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        guard socket.utf8.count <= Self.maximumSocketPath else {
            throw .statePathTooLong(path: self.path, by: socket.utf8.count - Self.maximumSocketPath)
        }
        do throws(PrivateFileError) {
            _ = try PrivateFolder(path: self.path)
            _ = try PrivateFolder(path: "\(self.path)/run")
        } catch {
            throw .stateFolder(error.description)
        }
    }
}
