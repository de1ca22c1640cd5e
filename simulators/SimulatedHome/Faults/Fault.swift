/// Something that goes wrong with one device.
package struct Fault: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Messages that never leave, leave late, twice, or in another order.
        case drop, delay, duplicate, reorder
        /// Payloads that no convention allows.
        case malformed
        /// The time that the device writes on its messages is wrong.
        case skewedClock
        /// Commands that it refuses, or never answers.
        case reject, stick
        /// It can only show an expired certificate.
        case expiredCertificate
        /// It connects again and again.
        case reconnectStorm
        /// Its connection ends without a goodbye.
        case vanish
    }

    package let kind: Kind
    /// Of the messages or commands, how many it hits: 0…1.
    package let share: Double
    /// How late, or how wrong the clock is (negative is behind).
    package let amount: Duration

    package init(_ kind: Kind, share: Double = 1, amount: Duration = .seconds(2)) {
        self.kind = kind
        self.share = share
        self.amount = amount
    }
}

/// When a device has a fault, counted from the start of the scenario.
package struct FaultWindow: Hashable, Sendable {
    package let device: String
    package let fault: Fault
    package let from: Duration
    /// Nil never ends.
    package let until: Duration?

    package init(device: String, fault: Fault, from: Duration = .zero, until: Duration? = nil) {
        self.device = device
        self.fault = fault
        self.from = from
        self.until = until
    }

    package func contains(_ elapsed: Duration) -> Bool { elapsed >= from && until.map { elapsed < $0 } ?? true }
}
