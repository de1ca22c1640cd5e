import GatewayCore
import Glibc
import HTTPTypes
import HomeModel
import Hummingbird
import NIOCore

/// `struct ucred` of Linux, which the C library does not expose.
private struct PeerCredentials: Sendable {
    var processID: pid_t = 0
    var userID: uid_t = 0
    var groupID: gid_t = 0
}

/// Sets the identity of the process at the other end of the Unix socket, as the kernel reports it. With `Tomte-As` the
/// console acts as that person.
struct PeerMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    static let asPerson = HTTPField.Name("Tomte-As")

    let people: PeopleRegistry
    let service: PeopleService

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.identity = try await identity(of: request, on: context.channel)
        return try await next(request, context)
    }

    private func identity(of request: Request, on channel: any Channel) async throws -> Identity? {
        guard let options = channel as? any SocketOptionProvider else { return nil }
        let credentials: PeerCredentials = try await options.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        ).get()
        guard let peer = ConsolePeer(peerUserID: credentials.userID, gatewayUserID: getuid()) else { return nil }
        guard let name = Self.asPerson.flatMap({ request.headers[$0] }) else { return .console(peer) }
        guard let id = PersonID(name) else { throw Problem.unknownPerson }
        let identity = Identity.console(peer, as: id)
        guard await people.person(id) != nil else {
            try await service.recordStranger(identity)
            throw Problem.unknownPerson
        }
        return identity
    }
}
