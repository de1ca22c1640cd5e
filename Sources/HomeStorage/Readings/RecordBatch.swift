package import HomeModel

/// Records that are committed together: all of them are on the disk afterwards, or none.
package struct RecordBatch: Sendable {
    package var readings: [ValidReading]
    /// Callers must add only changes whose value differs from the one before.
    package var changes: [StateChange]
    /// The messages that contained the records, and messages without records.
    package var deliveries: [DeliveryFingerprint]
    /// New batches that wait until the clock is known.
    package var unclocked: [UnclockedBatch] = []
    /// Waiting batches with a lower number no longer wait.
    package var releasedBefore: UInt64 = 0

    package init(readings: [ValidReading] = [], changes: [StateChange] = [], deliveries: [DeliveryFingerprint] = []) {
        self.readings = readings
        self.changes = changes
        self.deliveries = deliveries
    }

    package var isEmpty: Bool {
        readings.isEmpty && changes.isEmpty && deliveries.isEmpty && unclocked.isEmpty && releasedBefore == 0
    }
}

/// Identifies a received message, so that its link recognises it when the broker, which has seen no acknowledgement,
/// sends it again.
package struct DeliveryFingerprint: Hashable, Sendable {
    /// The packet identifier of the MQTT message.
    package let packetID: UInt16
    /// A digest of topic and payload, the same in every run of the program.
    package let digest: UInt32

    package init(packetID: UInt16, digest: UInt32) {
        self.packetID = packetID
        self.digest = digest
    }
}
