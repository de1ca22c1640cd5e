import TimeSeriesStore
import Foundation
import GatewayWire
import HomeModel
import HomeStore
import MosquittoTransport
import SimulatedHome
import TestSupport

/// A home for measurements: the real gateway and broker, 250 devices behind a bridge, and a lamp. All devices are
/// adopted.
struct PopulatedHome: Sendable {
    /// The defaults of the product, except that the home is not visible to other machines and that it trusts the clock
    /// of this machine.
    static let settings = """
        discovery: { enabled: false }
        mqtt: { bindAddress: 127.0.0.1 }
        clock: { trustUnsynchronised: true }
        logging: { level: warning }

        """

    let home: HomeUnderTest
    let bridge: LoadGenerator
    let lamp: SimulatedLamp

    var socket: String { "\(home.state)/run/tomte.sock" }

    /// Runs `body` with such a home, and removes it afterwards.
    static func with<Value: Sendable>(
        devices: Int = 250, _ body: @escaping @Sendable (PopulatedHome) async throws -> Value
    ) async throws -> Value {
        var result: Value?
        try await withHome(settings: settings) { home in
            let load = try await deviceConnection(LoadGenerator.root, home: home)
            let lamp = SimulatedLamp(over: try await deviceConnection(SimulatedLamp.root, home: home))
            let populatedHome = PopulatedHome(
                home: home, bridge: LoadGenerator(devices: devices, over: load), lamp: lamp)
            result = try await withThrowingTaskGroup(of: Void.self, returning: Value.self) { group in
                group.addTask { await lamp.handleCommands() }
                defer { group.cancelAll() }
                try await populatedHome.populate()
                return try await body(populatedHome)
            }
        }
        guard let result else { throw CancellationError() }
        return result
    }

    /// The counters of the gateway, by name.
    func counters() async throws -> [String: Int] {
        try await runBlocking { [socket] in
            try GatewaySocket(path: socket).request("GET", path: "/diagnostics").decoded(DiagnosticsBody.self).counters
        }
    }

    /// Returns when the gateway has stored at least `count` readings on disk.
    func untilStored(_ count: Int) async throws {
        try await eventually("\(count) readings are stored") { try await counters()["readings.stored"] ?? 0 >= count }
    }

    /// The number of readings in the database of a gateway that has ended.
    func storedOnDisk() async throws -> Int {
        let database = try HomeDatabase.open(path: "\(home.state)/home.sqlite")
        defer { database.close() }
        return try await database.readings.counts().readings
    }

    func usage() async throws -> ProcessUsage {
        guard let process = await home.gatewayProcess else { throw ConditionNotMet("the gateway runs") }
        return ProcessUsage(of: process)
    }

    func brokerUsage() throws -> ProcessUsage {
        guard let process = home.brokerProcess else { throw ConditionNotMet("the broker runs") }
        return ProcessUsage(of: process)
    }

    private static func deviceConnection(_ root: String, home: HomeUnderTest) async throws -> MosquittoConnection {
        let credential = try await ProvisionedCredentials(home: home).credential(for: root)
        let tls = TLSFiles(
            certificateAuthority: credential.certificateAuthority, certificate: credential.certificate,
            privateKey: credential.privateKey)
        let connection = try MosquittoConnection(
            MosquittoSettings(host: "localhost", port: home.mqttPort, clientID: root, tls: tls))
        try await connection.openAndWait()
        return connection
    }

    /// The maximum number of devices of one root that the gateway lets wait for adoption.
    private static let announcedTogether = 200

    /// Announces the devices and adopts each as soon as the gateway has found it.
    private func populate() async throws {
        try await lamp.announce()
        for start in stride(from: 0, to: bridge.deviceCount, by: Self.announcedTogether) {
            let range = start..<min(start + Self.announcedTogether, bridge.deviceCount)
            try await bridge.announce(range)
            try await adopt(range.count + (start == 0 ? 1 : 0))
        }
        try await eventually("the gateway listens to every series") {
            await bridge.publish(bridge.seriesCount).allSatisfy(\.hasSubscriber)
        }
        try await untilStored(bridge.deliveredCount)
    }

