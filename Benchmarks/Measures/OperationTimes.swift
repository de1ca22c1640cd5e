import HomeKitProtocol

/// The wall times of each operation of a controller, and the processor time that the controller used for them.
struct OperationTimes<Operation: Hashable & Sendable>: Sendable {
    private var times: [Operation: [Duration]] = [:]
    private var processor: [Operation: Duration] = [:]

    func latencies(of operation: Operation) -> Latencies { Latencies(times[operation] ?? []) }

    func processorMilliseconds(of operation: Operation) -> Double {
        (processor[operation] ?? .zero) / .milliseconds(1) / Double(max(times[operation]?.count ?? 0, 1))
    }

    mutating func add(_ operation: Operation, time: Duration, processor used: Duration) {
        times[operation, default: []].append(time)
        processor[operation, default: .zero] += used
    }

    /// Runs and adds an operation of this process.
    mutating func measure<Result>(_ operation: Operation, body: () async throws -> Result) async throws -> Result {
        let (start, used) = (ContinuousClock.now, ProcessUsage.cpuOfThisProcess)
        let result = try await body()
        add(operation, time: .now - start, processor: ProcessUsage.cpuOfThisProcess - used)
        return result
    }

    /// Adds an operation of a process that measured itself.
    mutating func add(_ operation: Operation, answer: HomeKitJSON) throws {
        guard case .number(let time)? = answer["seconds"], case .number(let used)? = answer["processorSeconds"],
            answer["failure"] == nil
        else { throw ConditionNotMet("the other controller does what is measured: \(answer)") }
        add(operation, time: .seconds(time), processor: .seconds(used))
    }
}
