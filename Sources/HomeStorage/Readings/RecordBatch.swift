package import HomeModel

/// What is committed together: all of it is on disk afterwards, or nothing.
package struct RecordBatch: Sendable {
    package var readings: [ValidReading]
    /// Whoever adds a change has seen that it is one.
    package var changes: [StateChange]
    /// The messages that the records came in, and those that held none.
    package var deliveries: [Delivery]
    /// What waits for the clock from now on.
    package var held: [HeldBatch] = []
    /// What waited under a lower number waits no more.
    package var heldFrom: UInt64 = 0

    package init(readings: [ValidReading] = [], changes: [StateChange] = [], deliveries: [Delivery] = []) {
        self.readings = readings
        self.changes = changes
        self.deliveries = deliveries
    }

    package var isEmpty: Bool {
        readings.isEmpty && changes.isEmpty && deliveries.isEmpty && held.isEmpty && heldFrom == 0
    }
}

/// A message as its link knows it again when the broker, which has seen no acknowledgement, sends it a second time.
package struct Delivery: Hashable, Sendable {
    package let packetID: UInt16
    /// Of topic and payload; the same in every run of the program.
    package let digest: UInt32

    package init(packetID: UInt16, digest: UInt32) {
        self.packetID = packetID
        self.digest = digest
    }
}
