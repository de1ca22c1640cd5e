package import AsyncHTTPClient
import Foundation
package import HomeModel
import NIOHTTP1

/// Sends requests to a gateway on this machine, through its Unix socket.
package struct UnixSocketTransport: GatewayTransport {
    package let home: StateFolderPath
    /// The person with whose rights the console acts; nil for its own rights.
    package var person: PersonID?

    package init(home: StateFolderPath) { self.home = home }

    package var configuration: HTTPClient.Configuration { .forGateway }

    package func prepared(_ request: GatewayRequest) throws(ClientError) -> HTTPClientRequest {
        guard home.socket.utf8.count <= GatewayUnavailability.maximumSocketPathBytes else {
            throw .noGateway(.pathTooLong(home.socket))
        }
        var prepared = try HTTPClientRequest(request, url: request.url(socket: home.socket))
        prepared.headers.add(name: "Host", value: "localhost")
        if let person { prepared.headers.add(name: "Tomte-As", value: person.rawValue) }
        return prepared
    }

    package func failure(errno: Int32) -> ClientError {
        .noGateway(GatewayUnavailability(errno: errno, stateFolder: home.path, socket: home.socket))
    }
}

/// The folder with the data of one gateway, and the path of its socket in it.
package struct StateFolderPath: Sendable, Hashable {
    package static let environmentVariable = "TOMTE_STATE"
    /// The state folder of the gateway that Debian's package installs as a service.
    package static let ofInstalledService = "/var/lib/tomte"
    private static let inWorkingFolder = "./.tomte"

    package let path: String

    /// Whether it is the folder of the installed service, which only root and the service may open.
    package var isOfInstalledService: Bool {
        URL(fileURLWithPath: path).standardizedFileURL.path == Self.ofInstalledService
    }

    /// Uses `option`, else the environment variable, else `./.tomte`.
    package init(option: String?, environment: [String: String]) {
        self.init(option: option, environment: environment) { _ in false }
    }

    /// Uses `option`, else the environment variable, else `./.tomte`. Where that does not exist, uses the folder of the
    /// installed service, if that exists. Where it belongs to another user, always uses the folder of the service: a
    /// person in a folder of others would send what they type, such as a PIN, to a gateway of others.
    ///
    /// `owner` returns the user to whom a folder belongs; nil if there is none.
    package static func ofRunningGateway(
        option: String?, environment: [String: String], user: UInt32 = geteuid(),
        owner: (String) -> UInt32? = { FileManager.default.owner(of: $0) }
    ) -> StateFolderPath {
        StateFolderPath(option: option, environment: environment) { folder in
            let ownerHere = owner(Self.inWorkingFolder)
            return ownerHere.map { $0 != user } ?? (owner(folder) != nil)
        }
    }

    private init(option: String?, environment: [String: String], usesService: (String) -> Bool) {
        let named = option ?? environment[Self.environmentVariable] ?? ""
        if !named.isEmpty {
            path = named
        } else {
            path = usesService(Self.ofInstalledService) ? Self.ofInstalledService : Self.inWorkingFolder
        }
    }

    package var socket: String { path + (path.hasSuffix("/") ? "" : "/") + "run/tomte.sock" }
}

extension FileManager {
    /// The user to whom a file belongs; of a symbolic link, the owner of the link. Nil if there is none.
    fileprivate func owner(of path: String) -> UInt32? {
        (try? attributesOfItem(atPath: path))?[.ownerAccountID].flatMap { ($0 as? NSNumber)?.uint32Value }
    }
}
