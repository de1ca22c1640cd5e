import SegmentedLog
import Foundation
import HomeModel

/// A state change as it is stored: its value as JSON text.
struct StoredChange: Hashable, Sendable {
    let time: Timestamp
    let value: String
}

/// The series of a key, logged until the database has a row for it.
struct LoggedSeries: Hashable, Sendable {
    let key: Int64
    let id: SeriesID
    let kind: RecordKind
}

/// The content of one frame of the log. It refers to series by their keys.
struct LoggedBatch: Sendable {
    /// The series in this batch that have no row in the database yet. Each frame repeats them until they have one, so
    /// that a damaged frame loses only its own records.
    var names: [LoggedSeries] = []
    var readings: [(key: Int64, reading: Reading)] = []
    var changes: [(key: Int64, change: StoredChange)] = []
    var deliveries: [DeliveryFingerprint] = []
    /// Batches of records that have no time yet, added by this frame.
    var unclocked: [LoggedUnclockedBatch] = []
    /// Unclocked batches with a lower number are released.
    var releasedBefore: UInt64 = 0

    var isNaming: Bool { !names.isEmpty }

    /// The keys of all series in the batch.
    var keys: Set<Int64> {
        var keys = Set(readings.lazy.map(\.key))
        keys.formUnion(changes.lazy.map(\.key))
        keys.formUnion(unclocked.lazy.flatMap(\.records).map(\.key))
        return keys
    }

    /// The payload of the frame.
    var bytes: [UInt8] {
        var out = BinaryWriter()
        if isNaming { out.append(names) }
        out.append(UInt64(readings.count))
        var time: Int64 = 0
        for (key, reading) in readings {
            out.append(key)
            // The readings of a batch are close in time, so the difference to the previous one is small.
            out.append(reading.time.milliseconds &- time)
            time = reading.time.milliseconds
            out.append(reading.value)
        }
        out.append(UInt64(changes.count))
        for (key, change) in changes {
            out.append(key)
            out.append(change.time.milliseconds)
            out.append(change.value)
        }
        out.append(UInt64(deliveries.count))
        for delivery in deliveries {
            out.append(UInt64(delivery.packetID))
            out.append(fixed: delivery.digest)
        }
        // Only batches from before the clock was known, and the batch that releases them, have more.
        if releasedBefore > 0 || !unclocked.isEmpty { out.append(unclocked, from: releasedBefore) }
        return out.bytes
    }
}

extension LoggedBatch {
    /// Returns nil when the bytes are not a batch.
    init?(_ bytes: UnsafeRawBufferPointer, isNaming: Bool) {
        var reader = BinaryReader(bytes)
        guard !isNaming || reader.names(into: &self), reader.readings(into: &self), reader.changes(into: &self),
            reader.deliveries(into: &self),
            reader.isAtEnd || reader.unclocked(into: &self)
        else { return nil }
    }
}

extension BinaryWriter {
    fileprivate mutating func append(_ names: [LoggedSeries]) {
        append(UInt64(names.count))
        for name in names {
            append(name.key)
            append(name.id.device.rawValue)
            append(name.id.part.rawValue)
            append(name.id.capability.description)
            append(name.kind.rawValue)
        }
    }
}

extension BinaryReader {
    fileprivate mutating func names(into batch: inout LoggedBatch) -> Bool {
        guard let count = count(ofSize: 5) else { return false }
        for _ in 0..<count {
            guard let key = signedNumber(), let device = text().flatMap(DeviceID.init),
                let part = text().flatMap(PartID.init), let capability = text().flatMap(CapabilityName.init),
                let kind = text().flatMap(RecordKind.init)
            else { return false }
            let id = SeriesID(device: device, part: part, capability: capability)
            batch.names.append(LoggedSeries(key: key, id: id, kind: kind))
        }
        return true
    }

    fileprivate mutating func readings(into batch: inout LoggedBatch) -> Bool {
        guard let count = count(ofSize: 10) else { return false }
        batch.readings.reserveCapacity(count)
        var time: Int64 = 0
        for _ in 0..<count {
            guard let key = signedNumber(), let step = signedNumber(), let value = double() else { return false }
            time &+= step
            batch.readings.append((key, Reading(time: Timestamp(milliseconds: time), value: value)))
        }
        return true
    }

    fileprivate mutating func changes(into batch: inout LoggedBatch) -> Bool {
        guard let count = count(ofSize: 3) else { return false }
        for _ in 0..<count {
            guard let key = signedNumber(), let time = signedNumber(), let value = text() else { return false }
            batch.changes.append((key, StoredChange(time: Timestamp(milliseconds: time), value: value)))
        }
        return true
    }

    fileprivate mutating func deliveries(into batch: inout LoggedBatch) -> Bool {
        guard let count = count(ofSize: 5) else { return false }
        for _ in 0..<count {
            guard let packetID = number(), let digest = fixed() else { return false }
            batch.deliveries.append(DeliveryFingerprint(packetID: UInt16(truncatingIfNeeded: packetID), digest: digest))
        }
        return true
    }
}

