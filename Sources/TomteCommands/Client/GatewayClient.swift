import AsyncHTTPClient
import Foundation
import GatewayWire
import HomeModel
import NIOCore
import NIOHTTP1

/// The API of one gateway, through one of its doors.
struct GatewayClient: Sendable {
    /// A year of one series fits; more is a mistake or an attack.
    private static let maximumAnswerBytes = 64 << 20
    /// With an old nonce and an old token a request goes out three times.
    private static let mostTries = 4

    private var door: any GatewayDoor
    private let http: HTTPClient

    /// Opens a client for the time of `body`.
    static func with<Result: Sendable>(
        _ door: any GatewayDoor, _ body: @Sendable (GatewayClient) async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        do {
            return try await HTTPClient.withHTTPClient(configuration: door.configuration) { http in
                try await body(GatewayClient(door: door, http: http))
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .connectionLost
        }
    }

    /// The gateway on this machine.
    static func with<Result: Sendable>(
        _ home: StateFolder, _ body: @Sendable (GatewayClient) async throws(CommandFailure) -> Result
    ) async throws(CommandFailure) -> Result {
        try await with(ConsoleDoor(home: home), body)
    }

    private init(door: any GatewayDoor, http: HTTPClient) {
        self.door = door
        self.http = http
    }

    /// The same gateway with the rights of `person`, or of the console itself; elsewhere one has one's own.
    func acting(as person: PersonID?) -> GatewayClient {
        guard var console = door as? ConsoleDoor else { return self }
        console.person = person
        var client = self
        client.door = console
        return client
    }

    var isConsole: Bool { door is ConsoleDoor }

    /// Sends one request and reads the whole answer; a problem is thrown.
    func send<Body>(
        _ request: GatewayRequest, for _: Body.Type = Body.self
    ) async throws(CommandFailure) -> Answer<Body> {
        do {
            let (status, bytes) = try await withDeadline(request.deadline) {
                let response = try await answer(to: request, within: .distantFuture)
                let body = try await response.body.collect(upTo: Self.maximumAnswerBytes)
                return (Int(response.status.code), Array(body.readableBytesView))
            }
            return Answer(status: status, bytes: bytes)
        } catch {
            throw failure(error, request)
        }
    }

    /// Opens the event stream and hands over its bytes as they come, until the gateway ends it or `receive` wants no more.
    func events(
        after lastEventID: String?,
        _ receive: @escaping @Sendable (StreamPiece) async throws(CommandFailure) -> Bool
    ) async throws(CommandFailure) {
        var request = GatewayRequest(.get, "/events").accepting("text/event-stream")
        request.headers = lastEventID.map { [("Last-Event-ID", $0)] } ?? []
        try await stream(request, receive)
    }

    /// Hands over the bytes of a long answer as they come, until it ends or `receive` wants no more; a problem is thrown.
    func stream(
        _ request: GatewayRequest,
        _ receive: @escaping @Sendable (StreamPiece) async throws(CommandFailure) -> Bool
    ) async throws(CommandFailure) {
        do {
            // This deadline is for the head of the answer; the stream itself may last.
            let response = try await answer(to: request, within: .now() + TimeAmount(request.deadline))
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

    /// The answer that did what was asked; a refusal is thrown, unless the door learns from it.
    private func answer(to request: GatewayRequest, within deadline: NIODeadline) async throws -> HTTPClientResponse {
        var tries = 1
        while true {
            let response = try await http.execute(try await door.prepared(request), deadline: deadline)
            if (200..<300).contains(response.status.code) { return response }
            let body = Array(try await response.body.collect(upTo: Self.maximumAnswerBytes).readableBytesView)
            let refusal = Self.failure(status: Int(response.status.code), bytes: body)
            guard tries < Self.mostTries, try await door.learns(from: response, refusal.problem, http) else {
                throw refusal
            }
            tries += 1
        }
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
        // It was there, and ended while it was asked: the request may have arrived.
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode): .connectionLost
        case let error as IOError: door.absence(errno: error.errnoCode)
        case is DeadlinePassed: .noAnswer(within: request.deadline)
        case let error as HTTPClientError where error == .deadlineExceeded: .noAnswer(within: request.deadline)
        case is NIOTooManyBytesError: .unreadableAnswer("it is larger than 64 MiB.")
        default: .connectionLost
        }
    }
}

extension CommandFailure {
    fileprivate var problem: ProblemBody? {
        if case .problem(let problem) = self { problem } else { nil }
    }
}
