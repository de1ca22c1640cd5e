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
    /// Batches that wait until the clock is known, added by this frame.
    var unclocked: [LoggedUnclockedBatch] = []
    /// Waiting batches with a lower number no longer wait.
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
