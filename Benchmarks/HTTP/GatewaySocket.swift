import Foundation
import NIOCore

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
