import Foundation
import HomeModel
import HomeStorage
import TestSupport

/// From exec to the first answer.
struct StartBenchmark: Benchmark {
    let name = "start"
    let summary = "exec until the gateway answers, empty and furnished, with a new broker and with one that runs"

    private static let rounds = 7
    private static let devices = 250
    private static let history = 200_000

    func figures() async throws -> [Figure] {
        let spawn = Latencies(try await (0..<Self.rounds * 3).asyncMap { _ in try await Self.runTrue() })
        var first: [Duration] = []
        var empty: [Duration] = []
        Console.note("  starting empty homes")
        for _ in 0..<3 {
            try await withHome(settings: FurnishedHome.settings, isStarted: false) { home in
                first.append(try await Self.start(home, then: SIGTERM))
                for _ in 0..<3 { empty.append(try await Self.start(home, then: SIGTERM)) }
            }
        }
        let (cold, attached) = try await Self.furnished()
        let baseline = Figure.Baseline(what: "true, exec → exit", values: spawn.values)
        return [
            ("empty home", Latencies(empty)), ("\(Self.devices) devices, new broker", cold),
            ("\(Self.devices) devices, re-attached", attached),
        ].map { name, latencies in
            Figure("start, \(name)", in: "ms", latencies.values, goals: [.atMost(300, "p99")], baseline: baseline)
        } + [
            Figure(
                "start, very first", in: "ms", Latencies(first).values, baseline: baseline,
                note: "Makes the roots, the certificates and the database.")
        ]
    }

    /// A home with devices and a history, its broker stopped each time, then left running each time.
    private static func furnished() async throws -> (cold: Latencies, attached: Latencies) {
        Console.note("  furnishing a home")
        return try await FurnishedHome.with(devices: devices) { furnished in
            await furnished.home.stopGateway()
            try await fill(furnished)
            Console.note("  starting it")
            var cold: [Duration] = []
            var attached: [Duration] = []
            for _ in 0..<rounds { cold.append(try await start(furnished.home, then: SIGTERM)) }
            // This one leaves its broker to the next.
            _ = try await start(furnished.home, then: SIGKILL)
            for _ in 0..<rounds { attached.append(try await start(furnished.home, then: SIGKILL)) }
            return (Latencies(cold), Latencies(attached))
        }
    }

    /// Starts the gateway, waits for its first answer, and ends it with `signal`.
    private static func start(_ home: HomeUnderTest, then signal: Int32) async throws -> Duration {
        let arguments = [TomteProgram.path] + home.runArguments
        let log = "\(home.state).log"
        let (process, took) = try await offPool { [state = home.state] in
            let begin = ContinuousClock.now
            let process = try ChildProcess(arguments, output: log)
            while (try? GatewaySocket(path: "\(state)/run/tomte.sock").ask("GET", "/health")) == nil {
                guard ContinuousClock.now - begin < .seconds(10) else {
                    throw Unmeasurable("the gateway serves")
                }
                usleep(500)
            }
            return (process, ContinuousClock.now - begin)
        }
        // Until the lanes are up, its end would find a gateway that has not begun.
        try await Task.sleep(for: .milliseconds(200))
        await process.end(signal)
        return took
    }

    private static func runTrue() async throws -> Duration {
        let begin = ContinuousClock.now
        _ = try await ChildProcess(["true"]).finish()
        return ContinuousClock.now - begin
    }

    /// Puts a history into the database of a stopped gateway: every series once a minute.
    private static func fill(_ furnished: FurnishedHome) async throws {
        let database = try HomeDatabase.open(path: "\(furnished.home.state)/home.sqlite")
        defer { database.close() }
        let validator = ReadingValidator(terms: RetentionTerms())
        let kinds = LoadBridge.quantities
        let now = Timestamp(Date())
        let minutes = history / (devices * kinds.count)
        for minute in 0..<minutes {
            var readings: [ValidReading] = []
            for device in 1...devices {
                guard let id = DeviceID("load-\(device)") else { continue }
                for kind in kinds {
                    let series = SeriesID(device: id, part: .main, capability: CapabilityName(kind))
                    let reported = ReportedReading(
                        series: series, time: now - .seconds(60 * (minutes - minute)), value: Double(minute))
                    readings.append(
                        try validator.validate(
                            reported, by: QuantityRule(Capability(CapabilityName(kind))), now: now))
                }
            }
            try await database.readings.append(RecordBatch(readings: readings))
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