    private func adopt(_ expected: Int) async throws {
        try await runBlocking { [socket] in
            let gateway = try GatewaySocket(path: socket)
            var adopted = 0
            let deadline = ContinuousClock.now + .seconds(60)
            while adopted < expected {
                guard ContinuousClock.now < deadline else { throw ConditionNotMet("all devices are adopted") }
                for found in try gateway.request("GET", path: "/discovered").decoded([DiscoveredBody].self)
                where found.isAdoptable {
                    let adoption = try JSONEncoder().encode(AdoptionBody(name: found.name, room: nil))
                    _ = try gateway.request("POST", path: "/discovered/\(found.id)/adopt", body: Array(adoption))
                    adopted += 1
                }
            }
        }
    }
}

extension MosquittoConnection {
    /// Opens the connection and returns when the broker has accepted it.
    func openAndWait() async throws {
        try open()
        for await event in events {
            switch event {
            case .connected: return
            case .disconnected(let error): throw error
            default: continue
            }
        }
    }
}

extension PopulatedHome {
    /// Adds `count` members of the household, each with a paired client, for the time of `body`.
    func withPairedClients<Value: Sendable>(
        _ count: Int, body: @escaping @Sendable ([HTTPSTestClient]) async throws -> Value
    ) async throws -> Value {
        try await home.withHTTPS { http in
            var residents: [HTTPSTestClient] = []
            for number in 1...count {
                let resident = try HTTPSTestClient(port: home.httpsPort, http: http)
                let code = try await code(for: "Resident \(UUID().uuidString.prefix(4)) \(number)")
                let pairing = try await resident.send(
                    "POST", path: "/pair", body: PairBody(code: code, clientName: "Phone")
                ).json(PairingBody.self)
                await resident.use(try await resident.send("POST", path: "/pairings/\(pairing.id)/session").json())
                residents.append(resident)
            }
            return try await body(residents)
        }
    }

    /// Adds a new person and returns a pairing code for this person.
    private func code(for name: String) async throws -> String {
        try await runBlocking { [socket] in
            let console = try GatewaySocket(path: socket)
            let person = try console.request(
                "POST", path: "/people", body: Array(JSONEncoder().encode(NewPersonBody(name: name, role: .member)))
            ).decoded(PersonBody.self)
            let invitation = NewPairingCodeBody(person: person.id, approveAny: true)
            return try console.request("POST", path: "/pairing-codes", body: Array(JSONEncoder().encode(invitation)))
                .decoded(PairingPayload.self).code
        }
    }
}

/// The delays of the readings that were seen; readings that were not seen are not included.
struct SeenReadings: Sendable {
    let latencies: Latencies

    init(_ sent: [LoadGenerator.Delivery], arrivals: [Int: ContinuousClock.Instant]) {
        latencies = Latencies(
            sent.compactMap { delivery in arrivals[delivery.number].map { $0 - delivery.sentAt } })
    }
}

extension PopulatedHome {
    /// A reading that arrives later than this counts as not seen.
    static let seenWithin = Duration.seconds(1)

    /// Publishes `count` readings at this rate while a client watches live events.
    func watch(_ count: Int, perSecond rate: Double) async throws -> SeenReadings {
        Console.note("  watching \(count) readings at \(rate.brief)/s")
        let recorder = EventRecorder()
        async let recording = recorder.record(socket)
        try await eventually("the event stream is open") { recorder.isReceiving }
        let sent = await bridge.publish(count, perSecond: rate)
        try await Task.sleep(for: Self.seenWithin)
        recorder.stop()
        let arrivals = try await recording.compactMap { arrival in
            bridge.number(of: arrival.series, arrival.value).map { ($0, arrival.time) }
        }
        return SeenReadings(sent, arrivals: Dictionary(arrivals, uniquingKeysWith: { first, _ in first }))
    }
}
