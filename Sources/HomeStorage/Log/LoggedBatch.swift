import HomeModel

/// A state change as it is kept: its value as JSON text.
struct StoredChange: Hashable, Sendable {
    let time: Timestamp
    let value: String
}

/// What one frame of the log holds. Series go by their keys.
struct LoggedBatch: Sendable {
    var readings: [(key: Int64, reading: Reading)] = []
    var changes: [(key: Int64, change: StoredChange)] = []
    var deliveries: [Delivery] = []
    /// What waits for the clock from here on.
    var held: [LoggedHeldBatch] = []
    /// What waited under a lower number waits no more.
    var heldFrom: UInt64 = 0

    var bytes: [UInt8] {
        var out = LogBytes()
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
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = LogByteReader(bytes)
        guard reader.readings(into: &self), reader.changes(into: &self), reader.deliveries(into: &self),
            reader.isAtEnd || reader.held(into: &self)
        else { return nil }
    }
}

extension LogByteReader {
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
