import AsyncHTTPClient
import HomeModel
import NIOHTTP1

/// Sends requests to a gateway on this machine, through its Unix socket.
struct UnixSocketTransport: GatewayTransport {
    let home: StateFolderPath
    /// The person with whose rights the console acts; nil for its own rights.
    var person: PersonID?

    var configuration: HTTPClient.Configuration { .forGateway }

    func prepared(_ request: GatewayRequest) throws(CLIError) -> HTTPClientRequest {
        guard home.socket.utf8.count <= GatewayUnavailability.maximumSocketPathBytes else {
            throw .noGateway(.pathTooLong(home.socket))
        }
        var prepared = HTTPClientRequest(request, url: request.url(socket: home.socket))
        prepared.headers.add(name: "Host", value: "localhost")
        if let person { prepared.headers.add(name: "Tomte-As", value: person.rawValue) }
        return prepared
    }

    func failure(errno: Int32) -> CLIError {
        .noGateway(GatewayUnavailability(errno: errno, stateFolder: home.path, socket: home.socket))
    }
}
