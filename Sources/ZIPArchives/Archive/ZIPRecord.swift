/// The records between the files of an archive. Source: APPNOTE.TXT 6.3.10, section 4.3; the numbers in comments are its
/// sections.
enum ZIPRecord {
    /// The first bytes of every local file header that this writer writes: its signature (4.3.7), version 2.0, the flags
    /// for a data descriptor and for UTF-8 (4.4.4), and the method deflate (4.4.5).
    static let localHeaderStart: [UInt8] = [0x50, 0x4B, 0x03, 0x04, 20, 0, 0x08, 0x08, 8, 0]

    private static let flagsAndMethod: [UInt8] = [0x08, 0x08, 8, 0]
    /// The host system UNIX in the upper byte, so that the mode of files counts (4.4.2).
    private static let unix: UInt16 = 3 << 8
    /// A regular file that only its owner may read (4.4.15).
    private static let mode: UInt32 = 0o100_600 << 16
    private static let version64: UInt16 = 45

    /// The local file header (4.3.7). Checksum and sizes follow the data.
    static func localHeader(_ name: ZIPEntryName, time: ZIPTime) -> [UInt8] {
        var bytes = localHeaderStart
        bytes.add(time.encoded)
        bytes.add(UInt32(0))
        bytes.add(UInt32(0))
        bytes.add(UInt32(0))
        bytes.add(UInt16(truncatingIfNeeded: name.path.utf8.count))
        bytes.add(UInt16(0))
        return bytes + name.path.utf8
    }

    /// The data descriptor (4.3.9).
    static func dataDescriptor(_ entry: ZIPEntry) -> [UInt8] {
        var bytes: [UInt8] = [0x50, 0x4B, 0x07, 0x08]
        bytes.add(entry.checksum)
        bytes.add(entry.compressedBytes)
        bytes.add(entry.bytes)
        return bytes
    }

    /// The file header of the central directory (4.3.12). An offset of 4 GiB or more is in the ZIP64 field (4.5.3).
    static func centralHeader(_ entry: ZIPEntry, time: ZIPTime) -> [UInt8] {
        let is64 = entry.offset >= UInt64(UInt32.max)
        var bytes: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
        bytes.add(unix | (is64 ? version64 : 20))
        bytes.add(is64 ? version64 : 20)
        bytes += flagsAndMethod
        bytes.add(time.encoded)
        bytes.add(entry.checksum)
        bytes.add(entry.compressedBytes)
        bytes.add(entry.bytes)
        bytes.add(UInt16(truncatingIfNeeded: entry.name.path.utf8.count))
        bytes.add(UInt16(is64 ? 12 : 0))
        // No comment, the first disk, no internal attributes.
        bytes += [UInt8](repeating: 0, count: 6)
        bytes.add(mode)
        bytes.add(is64 ? UInt32.max : UInt32(truncatingIfNeeded: entry.offset))
        bytes += entry.name.path.utf8
        if is64 {
            bytes.add(UInt16(1))
            bytes.add(UInt16(8))
            bytes.add(entry.offset)
        }
        return bytes
    }

    /// The end of the central directory (4.3.16), with the ZIP64 records before it where they are needed (4.3.14,
    /// 4.3.15).
    static func end(entries: Int, directoryAt offset: UInt64, bytes size: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        if entries >= Int(UInt16.max) || offset >= UInt64(UInt32.max) || size >= UInt64(UInt32.max) {
            bytes += [0x50, 0x4B, 0x06, 0x06]
            bytes.add(UInt64(44))
            bytes.add(unix | version64)
            bytes.add(version64)
            bytes.add(UInt64(0))
            bytes.add(UInt64(entries))
            bytes.add(UInt64(entries))
            bytes.add(size)
            bytes.add(offset)
            bytes += [0x50, 0x4B, 0x06, 0x07]
            bytes.add(UInt32(0))
            bytes.add(offset + size)
            bytes.add(UInt32(1))
        }
        bytes += [0x50, 0x4B, 0x05, 0x06]
        bytes.add(UInt32(0))
        bytes.add(UInt16(clamping: entries))
        bytes.add(UInt16(clamping: entries))
        bytes.add(UInt32(clamping: size))
        bytes.add(UInt32(clamping: offset))
        bytes.add(UInt16(0))
        return bytes
    }
}

/// A file of an archive as the central directory lists it.
struct ZIPEntry: Sendable {
    let name: ZIPEntryName
    /// The position of its local header.
    let offset: UInt64
    var checksum = UInt32(0)
    var compressedBytes = UInt32(0)
    var bytes = UInt32(0)

    init(_ name: ZIPEntryName, offset: UInt64) {
        self.name = name
        self.offset = offset
    }
}

/// A time of modification, to two seconds and without a time zone. Source: APPNOTE.TXT 4.4.6.
package struct ZIPTime: Hashable, Sendable {
    /// The time in the lower and the date in the upper half.
    let encoded: UInt32

    /// Values outside what the format can express, such as years before 1980, become the nearest that it can.
    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let date =
            Self.bits(year - 1980, within: 0...127) << 9 | Self.bits(month, within: 1...12) << 5
            | Self.bits(day, within: 1...31)
        let time =
            Self.bits(hour, within: 0...23) << 11 | Self.bits(minute, within: 0...59) << 5 | Self.bits(
                second, within: 0...59) / 2
        encoded = date << 16 | time
    }

    private static func bits(_ value: Int, within range: ClosedRange<Int>) -> UInt32 {
        UInt32(min(max(value, range.lowerBound), range.upperBound))
    }
}

extension [UInt8] {
    /// Appends a number, the lowest byte first.
    fileprivate mutating func add<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
        for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
