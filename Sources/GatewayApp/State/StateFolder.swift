import Foundation
import Glibc
import HomeCertificates

/// Where a home keeps everything. Only the gateway's own user can look inside.
package struct StateFolder: Sendable {
    /// `sockaddr_un` has room for so many bytes, its closing NUL included.
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

    /// Makes the folder and those below it, 0700 each. Throws one sentence when it cannot.
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
