import Foundation
import GatewayWire
import HomeModel
import Synchronization

/// Reads the live events of the gateway like `tomte watch`, and records when each arrived.
///
/// The bytes are kept as they arrive and decoded afterwards, so that decoding does not affect the measured time.
final class EventRecorder: Sendable {
    /// A reading in the live events, and when it arrived.
    struct Arrival: Sendable {
        let series: SeriesID
        let value: Double
        let time: ContinuousClock.Instant
    }

    /// Bytes that arrived together.
    private struct Piece: Sendable {
        let bytes: [UInt8]
        let time: ContinuousClock.Instant
    }

    private let isStopped = Atomic(false)
    private let isListening = Atomic(false)

    var isReceiving: Bool { isListening.load(ordering: .acquiring) }

    func stop() { isStopped.store(true, ordering: .releasing) }

    /// Reads events from the socket of the gateway until `stop`, and returns the readings in them.
    func record(_ path: String) async throws -> [Arrival] {
        let pieces = try await runBlocking { [self] in try listen(path) }
        return Self.readings(in: pieces)
    }

    private func listen(_ path: String) throws -> [Piece] {
        let socket = try GatewaySocket(path: path, timeout: .milliseconds(100))
        try socket.send("GET", path: "/events")
        var pieces: [Piece] = []
        while !isStopped.load(ordering: .acquiring) {
            guard let bytes = try socket.receiveNext() else { continue }
            pieces.append(Piece(bytes: Array(bytes), time: .now))
            isListening.store(true, ordering: .releasing)
        }
        return pieces
    }

    /// An event is one `data:` line. The lines of the chunked transfer coding are separate lines.
    private static func readings(in pieces: [Piece]) -> [Arrival] {
        let prefix = Array("data: ".utf8)
        let decoder = JSONDecoder()
        var arrivals: [Arrival] = []
        var line: [UInt8] = []
        for piece in pieces {
            for byte in piece.bytes where byte != UInt8(ascii: "\r") {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                defer { line.removeAll(keepingCapacity: true) }
                guard line.starts(with: prefix),
                    case .reading(let series, let reading, _)? = try? decoder.decode(
                        EventBody.self, from: Data(line.dropFirst(prefix.count)))
                else { continue }
                arrivals.append(Arrival(series: series, value: reading.value, time: piece.time))
            }
        }
        return arrivals
    }
}
