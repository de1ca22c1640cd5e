import Foundation
import HomeModel
import HomeStorage
import TestSupport

/// From exec to the first answer.
struct StartBenchmark: Benchmark {
    let name = "start"
    let summary = "exec until the gateway answers, empty and furnished, with a new broker and with one that runs"

    private static let rounds = 7
    private static let devices = 1000
    /// Of two years: every hour for so many series, once a week for the others.
    private static let hourlySeries = 60
    /// Minutes in which every series has reported and nothing was sealed yet.
    private static let unsealedMinutes = 10

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
        let (young, cold, attached) = try await Self.furnished()
        let baseline = Figure.Baseline(what: "true, exec → exit", values: spawn.values)
        return [
            ("empty home", Latencies(empty)), ("\(Self.devices) devices, no history", young),
            ("\(Self.devices) devices, 2 years, new broker", cold),
            ("\(Self.devices) devices, 2 years, re-attached", attached),
        ].map { name, latencies in
            Figure("start, \(name)", in: "ms", latencies.values, goals: [.atMost(300, "p99")], baseline: baseline)
        } + [
            Figure(
                "start, very first", in: "ms", Latencies(first).values, baseline: baseline,
                note: "Makes the roots, the certificates and the database.")
        ]
    }

    /// A home with devices, then with a history too, its broker stopped each time; then left running each time.
    private static func furnished() async throws -> (young: Latencies, cold: Latencies, attached: Latencies) {
        Console.note("  furnishing a home")
        return try await FurnishedHome.with(devices: devices) { furnished in
            await furnished.home.stopGateway()
            Console.note("  starting it")
            var young: [Duration] = []
            for _ in 0..<rounds { young.append(try await start(furnished.home, then: SIGTERM)) }
            try await fill(furnished)
            Console.note("  starting it with a history")
            var cold: [Duration] = []
            var attached: [Duration] = []
            for _ in 0..<rounds { cold.append(try await start(furnished.home, then: SIGTERM)) }
            // This one leaves its broker to the next.
            _ = try await start(furnished.home, then: SIGKILL)
            for _ in 0..<rounds { attached.append(try await start(furnished.home, then: SIGKILL)) }
            return (Latencies(young), Latencies(cold), Latencies(attached))
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

    /// Puts two years into the database of a stopped gateway, and on top what is only in the log yet.
    private static func fill(_ furnished: FurnishedHome) async throws {
        let database = try HomeDatabase.open(path: "\(furnished.home.state)/home.sqlite")
        defer { database.close() }
        let now = Timestamp(Date())
        let series = (1...devices).compactMap { DeviceID("load-\($0)") }.flatMap { device in
            LoadBridge.quantities.map { SeriesID(device: device, part: .main, capability: CapabilityName($0)) }
        }
        for (number, id) in series.enumerated() {
            guard case .reading(let kind) = id.capability.kind.facts.recording else { continue }
            let hours = number < hourlySeries ? 1 : 168
            let readings = stride(from: 17_496, to: 1, by: -hours).map { (age: Int) -> Reading in
                let value = Double((age * 7 + number) % 90)
                return Reading(time: now - .hours(age), value: value / 10)
            }
            _ = try await database.readings.importReadings(readings, of: id, kind: kind)
        }
        let validator = ReadingValidator(terms: RetentionTerms())
        for minute in 0..<unsealedMinutes {
            let readings = try series.map { id in
                try validator.validate(
                    ReportedReading(series: id, time: now - .seconds(60 * (unsealedMinutes - minute)), value: 1),
                    by: QuantityRule(Capability(id.capability)), now: now)
            }
            try await database.readings.append(RecordBatch(readings: readings))
        }
    }
}
