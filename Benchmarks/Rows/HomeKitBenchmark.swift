// One of these imports provides `timespec`, whichever module the compiler loads first.
import CDispatch
import CoreFoundation
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
    let summary = "HomeKit beside aiohomekit: pairing, connecting, a command until it is confirmed, and an event"

    private static let rounds = 6

    func figures() async throws -> [Figure] {
        var own = HomeKitTimes()
        var other = HomeKitTimes()
        try await PythonPeer.run("hap_python_bridge.py", arguments: ["--prompt-events"], greets: true) { bridge in
            let accessory = try BenchmarkAccessory(bridge)
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
        return HomeKitOperation.allCases.flatMap { figures(of: $0, own: own, other: other) }
    }

    private func figures(of operation: HomeKitOperation, own: HomeKitTimes, other: HomeKitTimes) -> [Figure] {
        [
            Figure(
                "HomeKit \(operation.rawValue)", in: "ms", values: own.latencies(of: operation).values,
                goals: [.atMost(ratio: 1.1)],
                baseline: .init(what: "aiohomekit", values: other.latencies(of: operation).values),
                note: operation.note),
            Figure(
                "HomeKit \(operation.rawValue), processor", in: "ms",
                values: .one(own.processorMilliseconds(of: operation)), goals: [.atMost(ratio: 1.1)],
                baseline: .init(what: "aiohomekit", values: .one(other.processorMilliseconds(of: operation)))),
        ]
    }
}

/// What a controller does with an accessory.
enum HomeKitOperation: String, CaseIterable {
    case pair = "pair-setup"
    case connect = "connect and pair-verify"
    case command = "write and read back"
    case event = "event until it is read"

    var note: String {
        switch self {
        case .pair: "Both make 3 round trips. The accessory of HAP-python takes most of the time."
        case .connect, .command: "Both make 2 round trips. The accessory of HAP-python takes most of the time."
        case .event: "From the change of the value in HAP-python."
        }
    }
}

typealias HomeKitTimes = OperationTimes<HomeKitOperation>

extension HomeKitTimes {
    /// Adds events. `changes` and `arrivals` are the values and when they were set and read; a value that was set before
    /// the subscription has no arrival. `processor` is the time that was used for each event.
    mutating func add(
        changes: [(value: Double, seconds: Double)], arrivals: [(value: Double, seconds: Double)], processor: Duration
    ) throws {
        let arrivals = Dictionary(arrivals.map { ($0.value, $0.seconds) }) { first, _ in first }
        let times = changes.compactMap { change in arrivals[change.value].map { $0 - change.seconds } }
        guard times.count > changes.count / 2 else { throw ConditionNotMet("most events arrive") }
        for time in times { add(.event, time: .seconds(time), processor: processor) }
    }
}

/// The bridge with which both controllers work: its lamp is switched.
private struct BenchmarkAccessory {
    private static let connections = 6
    private static let commands = 50
    private static let code = "031-45-154"
    /// The temperatures that its thermometer shows one after another.
    private static let temperatures = (1...50).map { Double($0) / 2 }
    private static let interval = 0.02

    let bridge: PythonPeer
    let id: String
    let address: AccessoryAddress

    init(_ bridge: PythonPeer) throws {
        let greeting = bridge.greeting
        guard let id = greeting["id"]?.text, case .integer(let port)? = greeting["port"] else {
            throw ConditionNotMet("the bridge starts: \(greeting)")
        }
        self.bridge = bridge
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
            try await Self.switchLamp(over: session)
        }
        for one in measured { times.add(.command, time: one.time, processor: one.processor) }
        try await changeTemperature()
        let (arrivals, processor) = try await session(as: identity, with: accessory) {
            session throws(AccessoryFailure) in
            try await Self.receiveTemperatures(over: session)
        }
        try times.add(changes: try await changes(), arrivals: arrivals, processor: processor)
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

