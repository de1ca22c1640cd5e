import Foundation

/// A plain HTTP/1.1 connection to the gateway's Unix socket, for one thread. It does nothing that would take time.
final class GatewaySocket {
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        func decoded<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
            try JSONDecoder().decode(type, from: Data(body))
        }
    }

    enum Failure: Error {
        case connect(code: Int32)
        case closed(code: Int32)
        case silent
        case unreadable
        case status(Int, body: String)
    }

    let descriptor: Int32
    private var received: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 1 << 16)

    /// `patience` is for each wait for bytes. Throws `.connect` when nobody listens.
    init(path: String, patience: Duration = .seconds(15)) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.dropLast().copyBytes(from: path.utf8) }
        let (seconds, attoseconds) = patience.components
        var patience = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
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

    /// Sends a request and waits for the whole answer; anything but success is thrown.
    func ask(_ method: String, _ path: String, _ body: [UInt8] = []) throws -> Answer {
        try send(method, path, body)
        let answer = try answer()
        guard (200..<300).contains(answer.status) else {
            throw Failure.status(answer.status, body: String(decoding: answer.body, as: UTF8.self))
        }
        return answer
    }

    func send(_ method: String, _ path: String, _ body: [UInt8] = []) throws {
        let head = """
            \(method) /api/v1\(path) HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r\n
            """
        let bytes = Array(head.utf8) + body
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure.closed(code: errno)
        }
    }

    /// Asks for something and lets the answer go by; gives how long it was.
    func skim(_ path: String) throws -> Int {
        try send("GET", path)
        let (status, end, length) = try head()
        guard status == 200 else { throw Failure.status(status, body: "") }
        var rest = end + length - received.count
        received.removeAll(keepingCapacity: true)
        while rest > 0 {
            guard let bytes = try more() else { throw Failure.silent }
            rest -= bytes.count
        }
        return length
    }

    /// What arrives next; nil when nothing does for as long as our patience lasts.
    func more() throws -> ArraySlice<UInt8>? {
        let count = recv(descriptor, &piece, piece.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count > 0 else { throw Failure.closed(code: count == 0 ? 0 : errno) }
        return piece[..<count]
    }

    private func answer() throws -> Answer {
        let (status, end, length) = try head()
        while received.count < end + length { try receive() }
        let body = Array(received[end..<end + length])
        received.removeFirst(end + length)
        return Answer(status: status, body: body)
    }

    private func head() throws -> (status: Int, end: Int, length: Int) {
        let end = Array("\r\n\r\n".utf8)
        var head = received.firstRange(of: end)
        while head == nil {
            try receive()
            head = received.firstRange(of: end)
        }
        guard let head else { throw Failure.unreadable }
        let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        let length = lines.first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
        guard let status, let length = status == 204 ? 0 : length else { throw Failure.unreadable }
        return (status, head.upperBound, length)
    }

    private func receive() throws {
        guard let bytes = try more() else { throw Failure.silent }
        received += bytes
    }
}
