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
