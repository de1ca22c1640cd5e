import Foundation
import GatewayWire
import HomeModel
import MatterProtocol
import TestSupport

/// The gateway with 50 simulated devices that it paired: HomeKit accessories, or Matter nodes. They run in a process of
/// their own, each with its own port.
struct PairedDevicesBenchmark: Benchmark {
    let name: String
    let summary: String
    /// Such as `HomeKit`.
    private let network: String
    /// What its devices are called, such as `accessories`.
    private let things: String
    private let goals: (commandMilliseconds: Double, megabytes: Double)
    private let commandNote: String
    private let memoryNote: String
    private let setupCode: @Sendable (_ number: Int) throws -> String

    /// `make bench ARGS=accessories`
    static let homeKit = PairedDevicesBenchmark(
        name: "accessories", summary: "HomeKit accessories: a command until it is confirmed, memory, and CPU",
        network: "HomeKit", things: "accessories", goals: (5, 8), commandNote: "The value is read back.",
        memoryNote: "They are paired, adopted, and report once a minute.",
        setupCode: { "482-62-\(100 + $0)" })

    /// `make bench ARGS=nodes`
    static let matter = PairedDevicesBenchmark(
        name: "nodes", summary: "Matter nodes: a command until it is confirmed, memory, and CPU",
        network: "Matter", things: "nodes", goals: (10, 10), commandNote: "The node reports the value.",
        memoryNote: "They are commissioned, adopted, subscribed, and report once a minute.",
        setupCode: { number in
            // The code has the upper four bits of the discriminator.
            let discriminator = UInt16(number % 16) << 8
            let passcode = try SetupPasscode(UInt32(30_000_000 + number))
            return ManualPairingCode(discriminator: discriminator, passcode: passcode).exposedLabel
        })

    private static let sensors = 49
    private static let commands = 300
    /// The devices report once a minute, and the gateway polls each HomeKit accessory once a minute.
    private static let seconds = 120.0
    /// All of them are paired one after another.
    private static let pairingTime = Duration.seconds(300)
    /// The pause between an answer and the next command, so that commands do not run in step with other work.
    private static let pause = Duration.milliseconds(5)
    private static let switchCapability = CapabilityName(.switch)

    private static let settings = """
        mqtt: { bindAddress: 127.0.0.1 }
        clock: { trustUnsynchronised: true }
        logging: { level: warning }

        """

    func figures() async throws -> [Figure] {
        guard PrivateAvahi.isAvailable else { return try await measuredFigures() }
        return try await withPrivateAvahi { _ in try await measuredFigures() }
    }

    private func measuredFigures() async throws -> [Figure] {
        var figures: [Figure] = []
        try await withHome(settings: Self.settings) { home in
            try await Task.sleep(for: .seconds(5))
            let before = try await Self.usage(of: home)
            try await withDevices(of: home) { lamp in
                Console.note("  \(Self.commands) commands")
                let (commands, syncs) = try await Self.command(lamp, of: home)
                Console.note("  \(Self.sensors + 1) devices for \(Self.seconds.brief) s")
                let start = try await Self.usage(of: home)
                try await Task.sleep(for: .seconds(Self.seconds))
                let end = try await Self.usage(of: home)
                figures = [
                    Figure(
                        "\(network) command confirmed", in: "ms", values: commands.values,
                        goals: [.atMost(goals.commandMilliseconds, value: "p99")],
                        baseline: .init(what: "400 bytes synced", values: syncs.values),
                        note: "Two audit entries are synced in it: the command and its outcome. \(commandNote)"),
                    Figure(
                        "memory for \(Self.sensors + 1) \(network) \(things)", in: "MB",
                        values: .one(end.anonymousMegabytes - before.anonymousMegabytes),
                        goals: [.atMost(goals.megabytes)],
                        baseline: .init(what: "gateway without \(things)", values: .one(before.anonymousMegabytes)),
                        note: "Anonymous memory. \(memoryNote)"),
                    Figure(
                        "CPU, \(Self.sensors + 1) \(network) \(things)", in: "% of a core",
                        values: .one((end.cpu - start.cpu) / .seconds(Self.seconds) * 100), goals: [.atMost(1)]),
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
    private func withDevices(
        of home: HomeUnderTest, body: (_ lamp: DeviceBody) async throws -> Void
    ) async throws {
        let (file, log) = ("\(home.state).devices.yaml", "\(home.state).devices.log")
        try Data(try scenario().utf8).write(to: URL(fileURLWithPath: file))
        defer { for path in [file, log] { try? FileManager.default.removeItem(atPath: path) } }
        Console.note("  pairing \(Self.sensors + 1) devices")
        let simulator = try ChildProcess(
            [TomteProgram.path, "simulate", file, "--adopt", "--state", home.state], output: log)
        do {
            try await eventually("the devices are adopted", within: Self.pairingTime) {
                try String(contentsOfFile: log, encoding: .utf8).contains("are part of the home")
            }
            let devices = try await home.tomte("devices", "list", "--json").json([DeviceBody].self)
            guard devices.count == Self.sensors + 1, let lamp = devices.first(where: { $0.name == "Lamp" }) else {
                throw ConditionNotMet("all of the devices are adopted, not only \(devices.count)")
            }
            try await body(lamp)
        } catch {
            await simulator.end()
            throw error
        }
        await simulator.end()
    }

    private func scenario() throws -> String {
        try """
        name: Devices
        rooms: [{ name: Hall, use: hall }]
        devices:
        \(device("lamp", kind: "light", name: "Lamp", number: 0))

        """
            + (1...Self.sensors).map { number in
                try device("sensor-\(number)", kind: "climate", name: "Sensor \(number)", number: number) + "\n"
            }.joined()
    }

    private func device(_ id: String, kind: String, name: String, number: Int) throws -> String {
        let code = try setupCode(number)
        return
            "  - { id: \(id), kind: \(kind), link: \(network.lowercased()), setupCode: \(code), name: \(name), room: Hall, every: 60s }"
    }

    private static func command(
        _ lamp: DeviceBody, of home: HomeUnderTest
    ) async throws -> (commands: Latencies, syncs: Latencies) {
        let part = lamp.parts.first { $0.capabilities.contains { $0.name == switchCapability } }?.id
        return try await runBlocking { [state = home.state] in
            let gateway = try GatewaySocket(path: "\(state)/run/tomte.sock")
            let disk = try DiskSync(in: state)
            var (times, syncs): ([Duration], [Duration]) = ([], [])
            for number in 0..<commands {
                let body = try JSONEncoder().encode(
                    CommandBody(
                        part: part, capability: switchCapability,
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
