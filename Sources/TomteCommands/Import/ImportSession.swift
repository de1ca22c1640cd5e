import GatewayWire
import HomeModel
import TomteClient

/// An open import at the gateway.
struct ImportSession: Sendable {
    /// Readings of one series, either all hourly or all single.
    struct Column: Sendable {
        let series: SeriesID
        let isHourly: Bool
        let readings: [Reading]
    }

    private static let devicesPerRequest = 200

    private let client: CLIClient
    private let id: ImportID

    /// Begins an import, runs `body`, and ends the import even when `body` throws. A cancelled caller cannot end it;
    /// the gateway then ends the import after a while.
    static func with<Result: Sendable>(
        _ source: String, client: CLIClient, body: (ImportSession) async throws -> Result
    ) async throws -> Result {
        let session = ImportSession(client: client, id: try await client.beginImport(from: source).body().id)
        do {
            let result = try await body(session)
            _ = try await client.endImport(session.id, isComplete: true)
            return result
        } catch {
            _ = try? await client.endImport(session.id, isComplete: false)
            throw error
        }
    }

    /// Adds archived devices for these origins, or finds those that exist. Returns them in the order of `origins`.
    func archive(_ origins: [ArchivedDeviceBody]) async throws(CLIError) -> [DeviceBody] {
        var devices: [DeviceBody] = []
        for start in stride(from: 0, to: origins.count, by: Self.devicesPerRequest) {
            let some = origins[start..<min(start + Self.devicesPerRequest, origins.count)]
            devices += try await client.archive(Array(some), in: id).body()
        }
        return devices
    }

    /// Sends the columns, in as many requests as necessary. Returns the counts of each column, in the same order.
    func send(_ columns: [Column]) async throws(CLIError) -> [ImportCounts] {
        var sums = Array(repeating: ImportCounts(), count: columns.count)
        for request in ImportPacking.requests(columns) {
            let body = ImportedReadingsBody(
                series: request.map { ImportedSeriesBody(columns[$0.column], range: $0.range) })
            let counts = try await client.importReadings(body, in: id).body()
            guard counts.count == request.count else { throw .unreadableAnswer("it has a wrong number of counts.") }
            for (piece, count) in zip(request, counts) { sums[piece.column] += count }
        }
        return sums
    }
}

/// Divides columns into requests that stay within the limits of the gateway.
enum ImportPacking {
    /// A range of readings of one column.
    struct Piece: Hashable {
        let column: Int
        let range: Range<Int>
    }

    static func requests(
        _ columns: [ImportSession.Column], limit: Int = ImportedReadingsBody.maximumReadings,
        series: Int = ImportedReadingsBody.maximumSeries
    ) -> [[Piece]] {
        var requests: [[Piece]] = []
        var open: [Piece] = []
        var room = limit
        for (index, column) in columns.enumerated() {
            var start = 0
            while start < column.readings.count {
                if room == 0 || open.count == series {
                    requests.append(open)
                    (open, room) = ([], limit)
                }
                let end = min(start + room, column.readings.count)
                open.append(Piece(column: index, range: start..<end))
                room -= end - start
                start = end
            }
        }
        return open.isEmpty ? requests : requests + [open]
    }
}

extension ImportedSeriesBody {
    fileprivate init(_ column: ImportSession.Column, range: Range<Int>) {
        let readings = column.readings[range]
        self.init(
            device: column.series.device, part: column.series.part, quantity: column.series.capability,
            isHourly: column.isHourly, times: readings.map(\.time.milliseconds), values: readings.map(\.value))
    }
}
