import Foundation
import HomeKitAccessories
import HomeKitLink
import HomeKitPeers
import HomeKitProtocol

/// The controller of the gateway beside aiohomekit, which Home Assistant uses: the same operations with the same
/// accessory of HAP-python, in turns. The accessory is slower than both controllers, so that their processor times are
/// compared too.
struct HomeKitBenchmark: Benchmark {
    let name = "homekit"
    let summary = "HomeKit beside aiohomekit: pairing, connecting, and a command until it is confirmed"

    private static let rounds = 6

    func figures() async throws -> [Figure] {
        var own = HomeKitTimes()
        var other = HomeKitTimes()
        try await PythonPeer.run("hap_python_bridge.py", greets: true) { bridge in
            let accessory = try BenchmarkAccessory(greeting: bridge.greeting)
            try await PythonPeer.run("homekit_controller.py") { aiohomekit in
                for round in 1...Self.rounds {
                    Console.note("  round \(round) of \(Self.rounds)")
                    // The controller that begins changes: the accessory may be warmer for the second one.
                    if round.isMultiple(of: 2) { try await accessory.measure(aiohomekit, into: &other) }
                    try await accessory.measureOwn(into: &own)
                    if !round.isMultiple(of: 2) { try await accessory.measure(aiohomekit, into: &other) }
                }
            }
        }
        return HomeKitTimes.Operation.allCases.flatMap { figures(of: $0, own: own, other: other) }
    }

    private func figures(of operation: HomeKitTimes.Operation, own: HomeKitTimes, other: HomeKitTimes) -> [Figure] {
        [
            Figure(
                "HomeKit \(operation.rawValue)", in: "ms", values: own.latencies(of: operation).values,
                goals: [.atMost(ratio: 1.1)],
                baseline: .init(what: "aiohomekit", values: other.latencies(of: operation).values),
                note:
                    "Both make \(operation.roundTrips) round trips. The accessory of HAP-python takes most of the time."
            ),
            Figure(
                "HomeKit \(operation.rawValue), processor", in: "ms",
                values: .one(own.processorMilliseconds(of: operation)), goals: [.atMost(ratio: 1)],
                baseline: .init(what: "aiohomekit", values: .one(other.processorMilliseconds(of: operation)))),
        ]
    }
}

/// The wall times of each operation of a controller, and the processor time that the controller used for them.
struct HomeKitTimes {
    enum Operation: String, CaseIterable {
        case pair = "pair-setup"
        case connect = "connect and pair-verify"
        case command = "write and read back"

        var roundTrips: Int { self == .pair ? 3 : 2 }
    }

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
        let (start, used) = (ContinuousClock.now, ProcessUsage(of: getpid()).cpu)
        let result = try await body()
        add(operation, time: .now - start, processor: ProcessUsage(of: getpid()).cpu - used)
        return result
    }

    /// Adds an operation of a process that measured itself.
    mutating func add(_ operation: Operation, answer: HomeKitJSON) throws {
        guard case .number(let time)? = answer["seconds"], case .number(let used)? = answer["processorSeconds"],
            answer["failure"] == nil
        else { throw ConditionNotMet("aiohomekit does what is measured: \(answer)") }
        add(operation, time: .seconds(time), processor: .seconds(used))
    }
}

/// The bridge with which both controllers work: its lamp is switched.
private struct BenchmarkAccessory {
    private static let connections = 6
    private static let commands = 50
    private static let code = "031-45-154"

    let id: String
    let address: AccessoryAddress

    init(greeting: HomeKitJSON) throws {
        guard let id = greeting["id"]?.text, case .integer(let port)? = greeting["port"] else {
            throw ConditionNotMet("the bridge starts: \(greeting)")
        }
        self.id = id
        address = AccessoryAddress(host: "127.0.0.1", port: UInt16(clamping: port))
    }

    // MARK: The gateway's controller

