import AsyncHTTPClient
import Concurrency
import Foundation
import GatewayWire
package import HomeModel
import NIOCore
import NIOHTTP1

/// A client of the API of one gateway, through its Unix socket or by HTTPS.
///
/// It throws `Failure`, the error of the program that uses it, so that the program's own functions throw one type.
package struct GatewayClient<Failure: ClientFailure>: Sendable {
    package typealias Response<Body: Decodable> = APIResponse<Body, Failure>

    /// The limit of a response in bytes. A year of one series fits; a larger response is an error or an attack.
    private static var maximumResponseBytes: Int { 64 << 20 }
    /// The limit of attempts for one request. With an outdated nonce and an outdated token, three are necessary.
    private static var maximumAttempts: Int { 4 }

    private var transport: any GatewayTransport
    private let http: HTTPClient

    /// Opens a client, runs `body` with it, and closes it.
    package static func with<Result: Sendable>(
        _ transport: any GatewayTransport, body: @Sendable (GatewayClient) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do {
            return try await HTTPClient.withHTTPClient(configuration: transport.configuration) { http in
                try await body(GatewayClient(transport: transport, http: http))
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.connectionLost)
        }
    }

    /// Runs `body` with a client of the gateway on this machine.
    package static func with<Result: Sendable>(
        _ home: StateFolderPath, body: @Sendable (GatewayClient) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await with(UnixSocketTransport(home: home), body: body)
    }

    private init(transport: any GatewayTransport, http: HTTPClient) {
        self.transport = transport
        self.http = http
    }

    /// A client with the rights of `person`, or with nil with those of the console itself. By HTTPS a client always has
    /// the rights of its own session.
    package func acting(as person: PersonID?) -> GatewayClient {
        guard var console = transport as? UnixSocketTransport else { return self }
        console.person = person
        var client = self
        client.transport = console
        return client
    }

    /// Whether requests go through the Unix socket, with the rights of the console.
    package var isConsole: Bool { transport is UnixSocketTransport }

    /// Sends one request and returns the whole response. Throws `.problem` when the gateway refuses it.
    package func send<Body>(
        _ request: GatewayRequest, for _: Body.Type = Body.self
    ) async throws(Failure) -> Response<Body> {
        do {
            let (status, bytes, link) = try await withDeadline(request.deadline) {
                let response = try await response(to: request, within: .distantFuture)
                let body = try await response.body.collect(upTo: Self.maximumResponseBytes)
                return (
                    Int(response.status.code), Array(body.readableBytesView), response.headers.first(name: "Link")
                )
            }
            return Response(status: status, bytes: bytes, link: link)
        } catch {
            throw failure(error, request: request)
        }
    }

    /// Opens the event stream and passes its bytes to `receive` as they arrive, until the gateway ends the stream or
    /// `receive` returns false.
    package func events(
        after lastEventID: String?,
        _ receive: @escaping @Sendable (StreamPiece) async throws(Failure) -> Bool
    ) async throws(Failure) {
        var request = GatewayRequest(.get, path: "/events").accepting("text/event-stream")
        request.headers = lastEventID.map { [("Last-Event-ID", $0)] } ?? []
        try await stream(request, receive: receive)
    }

    /// Passes the bytes of a long response to `receive` as they arrive, until it ends or `receive` returns false.
    /// Throws `.problem` when the gateway refuses the request.
    package func stream(
        _ request: GatewayRequest,
        receive: @escaping @Sendable (StreamPiece) async throws(Failure) -> Bool
    ) async throws(Failure) {
        do {
            // The deadline is for the head of the response; the stream itself may take longer.
            let response = try await response(to: request, within: .now() + TimeAmount(request.deadline))
            let headers = Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
            guard try await receive(.opened(headers: headers)) else { return }
            for try await chunk in response.body {
                guard try await receive(.bytes(Array(chunk.readableBytesView))) else { return }
            }
        } catch {
            throw failure(error, request: request)
        }
    }

    /// A part of a streamed response: its successful head, with the header fields by their names in lower case, or some
    /// of its bytes.
    package enum StreamPiece: Sendable {
        case opened(headers: [String: String])
        case bytes([UInt8])
    }

    /// Sends a request until it succeeds. A refusal is thrown, unless the transport renews its credentials after it.
    private func response(to request: GatewayRequest, within deadline: NIODeadline) async throws -> HTTPClientResponse {
        var tries = 1
        while true {
            let response = try await http.execute(try await transport.prepared(request), deadline: deadline)
            if (200..<300).contains(response.status.code) { return response }
            let body = Array(try await response.body.collect(upTo: Self.maximumResponseBytes).readableBytesView)
            let refusal = Self.failure(status: Int(response.status.code), bytes: body)
            guard tries < Self.maximumAttempts,
                try await transport.renewCredentials(from: response, refusal.problem, http: http)
            else {
                throw refusal
            }
            tries += 1
        }
    }
}

extension GatewayClient {
    private static func failure(status: Int, bytes: [UInt8]) -> ClientError {
        guard let problem = try? JSONDecoder().decode(ProblemBody.self, from: Data(bytes)) else {
            return .unreadableAnswer("it has the HTTP status \(status) and no problem details.")
        }
        return .problem(problem)
    }

    private func failure(_ error: any Error, request: GatewayRequest) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let failure as ClientError: Failure(failure)
        default: Failure(clientError(error, request: request))
        }
    }

    private func clientError(_ error: any Error, request: GatewayRequest) -> ClientError {
        switch error {
        // The gateway was connected and ended during the request: the request may have arrived.
        case let error as IOError where [ECONNRESET, EPIPE].contains(error.errnoCode): .connectionLost
        case let error as IOError: transport.failure(errno: error.errnoCode)
        case is DeadlineExceeded: .noAnswer(within: request.deadline)
        case let error as HTTPClientError where error == .deadlineExceeded: .noAnswer(within: request.deadline)
        case is NIOTooManyBytesError: .unreadableAnswer("it is larger than 64 MiB.")
        default: .connectionLost
        }
    }
}

extension ClientError {
    fileprivate var problem: ProblemBody? {
        if case .problem(let problem) = self { problem } else { nil }
    }
}

/// A successful response of the gateway. Its body is decoded only on demand.
package struct APIResponse<Body: Decodable, Failure: ClientFailure>: Sendable {
    package let status: Int
    package let bytes: [UInt8]
    /// The header field with the address of the next page.
    var link: String?

    /// The cursor of the next page; nil when there is none.
    package var nextPage: String? {
        guard let link, let start = link.range(of: "before=") else { return nil }
        return String(link[start.upperBound...].prefix { $0 != "&" && $0 != ">" })
    }

    /// Decodes the body. Throws `.unreadableAnswer` with the path of the first wrong field.
    package func body() throws(Failure) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw Failure(.unreadableAnswer(Self.place(of: error)))
        }
    }

    /// Describes where decoding failed, but not the content there, because a response may contain anything.
    private static func place(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "it is not JSON." }
        let path: [any CodingKey] =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context): context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .dataCorrupted(let context): context.codingPath
            @unknown default: []
            }
        return path.isEmpty
            ? "it is not JSON."
            : "the field “\(path.map(\.stringValue).joined(separator: "."))” is missing or has a wrong type."
    }
}
