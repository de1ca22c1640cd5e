/// A fault of one device.
package struct Fault: Hashable, Sendable {
    /// The kind of a fault, as a scenario names it.
    package enum Kind: String, Sendable, CaseIterable {
        /// Messages are not sent, sent late, sent twice, or sent in another order.
        case drop, delay, duplicate, reorder
        /// Messages have payloads that no convention allows.
        case malformed
        /// The device writes a wrong time on its messages.
        case skewedClock
        /// The device refuses commands, or never answers them.
        case reject, stick
        /// The device can only present an expired certificate.
        case expiredCertificate
        /// The device reconnects again and again.
        case reconnectStorm
        /// The connection of the device ends without a DISCONNECT.
        case vanish
    }

    package let kind: Kind
    /// The fraction of messages or commands that it affects: 0…1.
    package let share: Double
    /// How late messages are, or how wrong the clock is (negative is behind).
    package let amount: Duration

    package init(_ kind: Kind, share: Double = 1, amount: Duration = .seconds(2)) {
        self.kind = kind
        self.share = share
        self.amount = amount
    }
}

/// A fault of a device with its time, counted from the start of the scenario.
package struct FaultWindow: Hashable, Sendable {
    package let device: String
    package let fault: Fault
    package let from: Duration
    /// When the fault ends; nil never.
    package let until: Duration?

    package init(device: String, fault: Fault, from: Duration = .zero, until: Duration? = nil) {
        self.device = device
        self.fault = fault
        self.from = from
        self.until = until
    }

    package func contains(_ elapsed: Duration) -> Bool { elapsed >= from && until.map { elapsed < $0 } ?? true }
}

/// The faults of one device over time: those of its scenario, and those that a test adds.
struct FaultPlan: Sendable {
    private var windows: [FaultWindow]

    init(_ windows: [FaultWindow]) { self.windows = windows }

    mutating func add(_ window: FaultWindow) { windows.append(window) }
    mutating func clear() { windows = [] }

    func active(at elapsed: Duration) -> [Fault] {
        windows.isEmpty ? [] : windows.filter { $0.contains(elapsed) }.map(\.fault)
    }

    func has(_ kind: Fault.Kind, at elapsed: Duration) -> Bool {
        windows.contains { $0.fault.kind == kind && $0.contains(elapsed) }
    }
}
