import Foundation
package import GatewayWire
import Glibc
import Synchronization

/// A plain client of `GET /events` on the socket of the gateway, which a test can cut at any moment.
package final class EventStream: Sendable {
    /// A step that failed; `what` describes it.
    package struct Failure: Error {
        let what: String
    }

    private struct State {
        var text: [UInt8] = []
        var hasEnded = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// Connects, and reads in the background until the stream ends or is cut.
    package init(of home: HomeUnderTest, as person: String? = nil, after last: String? = nil) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.dropLast().copyBytes(from: "\(home.state)/run/tomte.sock".utf8)
        }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // `deinit` runs after this throw too.
        guard code == 0 else { throw Failure(what: "the socket is open") }
        var head = "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if let person { head += "Tomte-As: \(person)\r\n" }
        if let last { head += "Last-Event-ID: \(last)\r\n" }
        let bytes = Array((head + "\r\n").utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(what: "the request is sent")
        }
        Thread.detachNewThread { [self] in read() }
    }

    deinit { close(descriptor) }

    /// Ends the connection at once; the events that arrived are kept.
    package func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Whether the gateway (or `cut`) ended the stream.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The events that have arrived completely.
    package var events: [EventBody] {
        blocks.compactMap { block in
            block["data"].flatMap { try? JSONDecoder().decode(EventBody.self, from: Data($0.utf8)) }
        }
    }

    /// The id of the last event, from which a client can resume; nil before the first event.
    package var last: String? { blocks.compactMap { $0["id"] }.last }

    /// The fields of each event or keep-alive comment. The lines of the chunked transfer coding are separate lines.
    private var blocks: [[String: String]] {
        let text = String(decoding: state.withLock { $0.text }, as: UTF8.self).replacing("\r\n", with: "\u{1}")
        let body = text.split(separator: "\u{1}\u{1}", maxSplits: 1).dropFirst().first ?? ""
        let lines = body.replacing(#/\u{1}?[0-9a-f]+\u{1}/#, with: "")
        return lines.components(separatedBy: "\n\n").dropLast().map { block in
            let fields = block.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            return Dictionary(fields.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { $1 })
        }
    }

    private func read() {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { break }
            state.withLock { $0.text += piece[..<count] }
        }
        state.withLock { $0.hasEnded = true }
    }
}

/// The output of `tomte watch --json`, which runs beside the test.
package struct Watch: Sendable {
    fileprivate let file: String

    /// The events that it has printed.
    package var events: [EventBody] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(EventBody.self, from: Data(line.utf8))
        }
    }
}

/// Runs `tomte watch` for the time of `body`, which begins when the gateway has registered the watcher.
package func withWatch(of home: HomeUnderTest, as person: String? = nil, _ body: (Watch) async throws -> Void)
    async throws
{
    let watch = Watch(file: "\(home.state)/watch-\(UUID().uuidString)")
    let before = try await home.counters()["watchers"] ?? 0
    let program = try ChildProcess(
        home.tomte.words(["watch", "--json", "--state", home.state] + (person.map { ["--as", $0] } ?? [])),
        output: watch.file)
    do {
        try await eventually("the watcher is registered") { try await home.counters()["watchers"] ?? 0 > before }
        try await body(watch)
    } catch {
        await program.end()
        throw error
    }
    await program.end()
}
