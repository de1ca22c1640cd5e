import GatewayCore
import Glibc
import HTTPTypes
import HomeModel
import Hummingbird
import NIOCore

/// `struct ucred` of Linux, which the C library hides from us.
private struct PeerCredentials: Sendable {
    var processID: pid_t = 0
    var userID: uid_t = 0
    var groupID: gid_t = 0
}

/// Who sits at the other end of the Unix socket, by the word of the kernel.
struct PeerMiddleware: RouterMiddleware {
    typealias Context = DoorContext

    static let asPerson = HTTPField.Name("Tomte-As")

    let people: PeopleRegister
    let service: PeopleService

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
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
            try await service.noteStranger(identity)
            throw Problem.unknownPerson
        }
        return identity
    }
}