    func measureOwn(into times: inout HomeKitTimes) async throws {
        let identity = ControllerIdentity.fresh()
        let accessory = try await times.measure(.pair) { try await pair(as: identity) }
        for _ in 0..<Self.connections {
            try await times.measure(.connect) { try await session(as: identity, with: accessory) { _ in } }
        }
        let measured = try await session(as: identity, with: accessory) { session throws(AccessoryFailure) in
            try await switchLamp(over: session)
        }
        for one in measured { times.add(.command, time: one.time, processor: one.processor) }
        try await session(as: identity, with: accessory) { session throws(AccessoryFailure) in
            _ = try await session.pairings(.remove(identifier: identity.identifier))
        }
    }

    private func pair(as identity: ControllerIdentity) async throws -> PairedAccessory {
        let code = try SetupCode(Self.code)
        return try await AccessoryConnection.with(address, clock: ContinuousClock()) {
            [id] connection throws(AccessoryFailure) in
            var procedure = PairSetupController(
                method: .pairSetup, code: code, identity: identity, expectedAccessory: id)
            var message = try AccessoryFailure.during(.setup) { () throws(PairingFailure) in try procedure.start() }
            while true {
                let answer = try await connection.exchange(message, over: .pairSetup)
                switch try AccessoryFailure.during(
                    .setup,
                    step: { () throws(PairingFailure) in
                        try procedure.receive(answer)
                    })
                {
                case .send(let next): message = next
                case .storeIdentity:
                    message = try AccessoryFailure.during(.setup) { () throws(PairingFailure) in
                        try procedure.identityIsStored()
                    }
                case .paired(let accessory): return accessory
                }
            }
        }
    }

    private func session<Result: Sendable>(
        as identity: ControllerIdentity, with accessory: PairedAccessory,
        body: @escaping @Sendable (AccessorySession) async throws(AccessoryFailure) -> Result
    ) async throws -> Result {
        try await AccessoryConnection.with(address, clock: ContinuousClock()) { connection throws(AccessoryFailure) in
            try await body(
                try await AccessorySession.verified(
                    on: connection, by: PairVerifyController(identity: identity, accessory: accessory)))
        }
    }

    private func switchLamp(
        over session: AccessorySession
    ) async throws(AccessoryFailure) -> [(time: Duration, processor: Duration)] {
        let lamp = try await lampID(over: session)
        var measured: [(time: Duration, processor: Duration)] = []
        for number in 0..<Self.commands {
            let (start, used) = (ContinuousClock.now, ProcessUsage(of: getpid()).cpu)
            let write = CharacteristicWrite(id: lamp, value: .boolean(number.isMultiple(of: 2)))
            _ = try await session.write([write], isTimed: false)
            _ = try await session.read([lamp])
            measured.append((.now - start, ProcessUsage(of: getpid()).cpu - used))
        }
        return measured
    }

    private func lampID(over session: AccessorySession) async throws(AccessoryFailure) -> CharacteristicID {
        let body = try await session.database()
        let database = try? AccessoryDatabase(parsing: body)
        for accessory in database?.accessories ?? [] {
            for characteristic in accessory.services.flatMap(\.characteristics) where characteristic.kind == .on {
                return CharacteristicID(aid: accessory.aid, iid: characteristic.iid)
            }
        }
        throw .database(.noAccessories)
    }

    // MARK: aiohomekit

    func measure(_ peer: PythonPeer, into times: inout HomeKitTimes) async throws {
        let identification: [(String, HomeKitJSON)] = [
            ("id", .text(id)), ("port", .integer(Int64(address.port))), ("code", .text(Self.code)),
        ]
        let measured: [(String, HomeKitJSON)] = [("isMeasured", .boolean(true))]
        try times.add(.pair, answer: try await peer.ask("pair", with: identification + measured))
        for _ in 0..<Self.connections {
            try times.add(.connect, answer: try await peer.ask("reconnect", with: measured))
        }
        let lamp = try await peer.ask("find", with: [("type", .text("25"))], for: "id").elements ?? []
        for number in 0..<Self.commands {
            let write = HomeKitJSON.list(lamp + [.boolean(number.isMultiple(of: 2))])
            try times.add(.command, answer: try await peer.ask("put_and_get", with: [("write", write)] + measured))
        }
        _ = try await peer.ask("unpair")
    }
}
