package import AsyncHTTPClient
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

    package let path: String

    /// Uses `option`, else the environment variable, else `./.tomte`.
    package init(option: String?, environment: [String: String]) {
        let named = option ?? environment[Self.environmentVariable] ?? ""
        path = named.isEmpty ? "./.tomte" : named
    }

    package var socket: String { path + (path.hasSuffix("/") ? "" : "/") + "run/tomte.sock" }
}
