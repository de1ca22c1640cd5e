import Foundation
import Glibc

/// A Unix socket that passes requests on to a gateway and replaces a text in them, as if the client had sent another one.
/// Each connection has a thread of its own.
package final class ChangedRequests: Sendable {
    private let listener: Int32

    /// Listens at `path`. Returns nil if that is not possible.
    package init?(at path: String, gateway: String, replacing text: String, with other: String) {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(path, call: { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
            return nil
        }
        Thread.detachNewThread { [listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { Self.pass(client, to: gateway, replacing: text, with: other) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func pass(_ client: Int32, to gateway: String, replacing text: String, with other: String) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { for end in [client, server] { close(end) } }
        guard withAddress(gateway, call: { connect(server, $0, $1) }) == 0 else { return }
        while true {
            var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&ends, 2, -1) > 0 else { return }
            if ends[0].revents != 0 {
                guard let request = received(client) else { return }
                let text = String(decoding: request, as: UTF8.self).replacingOccurrences(of: text, with: other)
                send(Array(text.utf8), to: server)
            }
            if ends[1].revents != 0 {
                guard let response = received(server) else { return }
                send(response, to: client)
            }
        }
    }

    private static func received(_ end: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(end, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func send(_ bytes: [UInt8], to end: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func withAddress(
        _ path: String, call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
