import Foundation
import HomeModel
import TestSupport

/// Compresses the same readings with `zstd -19`, as a baseline: times as differences of differences, values as
/// differences of decimal integers, all as varints, a whole series in one frame. No reading could be looked up in it.
enum ZstdColumns {
    /// Returns the compressed size of one series in bytes.
    static func size(of readings: [Reading], in folder: TemporaryFolder) async throws -> Int {
        let name = "columns"
        try Data(times(of: readings) + values(of: readings)).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        let zstd = try ChildProcess(["zstd", "-19", "-q", "-f", "\(folder.path)/\(name)"])
        guard await zstd.finish() == 0 else { throw ConditionNotMet("zstd compresses a series") }
        defer { folder.remove(files: [name, "\(name).zst"]) }
        return folder.bytes(ofFile: "\(name).zst")
    }

    private static func times(of readings: [Reading]) -> [UInt8] {
        var (last, step) = (Int64(0), Int64(0))
        return readings.reduce(into: []) { bytes, reading in
            let next = reading.time.milliseconds - last
            append(next - step, to: &bytes)
            (last, step) = (reading.time.milliseconds, next)
        }
    }

    private static func values(of readings: [Reading]) -> [UInt8] {
        let scale = [1.0, 10, 100, 1000, 10_000].first { scale in
            readings.allSatisfy { ($0.value * scale).rounded() / scale == $0.value }
        }
        var last = Int64(0)
        return readings.reduce(into: []) { bytes, reading in
            let next = Int64((reading.value * (scale ?? 100_000)).rounded())
            append(next - last, to: &bytes)
            last = next
        }
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
