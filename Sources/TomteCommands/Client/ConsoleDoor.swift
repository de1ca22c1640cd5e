import AsyncHTTPClient
import HomeModel
import NIOHTTP1

/// The Unix socket of a gateway on this machine.
struct ConsoleDoor: GatewayDoor {
    let home: StateFolder
    /// The person with whose rights the console acts.
    var person: PersonID?

    var configuration: HTTPClient.Configuration { .forGateway }

    func prepared(_ request: GatewayRequest) throws(CommandFailure) -> HTTPClientRequest {
        guard home.socket.utf8.count <= GatewayAbsence.maximumSocketPathBytes else {
            throw .noGateway(.pathTooLong(home.socket))
        }
        var prepared = HTTPClientRequest(request, url: request.url(socket: home.socket))
        prepared.headers.add(name: "Host", value: "localhost")
        if let person { prepared.headers.add(name: "Tomte-As", value: person.rawValue) }
        return prepared
    }

    func absence(errno: Int32) -> CommandFailure {
        .noGateway(GatewayAbsence(errno: errno, stateFolder: home.path, socket: home.socket))
    }
}
