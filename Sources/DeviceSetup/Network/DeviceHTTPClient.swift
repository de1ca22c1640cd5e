import AsyncHTTPClient
import Concurrency
import DeviceProtocols
import HomeModel
import NIOCore
import NIOHTTP1

/// Sends single requests to the web server of a device.
///
/// The address is numeric, so no name is resolved, and it is checked again before each connection. Each request uses a
/// connection of its own. Redirects are not followed.
struct DeviceHTTPClient: Sendable {
    /// The time limit for one request, from the connection to the end of its response.
    private let timeout: Duration
    private let subnets: AttachedSubnets
    private let http: HTTPClient

    /// Runs `body` with a client, and closes it.
    static func with<Result: Sendable>(
        _ subnets: AttachedSubnets, timeout: Duration,
        body: @Sendable (DeviceHTTPClient) async throws(SetupFailure) -> Result
    ) async throws(SetupFailure) -> Result {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.decompression = .disabled
        configuration.timeout = .init(connect: TimeAmount(timeout / 2), read: TimeAmount(timeout))
        configuration.maximumUsesPerConnection = 1
        configuration.connectionPool.retryConnectionEstablishment = false
        do {
            return try await HTTPClient.withHTTPClient(configuration: configuration) { http in
                try await body(DeviceHTTPClient(timeout: timeout, subnets: subnets, http: http))
            }
        } catch let failure as SetupFailure {
            throw failure
        } catch {
            throw .cancelled
        }
    }

    /// Reads a document that identifies the device.
    func get(_ path: String, from target: SetupTarget) async throws(SetupFailure) -> JSONValue {
        try await send(path, body: nil, to: target)
    }

    /// Sends a request that sets something.
    func send(_ request: DeviceRequest, to target: SetupTarget) async throws(SetupFailure) -> JSONValue {
        try await send(request.path.exposedText, body: request.body?.exposedText, to: target)
    }

    private func send(_ path: String, body: String?, to target: SetupTarget) async throws(SetupFailure) -> JSONValue {
        _ = try subnets.subnet(of: target.address)
        var request = HTTPClientRequest(url: "http://\(target.address):\(target.port)\(path)")
        request.headers.add(name: "Connection", value: "close")
        if let body {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        let (status, bytes) = try await response(to: request, from: target)
        switch status.code {
        case 200: break
        case 401: throw .passwordProtected
        default: throw .notRecognised(target)
        }
        do throws(DialectError) {
            return try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            throw .notRecognised(target)
        }
    }

    /// The limits for a response; it is closed when it is larger.
    private static let limits = JSONLimits(bytes: 16 << 10, depth: 8, values: 1024)

    private func response(
        to request: HTTPClientRequest, from target: SetupTarget
    ) async throws(SetupFailure) -> (HTTPResponseStatus, [UInt8]) {
        do {
            // One deadline for head and body: a device that sends a byte at a time must not hold the request.
            return try await withDeadline(timeout) { [http] in
                let response = try await http.execute(request, deadline: .distantFuture)
                let body = try await response.body.collect(upTo: Self.limits.bytes)
                return (response.status, Array(body.readableBytesView))
            }
        } catch is NIOTooManyBytesError {
            throw .notRecognised(target)
        } catch {
            throw Task.isCancelled ? .cancelled : .unreachable(target)
        }
    }
}