/// A `UnclockedBatch` in the log: series by their keys, values as JSON text.
struct LoggedUnclockedBatch: Hashable, Sendable {
    /// A record whose time is not known, unless its device stated one.
    struct Record: Hashable, Sendable {
        let key: Int64
        let value: String
        let ownTime: Timestamp?
    }

    let number: UInt64
    let boot: UUID
    /// In milliseconds.
    let uptime: Int64
    var records: [Record]
}

extension BinaryWriter {
    /// Writes up to the end of the frame.
    mutating func append(_ unclocked: [LoggedUnclockedBatch], from first: UInt64) {
        append(first)
        for batch in unclocked {
            append(batch.number)
            append(batch.boot)
            append(batch.uptime)
            append(UInt64(batch.records.count))
            for record in batch.records {
                append(record.key)
                append(record.value)
                append(UInt64(record.ownTime == nil ? 0 : 1))
                if let time = record.ownTime { append(time.milliseconds) }
            }
        }
    }
}

extension BinaryReader {
    mutating func unclocked(into batch: inout LoggedBatch) -> Bool {
        guard let first = number() else { return false }
        batch.releasedBefore = first
        while !isAtEnd {
            guard let unclocked = unclockedBatch() else { return false }
            batch.unclocked.append(unclocked)
        }
        return true
    }

    private mutating func unclockedBatch() -> LoggedUnclockedBatch? {
        guard let number = number(), let boot = uuid(), let uptime = signedNumber(), let count = count(ofSize: 3) else {
            return nil
        }
        var batch = LoggedUnclockedBatch(number: number, boot: boot, uptime: uptime, records: [])
        for _ in 0..<count {
            guard let key = signedNumber(), let value = text(), let hasTime = self.number() else { return nil }
            var ownTime: Timestamp?
            if hasTime != 0 {
                guard let time = signedNumber() else { return nil }
                ownTime = Timestamp(milliseconds: time)
            }
            batch.records.append(LoggedUnclockedBatch.Record(key: key, value: value, ownTime: ownTime))
        }
        return batch
    }
}

/// The frame of a batch in a log file; integers are little endian.
///
/// | offset | field |
/// |---|---|
/// | 0 | magic `TLF1`; `TLF2` when the payload begins with names of series |
/// | 4 | bytes of the payload, UInt32 |
/// | 8 | number of the file, UInt64: a frame that an earlier use of the file left behind has another |
/// | 16 | CRC-32C of everything before and of the payload, UInt32 |
/// | 20 | payload |
enum WALFrame {
    private static let magic = UInt32(littleEndian: 0x3146_4C54)
    private static let namingMagic = UInt32(littleEndian: 0x3246_4C54)
    static let headerBytes = 20
    static let maximumPayloadBytes = 256 << 20

    /// Versions before 7 of the database can read a frame only if its payload does not begin with names.
    static func bytes(_ payload: [UInt8], isNaming: Bool = false, in file: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerBytes + payload.count)
        bytes.append(littleEndian: isNaming ? namingMagic : magic)
        bytes.append(littleEndian: UInt32(payload.count))
        bytes.append(littleEndian: file)
        bytes.append(littleEndian: checksum(header: bytes, payload: payload))
        bytes.append(contentsOf: payload)
        return bytes
    }

    /// Returns the payload of the intact frame at `offset`; nil when there is no frame of `file`.
    static func payload(
        in bytes: UnsafeRawBufferPointer, at offset: Int, of file: UInt64
    ) -> (range: Range<Int>, isNaming: Bool)? {
        guard let claimed = claimedLength(in: bytes, at: offset, of: file),
            claimed <= bytes.count - offset - headerBytes
        else { return nil }
        let payload = offset + headerBytes..<offset + headerBytes + claimed
        var checksum = CRC32C()
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 16]))
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[payload]))
        guard checksum.value == bytes.integer(at: offset + 16) else { return nil }
        return (payload, bytes.integer(at: offset) == namingMagic)
    }

    /// Returns the length of the payload according to the header of a frame of `file` at `offset`, whether or not the
    /// frame is intact; nil when there is no header.
    static func claimedLength(in bytes: UnsafeRawBufferPointer, at offset: Int, of file: UInt64) -> Int? {
        guard bytes.count - offset >= headerBytes, [magic, namingMagic].contains(bytes.integer(at: offset)),
            bytes.integer(at: offset + 8) == file
        else { return nil }
        let length = Int(bytes.integer(at: offset + 4, as: UInt32.self))
        return length <= maximumPayloadBytes ? length : nil
    }

    private static func checksum(header: [UInt8], payload: [UInt8]) -> UInt32 {
        var checksum = CRC32C()
        header.withUnsafeBytes { checksum.update($0) }
        payload.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }
}
