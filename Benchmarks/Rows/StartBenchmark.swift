import Foundation
import HomeModel
import HomeStore
import TimeSeriesStore
import TestSupport

/// The time from exec to the first answer.
struct StartBenchmark: Benchmark {
    let name = "start"
    let summary = "exec until the gateway answers, empty and furnished, with a new broker and with one that runs"

    private static let rounds = 7
    private static let devices = 1000
    /// The number of series with two years of hourly readings; the others have one reading a week.
    private static let hourlySeries = 60
    /// Minutes in which every series has reported and nothing was flushed yet.
    private static let unsealedMinutes = 10

    func figures() async throws -> [Figure] {
        let spawn = Latencies(try await (0..<Self.rounds * 3).asyncMap { _ in try await Self.runTrue() })
        var first: [Duration] = []
        var empty: [Duration] = []
        Console.note("  starting empty homes")
        for _ in 0..<3 {
            try await withHome(settings: PopulatedHome.settings, isStarted: false) { home in
                first.append(try await Self.start(home, then: SIGTERM))
                for _ in 0..<3 { empty.append(try await Self.start(home, then: SIGTERM)) }
            }
        }
        let (young, cold, attached) = try await Self.populatedHome()
        let baseline = Figure.Baseline(what: "true, exec → exit", values: spawn.values)
        return [
            ("empty home", Latencies(empty)), ("\(Self.devices) devices, no history", young),
            ("\(Self.devices) devices, 2 years, new broker", cold),
            ("\(Self.devices) devices, 2 years, re-attached", attached),
        ].map { name, latencies in
            Figure(
                "start, \(name)", in: "ms", values: latencies.values, goals: [.atMost(300, value: "p99")],
                baseline: baseline)
        } + [
            Figure(
                "start, very first", in: "ms", values: Latencies(first).values, baseline: baseline,
                note: "Creates the root certificates, the other certificates and the database.")
        ]
    }

    /// Measures a home with devices, then with a history too, each with a new broker; then with a running broker.
    private static func populatedHome() async throws -> (young: Latencies, cold: Latencies, attached: Latencies) {
        Console.note("  furnishing a home")
        return try await PopulatedHome.with(devices: devices) { populatedHome in
            await populatedHome.home.stopGateway()
            Console.note("  starting it")
            var young: [Duration] = []
            for _ in 0..<rounds { young.append(try await start(populatedHome.home, then: SIGTERM)) }
            try await fill(populatedHome)
            Console.note("  starting it with a history")
            var cold: [Duration] = []
            var attached: [Duration] = []
            for _ in 0..<rounds { cold.append(try await start(populatedHome.home, then: SIGTERM)) }
            // This start leaves its broker running for the next one.
            _ = try await start(populatedHome.home, then: SIGKILL)
            for _ in 0..<rounds { attached.append(try await start(populatedHome.home, then: SIGKILL)) }
            return (Latencies(young), Latencies(cold), Latencies(attached))
        }
    }

    /// Starts the gateway, waits for its first answer, and ends it with `signal`. Returns the time to the answer.
    private static func start(_ home: HomeUnderTest, then signal: Int32) async throws -> Duration {
        let arguments = [TomteProgram.path] + home.runArguments
        let log = "\(home.state).log"
        let (process, took) = try await runBlocking { [state = home.state] in
            let begin = ContinuousClock.now
            let process = try ChildProcess(arguments, output: log)
            while (try? GatewaySocket(path: "\(state)/run/tomte.sock").request("GET", path: "/health")) == nil {
                guard ContinuousClock.now - begin < .seconds(10) else {
                    throw ConditionNotMet("the gateway serves")
                }
                usleep(500)
            }
            return (process, ContinuousClock.now - begin)
        }
        // Before the lanes are connected, the gateway has not fully started and would end in another way.
        try await Task.sleep(for: .milliseconds(200))
        await process.end(signal)
        return took
    }

    private static func runTrue() async throws -> Duration {
        let begin = ContinuousClock.now
        _ = try await ChildProcess(["true"]).finish()
        return ContinuousClock.now - begin
    }

    /// Writes two years into the database of a stopped gateway, and then readings that are only in the write-ahead log.
    private static func fill(_ populatedHome: PopulatedHome) async throws {
        let database = try HomeDatabase.open(path: "\(populatedHome.home.state)/home.sqlite")
        defer { database.close() }
        let now = Timestamp(Date())
        let series = (1...devices).compactMap { DeviceID("load-\($0)") }.flatMap { device in
            LoadGenerator.quantities.map { SeriesID(device: device, part: .main, capability: CapabilityName($0)) }
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
