import Foundation
import GatewayWire
import HomeModel
import TestSupport

/// The gateway with simulated HomeKit accessories, which run in a process of their own.
struct AccessoriesBenchmark: Benchmark {
    let name = "accessories"
    let summary = "HomeKit accessories: a command until it is confirmed, memory, and CPU"

    private static let sensors = 49
    private static let commands = 300
    /// The accessories report once a minute, and the gateway polls each once a minute.
    private static let seconds = 120.0
    /// The pause between an answer and the next command, so that commands do not run in step with other work.
    private static let pause = Duration.milliseconds(5)
    private static let switchCapability = CapabilityName(.switch)

    private static let settings = """
        mqtt: { bindAddress: 127.0.0.1 }
        clock: { trustUnsynchronised: true }
        logging: { level: warning }

        """

    func figures() async throws -> [Figure] {
        guard PrivateAvahi.isAvailable else { return try await Self.measuredFigures() }
        return try await withPrivateAvahi { _ in try await Self.measuredFigures() }
    }

    private static func measuredFigures() async throws -> [Figure] {
        var figures: [Figure] = []
        try await withHome(settings: settings) { home in
            try await Task.sleep(for: .seconds(5))
            let before = try await usage(of: home)
            try await withAccessories(of: home) { lamp in
                Console.note("  \(commands) commands")
                let (commands, syncs) = try await command(lamp, of: home)
                Console.note("  \(sensors + 1) accessories for \(seconds.brief) s")
                let start = try await usage(of: home)
                try await Task.sleep(for: .seconds(seconds))
                let end = try await usage(of: home)
                figures = [
                    Figure(
                        "HomeKit command confirmed", in: "ms", values: commands.values,
                        goals: [.atMost(5, value: "p99")],
                        baseline: .init(what: "400 bytes synced", values: syncs.values),
                        note: "Two audit entries are synced in it: the command and its outcome. The value is read back."
                    ),
                    Figure(
                        "memory for \(sensors + 1) HomeKit accessories", in: "MB",
                        values: .one(end.anonymousMegabytes - before.anonymousMegabytes), goals: [.atMost(8)],
                        baseline: .init(
                            what: "gateway without accessories", values: .one(before.anonymousMegabytes)),
                        note: "Anonymous memory. They are paired, adopted, and report once a minute."),
                    Figure(
                        "CPU, \(sensors + 1) HomeKit accessories", in: "% of a core",
                        values: .one((end.cpu - start.cpu) / .seconds(seconds) * 100), goals: [.atMost(1)]),
                ]
            }
        }
        return figures
    }

    private static func usage(of home: HomeUnderTest) async throws -> ProcessUsage {
        guard let process = await home.gatewayProcess else { throw ConditionNotMet("the gateway runs") }
        return ProcessUsage(of: process)
    }

    /// Runs `body` beside a lamp and the sensors, all paired and adopted.
    private static func withAccessories(
        of home: HomeUnderTest, body: (_ lamp: DeviceBody) async throws -> Void
    ) async throws {
        let (file, log) = ("\(home.state).accessories.yaml", "\(home.state).accessories.log")
        try Data(scenario.utf8).write(to: URL(fileURLWithPath: file))
        defer { for path in [file, log] { try? FileManager.default.removeItem(atPath: path) } }
        Console.note("  pairing \(sensors + 1) accessories")
        let simulator = try ChildProcess(
            [TomteProgram.path, "simulate", file, "--adopt", "--state", home.state], output: log)
        do {
            try await eventually("the accessories are adopted", within: .seconds(120)) {
                try String(contentsOfFile: log, encoding: .utf8).contains("are part of the home")
            }
            let devices = try await home.tomte("devices", "list", "--json").json([DeviceBody].self)
            guard let lamp = devices.first(where: { $0.name == "Lamp" }) else {
                throw ConditionNotMet("the lamp exists")
            }
            try await body(lamp)
        } catch {
            await simulator.end()
            throw error
        }
        await simulator.end()
    }

    private static let scenario = """
        name: Accessories
        rooms: [{ name: Hall, use: hall }]
        devices:
          - { id: lamp, kind: light, link: homekit, setupCode: 482-61-937, name: Lamp, room: Hall, every: 60s }

        """
        + (1...sensors).map { number in
            let code = "482-62-\(100 + number)"
            return """
                  - id: sensor-\(number)
                    kind: climate
                    link: homekit
                    setupCode: \(code)
                    name: Sensor \(number)
                    room: Hall
                    every: 60s

                """
        }.joined()

    private static func command(
        _ lamp: DeviceBody, of home: HomeUnderTest
    ) async throws -> (commands: Latencies, syncs: Latencies) {
        try await runBlocking { [state = home.state] in
            let gateway = try GatewaySocket(path: "\(state)/run/tomte.sock")
            let disk = try DiskSync(in: state)
            var (times, syncs): ([Duration], [Duration]) = ([], [])
            for number in 0..<commands {
                let body = try JSONEncoder().encode(
                    CommandBody(
                        part: lamp.parts.first?.id, capability: switchCapability,
                        value: .boolean(number.isMultiple(of: 2))))
                syncs.append(try disk.once())
                usleep(UInt32(pause / .microseconds(1)))
                let start = ContinuousClock.now
                let answer = try gateway.request(
                    "POST", path: "/devices/\(lamp.id)/commands?wait=confirmed", body: Array(body))
                times.append(.now - start)
                let record = try answer.decoded(CommandRecordBody.self)
                guard record.outcome == .confirmed else { throw ConditionNotMet("the command is confirmed") }
            }
            return (Latencies(times), Latencies(syncs))
        }
    }
}
