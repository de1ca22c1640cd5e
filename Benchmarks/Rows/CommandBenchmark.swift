import Foundation
import GatewayWire
import HomeModel
import MosquittoTransport
import TestSupport

/// A command over the gateway's socket: the time until the lamp receives it, and until it is confirmed.
struct CommandBenchmark: Benchmark {
    let name = "command"
    let summary = "a command until its device receives it, and until it is confirmed, idle and under load"

    private static let loads: [Double] = [0, 500, 5000]
    private static let commands = 300
    /// The pause between an answer and the next command, so that commands do not run in step with other work.
    private static let pause = Duration.milliseconds(5)

    /// The two durations of each command.
    private struct Times: Sendable {
        let toDevice: Latencies
        let toConfirmation: Latencies
        /// The syncs are made between the commands, so the disk is equally busy.
        var syncs = Latencies([])

        init(
            _ times: [(start: ContinuousClock.Instant, end: ContinuousClock.Instant)],
            arrivals: [ContinuousClock.Instant]
        ) throws {
            guard arrivals.count == times.count else { throw ConditionNotMet("the lamp receives each command once") }
            toDevice = Latencies(zip(times, arrivals).map { $1 - $0.start })
            toConfirmation = Latencies(times.map { $0.end - $0.start })
        }
    }

    func figures() async throws -> [Figure] {
        try await PopulatedHome.with { populatedHome in
            var gateway: [Times] = []
            for load in Self.loads {
                Console.note("  \(Self.commands) commands beside \(load.brief) readings/s")
                gateway.append(
                    try await Self.withLoad(load, populatedHome: populatedHome) {
                        try await Self.command(populatedHome)
                    })
            }
            await populatedHome.home.killGateway()
            let bare = try await Self.bare(populatedHome)
            return Self.figures(gateway, bare: bare)
        }
    }

    private static func figures(_ gateway: [Times], bare: [Times]) -> [Figure] {
        let rows = zip(loads.map { $0 == 0 ? "idle" : "beside \($0.brief)/s" }, zip(gateway, bare))
        let confirmed = rows.map { name, times in
            Figure(
                "command confirmed, \(name)", in: "ms", values: times.0.toConfirmation.values,
                goals: [.atMost(25, value: "p99")],
                baseline: .init(what: "bare publish → lamp → reply", values: times.1.toConfirmation.values))
        }
        let inside = zip(loads, rows).map { load, row in
            let (name, (gateway, bare)) = row
            return Figure(
                "command inside the gateway, \(name)", in: "ms", values: gateway.toDevice.values(beyond: bare.toDevice),
                goals: load == 0 ? [.atMost(2.5, value: "p99"), .atMost(1, value: "p50")] : [.atMost(6, value: "p99")],
                baseline: .init(what: "400 bytes synced", values: gateway.syncs.values),
                note:
                    "Request → lamp took p50 \(gateway.toDevice.p50.brief), p99 \(gateway.toDevice.p99.brief) ms; bare "
                    + "publish → lamp p50 \(bare.toDevice.p50.brief), p99 \(bare.toDevice.p99.brief) ms, of which the "
                    + "median is subtracted. One audit entry is synced in it.")
        }
        return confirmed + inside
    }

    /// Runs `work` while readings arrive at this rate.
    private static func withLoad<Value: Sendable>(
        _ load: Double, populatedHome: PopulatedHome, work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard load > 0 else { return try await work() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await populatedHome.bridge.publishForever(perSecond: load) }
            defer { group.cancelAll() }
            try await Task.sleep(for: .seconds(1))
            return try await work()
        }
    }

    private static func command(_ populatedHome: PopulatedHome) async throws -> Times {
        _ = populatedHome.lamp.drainArrivals()
        let (times, syncs) = try await runBlocking {
            [socket = populatedHome.socket, folder = populatedHome.home.state] in
            let gateway = try GatewaySocket(path: socket)
            let disk = try DiskSync(in: folder)
            var syncs: [Duration] = []
            let times = try (0..<commands).map { number in
                let body = try JSONEncoder().encode(
                    CommandBody(capability: SimulatedLamp.brightness, value: .number(value(number))))
                syncs.append(try disk.once())
                usleep(UInt32(pause / .microseconds(1)))
                let start = ContinuousClock.now
                let answer = try gateway.request(
                    "POST", path: "/devices/lamp/commands?wait=confirmed", body: Array(body))
                let end = ContinuousClock.now
                let record = try answer.decoded(CommandRecordBody.self)
                guard record.outcome == .confirmed else { throw ConditionNotMet("the command is confirmed") }
                return (start, end)
            }
            return (times, Latencies(syncs))
        }
        var measured = try Times(times, arrivals: populatedHome.lamp.drainArrivals())
        measured.syncs = syncs
        return measured
    }

    /// The same with plain clients in place of the gateway: one for the control lane, and one for the telemetry lane
    /// that receives the load.
    private static func bare(_ populatedHome: PopulatedHome) async throws -> [Times] {
        let telemetry = try await LaneClient.telemetry.connect(to: populatedHome.home)
        try await telemetry.subscribe([Subscription(topicFilter: "\(LoadGenerator.root)/#", retainHandling: .never)])
        let control = try await LaneClient.control.connect(to: populatedHome.home)
        try await control.subscribe([Subscription(topicFilter: SimulatedLamp.topic, retainHandling: .never)])
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in telemetry.events {} }
            defer { group.cancelAll() }
            var times: [Times] = []
            for load in loads {
                Console.note("  \(commands) bare commands beside \(load.brief) readings/s")
                times.append(
                    try await withLoad(load, populatedHome: populatedHome) {
                        try await commandDirectly(populatedHome.lamp, over: control)
                    })
            }
            await telemetry.close()
            await control.close()
            return times
        }
    }

    private static func commandDirectly(_ lamp: SimulatedLamp, over control: MosquittoConnection) async throws -> Times
    {
        _ = lamp.drainArrivals()
        var times: [(ContinuousClock.Instant, ContinuousClock.Instant)] = []
        var events = control.events.makeAsyncIterator()
        for number in 0..<commands {
            let payload = Array(String(Int(value(number))).utf8)
            try await Task.sleep(for: pause)
            let start = ContinuousClock.now
            try await control.publish(Publication(topic: "\(SimulatedLamp.topic)/set", payload: payload))
            waiting: while let event = await events.next() {
                guard case .messages(let messages) = event else { continue }
                if messages.contains(where: { $0.topic == SimulatedLamp.topic && $0.payload == payload }) {
                    break waiting
                }
            }
            times.append((start, .now))
        }
        return try Times(times, arrivals: lamp.drainArrivals())
    }

    /// Returns a value that differs from that of the previous command.
    private static func value(_ number: Int) -> Double { Double(number % 100 + 1) }
}
