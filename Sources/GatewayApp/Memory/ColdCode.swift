import Foundation
import Glibc

/// The code of this program and its libraries as it lies in memory: starting touches most of it, serving a tenth.
enum ColdCode {
    /// Serving asks for what it needs again in well under a millisecond.
    static let interval = Duration.seconds(30)

    /// Gives all of it back. What runs next comes from the system's cache of files, or from the disk where memory is short.
    static func letGo() {
        // In pieces: the system says no size beforehand.
        guard let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return }
        for range in mappings(in: String(decoding: maps, as: UTF8.self)) {
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    }

    /// Where files are mapped to be run and never written: nothing there can be lost.
    static func mappings(in maps: String) -> [Range<UInt>] {
        maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "r-xp", fields[5].hasPrefix("/") else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { return nil }
            return ends[0]..<ends[1]
        }
    }
}
