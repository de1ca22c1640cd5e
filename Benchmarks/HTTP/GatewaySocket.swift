// One of these imports provides `timeval`, whichever module the compiler loads first.
import CDispatch
import CoreFoundation
import Foundation
import GatewayWire
import NIOCore
import TestSupport

/// A plain HTTP/1.1 connection to the gateway's Unix socket, for one thread. It is kept simple so that it costs little
/// time.
final class GatewaySocket {
    /// A whole HTTP response.
    struct Response: Sendable {
        let status: Int
        let body: [UInt8]

        func decoded<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    /// Why a request has no result.
    enum Failure: Error {
        case connect(code: Int32)
        case closed(code: Int32)
        case silent
        case status(Int, body: String)
    }

    let descriptor: Int32
    private var received: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    /// `timeout` limits each wait for bytes. Throws `.connect` when no program listens on the socket.
    init(path: String, timeout: Duration = .seconds(15)) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.dropLast().copyBytes(from: path.utf8) }
        let (seconds, attoseconds) = timeout.components
        var timeout = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if code != 0 {
            defer { close(descriptor) }
            throw Failure.connect(code: errno)
        }
    }

    deinit { close(descriptor) }

    /// Sends a request and waits for the whole answer. Throws `.status` for any status that is not a success.
    func request(_ method: String, path: String, body: [UInt8] = []) throws -> Response {
        try send(method, path: path, body: body)
        let answer = try answer()
        guard (200..<300).contains(answer.status) else {
            throw Failure.status(answer.status, body: String(decoding: answer.body, as: UTF8.self))
        }
        return answer
    }

    func send(_ method: String, path: String, body: [UInt8] = []) throws {
        let bytes = Array(RequestBytes.of(method, path: path, body: body).readableBytesView)
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure.closed(code: errno)
        }
    }

    /// Returns the bytes that arrive next; nil when none arrive before the timeout.
    func receiveNext() throws -> ArraySlice<UInt8>? {
        let count = recv(descriptor, &piece, piece.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count > 0 else { throw Failure.closed(code: count == 0 ? 0 : errno) }
        return piece[..<count]
    }

    private func answer() throws -> Response {
        let head = try head()
        let end = head.end + head.length
        while received.count < end { try receive() }
        let body = Array(received[head.end..<end])
        received.removeFirst(end)
        return Response(status: head.status, body: body)
    }

    private func head() throws -> ResponseHead {
        while true {
            if let head = try ResponseHead(in: received) { return head }
            try receive()
        }
    }

    private func receive() throws {
        guard let bytes = try receiveNext() else { throw Failure.silent }
        received += bytes
    }
}

/// Complete HTTP/1.1 requests, made before the measurement, because signing is the work of the client.
enum RequestBytes {
    static func of(
        _ method: String, path: String, host: String = "localhost", headers: [String: String] = [:],
        body: [UInt8] = []
    ) -> ByteBuffer {
        var fields = headers.merging(["Host": host, "Content-Length": "\(body.count)"]) { $1 }
        if !body.isEmpty { fields["Content-Type"] = "application/json" }
        let head = fields.map { "\($0): \($1)\r\n" }.joined()
        return ByteBuffer(bytes: Array("\(method) /api/v1\(path) HTTP/1.1\r\n\(head)\r\n".utf8) + body)
    }
}

extension HTTPSTestClient {
    /// Makes a request with the session and a proof, which is valid for one request within a minute.
    func bytes(_ method: String, path: String, body: [UInt8] = []) async throws -> ByteBuffer {
        guard let token = session?.accessToken else { throw ConditionNotMet("the resident has a session") }
        let proof = try await proof(
            method, path: "/api/v1\(path)", body: body.isEmpty ? nil : Data(body), token: token)
        return RequestBytes.of(
            method, path: path, host: authority, headers: ["DPoP": proof, "Authorization": "DPoP \(token)"], body: body)
    }
}

/// The status line and headers of an HTTP response.
struct ResponseHead {
    /// The head is not a valid HTTP response.
    struct Unreadable: Error {}

    let status: Int
    /// The offset at which the body begins, and its length.
    let end: Int
    let length: Int

    /// Parses the head at the beginning of `bytes`. Returns nil while it is not complete. Throws `Unreadable`.
    init?(in bytes: [UInt8]) throws {
        guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = lines.first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        guard let status, let length = status == 204 ? 0 : length else { throw Unreadable() }
        (self.status, end, self.length) = (status, blank.upperBound, length)
    }
}
