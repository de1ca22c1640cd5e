import AsyncHTTPClient
import Foundation
import GatewayWire
import HomeModel
import NIOCore
import NIOHTTP1

/// The API of one gateway, over its Unix socket.
struct GatewayClient: Sendable {
    /// A year of one series fits; more is a mistake or an attack.
    private static let maximumAnswerBytes = 64 << 20

    let home: StateFolder
    /// The person with whose rights the console acts.
    private var person: PersonID?
    private let http: HTTPClient

    /// Opens a client for the time of `body`.
    static func with<Result: Sendable>(
        _ home: StateFolder, _ body: @Sendable (GatewayClient) async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        var configuration = HTTPClient.Configuration()
        // A gateway that is not there is said at once, not after ten seconds of trying.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        do {
            return try await HTTPClient.withHTTPClient(configuration: configuration) { http in
                try await body(GatewayClient(home: home, http: http))
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .connectionLost
        }
    }

    private init(home: StateFolder, http: HTTPClient) {
        self.home = home
        self.http = http
    }

    /// The same gateway with the rights of `person`, or of the console itself.
    func acting(as person: PersonID?) -> GatewayClient {
        var client = self
        client.person = person
        return client
    }

    /// Sends one request and reads the whole answer; a problem is thrown.
    func send<Body>(
        _ request: GatewayRequest, for _: Body.Type = Body.self
    ) async throws(CommandFailure) -> Answer<Body> {
        let (status, bytes) = try await collect(request)
        guard (200..<300).contains(status) else { throw Self.failure(status: status, bytes: bytes) }
        return Answer(status: status, bytes: bytes)
    }

    /// Opens the event stream and hands over its bytes as they come, until the gateway ends it or `receive` wants no more.
    func events(
        after lastEventID: String?,
        _ receive: @escaping @Sendable (StreamPiece) async throws(CommandFailure) -> Bool
    ) async throws(CommandFailure) {
        try await stream(
            GatewayRequest(.get, "/events").accepting("text/event-stream"),
            headers: lastEventID.map { [("Last-Event-ID", $0)] } ?? [], receive)
    }

    /// Hands over the bytes of a long answer as they come, until it ends or `receive` wants no more; a problem is thrown.
    func stream(
        _ request: GatewayRequest, headers: [(name: String, value: String)] = [],
        _ receive: @escaping @Sendable (StreamPiece) async throws(CommandFailure) -> Bool
    ) async throws(CommandFailure) {
        do {
            var prepared = try prepared(request)
            for header in headers { prepared.headers.add(name: header.name, value: header.value) }
            // This deadline is for the head of the answer; the stream itself may last.
            let response = try await http.execute(prepared, deadline: .now() + TimeAmount(request.deadline))
            guard response.status == .ok else {
                let body = try await response.body.collect(upTo: Self.maximumAnswerBytes)
                throw Self.failure(status: Int(response.status.code), bytes: Array(body.readableBytesView))
            }
            guard try await receive(.opened) else { return }
            for try await chunk in response.body {
                guard try await receive(.bytes(Array(chunk.readableBytesView))) else { return }
            }
        } catch {
            throw failure(error, request)
        }
    }

    enum StreamPiece: Sendable {
        case opened
        case bytes([UInt8])
    }

    private func collect(_ request: GatewayRequest) async throws(CommandFailure) -> (Int, [UInt8]) {
        do {
            let prepared = try prepared(request)
            return try await withDeadline(request.deadline) { [http] in
                let response = try await http.execute(prepared, deadline: .distantFuture)
                let body = try await response.body.collect(upTo: Self.maximumAnswerBytes)
                return (Int(response.status.code), Array(body.readableBytesView))
            }
        } catch {
            throw failure(error, request)
        }
    }

    private func prepared(_ request: GatewayRequest) throws(CommandFailure) -> HTTPClientRequest {
        guard home.socket.utf8.count <= GatewayAbsence.maximumSocketPathBytes else {
            throw .noGateway(.pathTooLong(home.socket))
        }
        var prepared = HTTPClientRequest(url: request.url(socket: home.socket))
        prepared.method = HTTPMethod(rawValue: request.method.rawValue)
        prepared.headers.add(name: "Host", value: "localhost")
        prepared.headers.add(name: "Accept", value: request.accepted)
        if let person { prepared.headers.add(name: "Tomte-As", value: person.rawValue) }
        if let body = request.body {
            prepared.headers.add(name: "Content-Type", value: "application/json")
            prepared.body = .bytes(Array(body))
        }
        return prepared
    }
}

extension GatewayClient {
    private static func failure(status: Int, bytes: [UInt8]) -> CommandFailure {
        guard let problem = try? JSONDecoder().decode(ProblemBody.self, from: Data(bytes)) else {
            return .unreadableAnswer("HTTP status \(status) without a problem body.")
        }
        return .problem(problem)
    }

    private func failure(_ error: any Error, _ request: GatewayRequest) -> CommandFailure {
        switch error {
        case let failure as CommandFailure: failure
        case let error as IOError:
            .noGateway(GatewayAbsence(errno: error.errnoCode, stateFolder: home.path, socket: home.socket))
        case is DeadlinePassed: .noAnswer(within: request.deadline)
        case let error as HTTPClientError where error == .deadlineExceeded: .noAnswer(within: request.deadline)
        case is NIOTooManyBytesError: .unreadableAnswer("it is larger than 64 MiB.")
        default: .connectionLost
        }
    }
}
