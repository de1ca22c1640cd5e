/// The memory, processor time and disk writes of a gateway with 250 devices.
struct FootprintBenchmark: Benchmark {
    let name = "footprint"
    let summary = "memory idle and under load, idle CPU, CPU and bytes written per reading"

    /// One reading of each of 250 devices in 10 s.
    private static let idleRate = 25.0
    private static let homeRate = 50.0
    /// A plug reports power and energy, an air sensor three values, a meter ten.
    private static let readingsPerReport = 3
    private static let heavyRate = 5000.0
    private static let seconds = 12.0

    func figures() async throws -> [Figure] {
        try await PopulatedHome.with { populatedHome in
            try await Task.sleep(for: .seconds(2))
            Console.note("  250 devices that report every 10 s")
            let idle = try await Self.spent(populatedHome, rate: Self.idleRate)
            Console.note("  \(Self.homeRate.brief) readings/s, \(Self.readingsPerReport) to a report")
            let home = try await Self.spent(populatedHome, rate: Self.homeRate, inReportsOf: Self.readingsPerReport)
            Console.note("  \(Self.heavyRate.brief) readings/s")
            let heavy = try await Self.spent(populatedHome, rate: Self.heavyRate)
            return Self.memory("idle", spent: idle, proportional: 64, anonymous: 24)
                + Self.memory("at \(Self.heavyRate.brief)/s", spent: heavy, proportional: 96, anonymous: 56)
                + Self.work(idle, home: home, heavy: heavy)
        }
    }

    private static func memory(
        _ when: String, spent: Spent, proportional: Double, anonymous: Double
    ) -> [Figure] {
        [
            Figure(
                "memory of 250 devices, \(when)", in: "MB",
                values: [
                    .init(name: "resident", number: spent.resident),
                    .init(name: "proportional", number: spent.proportional),
                    .init(name: "anonymous", number: spent.anonymous),
                ],
                goals: [.atMost(proportional, value: "proportional"), .atMost(anonymous, value: "anonymous")],
                baseline: .init(what: "broker", values: [.init(name: "resident", number: spent.brokerResident)]),
                note: "Of the proportional memory, pages that several processes use count in equal shares.")
        ]
    }

    private static func work(_ idle: Spent, home: Spent, heavy: Spent) -> [Figure] {
        [
            Figure(
                "CPU, 250 devices every 10 s", in: "% of a core", values: .one(idle.cpuShare * 100),
                goals: [.atMost(2)],
                baseline: .init(what: "broker", values: .one(idle.brokerCPUShare * 100))),
            Figure(
                "CPU per reading at \(homeRate.brief)/s", in: "µs", values: .one(home.cpuPerReading),
                goals: [.atMost(60)],
                baseline: .init(what: "broker", values: .one(home.brokerCPUPerReading)),
                note:
                    "\(readingsPerReport) readings to a report. Most of it is waking up with cold caches: see the cost at \(heavyRate.brief)/s."
            ),
            Figure(
                "CPU per reading at \(heavyRate.brief)/s", in: "µs", values: .one(heavy.cpuPerReading),
                baseline: .init(what: "broker", values: .one(heavy.brokerCPUPerReading))),
            Figure(
                "written per reading at \(homeRate.brief)/s", in: "bytes", values: .one(home.bytesPerReading),
                goals: [.atMost(300)],
                baseline: .init(what: "topic + payload", values: .one(Double(LoadGenerator.messageBytes))),
                note: "As the kernel counts the writes of the gateway; one commit a second."),
        ]
    }

    /// The resources that were used while readings arrived for some seconds.
    private struct Spent: Sendable {
        var resident = 0.0
        var proportional = 0.0
        var anonymous = 0.0
        var brokerResident = 0.0
        var cpuShare = 0.0
        var brokerCPUShare = 0.0
        var readings = 0.0
        var seconds = 0.0
        var bytes = 0.0

        var cpuPerReading: Double { cpuShare * seconds * 1e6 / readings }
        var brokerCPUPerReading: Double { brokerCPUShare * seconds * 1e6 / readings }
        var bytesPerReading: Double { bytes / readings }
    }

    private static func spent(
        _ populatedHome: PopulatedHome, rate: Double, inReportsOf size: Int = 1
    ) async throws -> Spent {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await populatedHome.bridge.publishForever(perSecond: rate, inReportsOf: size) }
            defer { group.cancelAll() }
            // The first batches run with cold caches.
            try await Task.sleep(for: .seconds(2))
            let start = ContinuousClock.now
            let first = populatedHome.bridge.deliveredCount
            let (gateway, broker) = (try await populatedHome.usage(), try populatedHome.brokerUsage())
            var spent = Spent()
            while ContinuousClock.now - start < .seconds(seconds) {
                try await Task.sleep(for: .milliseconds(500))
                let now = try await populatedHome.usage()
                spent.resident = max(spent.resident, now.residentMegabytes)
                spent.proportional = max(spent.proportional, now.proportionalMegabytes)
                spent.anonymous = max(spent.anonymous, now.anonymousMegabytes)
            }
            let (gatewayNow, brokerNow) = (try await populatedHome.usage(), try populatedHome.brokerUsage())
            spent.seconds = (ContinuousClock.now - start) / .seconds(1)
            spent.readings = Double(populatedHome.bridge.deliveredCount - first)
            spent.cpuShare = (gatewayNow.cpu - gateway.cpu) / .seconds(spent.seconds)
            spent.brokerCPUShare = (brokerNow.cpu - broker.cpu) / .seconds(spent.seconds)
            spent.bytes = Double(gatewayNow.writtenBytes - gateway.writtenBytes)
            spent.brokerResident = brokerNow.residentMegabytes
            return spent
        }
    }
}
