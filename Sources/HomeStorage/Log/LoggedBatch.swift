import HomeModel

/// A state change as it is kept: its value as JSON text.
struct StoredChange: Hashable, Sendable {
    let time: Timestamp
    let value: String
}

/// Which series a key stands for, as long as the database has no row that says it.
struct LoggedSeries: Hashable, Sendable {
    let key: Int64
    let id: SeriesID
    let kind: RecordKind
}

/// What one frame of the log holds. Series go by their keys.
struct LoggedBatch: Sendable {
    /// The series in this batch that have no row in the database yet. Repeated in each frame until they have one, so that
    /// a damaged frame costs only what it holds itself.
    var names: [LoggedSeries] = []
    var readings: [(key: Int64, reading: Reading)] = []
    var changes: [(key: Int64, change: StoredChange)] = []
    var deliveries: [Delivery] = []
    /// What waits for the clock from here on.
    var held: [LoggedHeldBatch] = []
    /// What waited under a lower number waits no more.
    var heldFrom: UInt64 = 0

    var isNaming: Bool { !names.isEmpty }

    /// Of all series in it.
    var keys: Set<Int64> {
        var keys = Set(readings.lazy.map(\.key))
        keys.formUnion(changes.lazy.map(\.key))
        keys.formUnion(held.lazy.flatMap(\.records).map(\.key))
        return keys
    }

    /// The payload of its frame.
    var bytes: [UInt8] {
        var out = LogBytes()
        if isNaming { out.append(names) }
        out.append(UInt64(readings.count))
        var time: Int64 = 0
        for (key, reading) in readings {
            out.append(key)
            // Batches are of a moment: from one to the next it is never far.
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
        // Only a small machine's first minutes have more.
        if heldFrom > 0 || !held.isEmpty { out.append(held, from: heldFrom) }
        return out.bytes
    }
}

extension LoggedBatch {
    /// Nil when the bytes are not those of a batch.
    init?(_ bytes: UnsafeRawBufferPointer, isNaming: Bool) {
        var reader = LogByteReader(bytes)
        guard !isNaming || reader.names(into: &self), reader.readings(into: &self), reader.changes(into: &self),
            reader.deliveries(into: &self),
            reader.isAtEnd || reader.held(into: &self)
        else { return nil }
    }
}

extension LogBytes {
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

extension LogByteReader {
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
            batch.deliveries.append(Delivery(packetID: UInt16(truncatingIfNeeded: packetID), digest: digest))
        }
        return true
    }
}