    private static func switchLamp(
        over session: AccessorySession
    ) async throws(AccessoryFailure) -> [(time: Duration, processor: Duration)] {
        let lamp = try await id(of: .on, over: session)
        var measured: [(time: Duration, processor: Duration)] = []
        for number in 0..<commands {
            let (start, used) = (ContinuousClock.now, ProcessUsage.cpuOfThisProcess)
            let write = CharacteristicWrite(id: lamp, value: .boolean(number.isMultiple(of: 2)))
            _ = try await session.write([write], isTimed: false)
            _ = try await session.read([lamp])
            measured.append((.now - start, ProcessUsage.cpuOfThisProcess - used))
        }
        return measured
    }

    /// The temperatures that arrive until the last one, and when; and the processor time for each.
    private static func receiveTemperatures(
        over session: AccessorySession
    ) async throws(AccessoryFailure) -> (arrivals: [(value: Double, seconds: Double)], processor: Duration) {
        let thermometer = try await id(of: .currentTemperature, over: session)
        _ = try await session.subscribe(to: [thermometer])
        var arrivals: [(value: Double, seconds: Double)] = []
        var (first, last): (Duration?, Duration) = (nil, .zero)
        for await event in session.connection.events {
            guard let results = try? CharacteristicEvents.results(in: event.response) else { continue }
            let now = secondsSinceBoot()
            last = ProcessUsage.cpuOfThisProcess
            first = first ?? last
            arrivals += results.compactMap { result in
                result.id == thermometer ? result.value?.double.map { ($0, now) } : nil
            }
            if arrivals.last?.value == temperatures.last { break }
        }
        return (arrivals, (last - (first ?? last)) / max(arrivals.count - 1, 1))
    }

    private static func id(
        of kind: CharacteristicKind, over session: AccessorySession
    ) async throws(AccessoryFailure) -> CharacteristicID {
        let body = try await session.database()
        let database = try? AccessoryDatabase(parsing: body)
        for accessory in database?.accessories ?? [] {
            for characteristic in accessory.services.flatMap(\.characteristics) where characteristic.kind == kind {
                return CharacteristicID(aid: accessory.aid, iid: characteristic.iid)
            }
        }
        throw .database(.noAccessories)
    }

    // MARK: Events

    private func changeTemperature() async throws {
        let values = HomeKitJSON.list(Self.temperatures.map(HomeKitJSON.number))
        _ = try await bridge.ask(
            "change",
            with: [
                ("accessory", .text("thermometer")), ("characteristic", .text("CurrentTemperature")),
                ("values", values), ("interval", .number(Self.interval)),
            ])
    }

    /// The temperatures since `changeTemperature`, and when each was set.
    private func changes() async throws -> [(value: Double, seconds: Double)] {
        Self.moments(try await bridge.ask("changed", for: "changes"))
    }

    private static func moments(_ list: HomeKitJSON) -> [(value: Double, seconds: Double)] {
        (list.elements ?? []).compactMap { pair in
            guard let value = pair.elements?.first?.double, let time = pair.elements?.last?.double else { return nil }
            return (value, time)
        }
    }

    /// The clock of the times that both Python programs answer with.
    private static func secondsSinceBoot() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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
        let thermometer = try await peer.ask("find", with: [("type", .text("11"))], for: "id")
        try await changeTemperature()
        let answer = try await peer.ask(
            "receive_until", with: [("id", thermometer), ("last", .number(Self.temperatures.last ?? 0))])
        guard let arrivals = answer["arrivals"], let processor = answer["processorSeconds"]?.double else {
            throw ConditionNotMet("aiohomekit receives the events: \(answer)")
        }
        try times.add(
            changes: try await changes(), arrivals: Self.moments(arrivals), processor: .seconds(processor))
        _ = try await peer.ask("unpair")
    }
}

extension HomeKitJSON {
    fileprivate var double: Double? {
        switch self {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}
