import HomeKitPeers
import HomeKitProtocol
import MatterEmulator
import MatterFixtures
import MatterProtocol

/// This program as the process of `NodeProcess`: announces one simulated lamp after another, and answers questions on its
/// standard input. Each question and each answer is a line with a JSON object.
enum SimulatedNodeProgram {
    /// The only argument of the program in this role.
    static let argument = "--simulated-node"
    static let startOperation = "start"
    static let trafficOperation = "traffic"

    /// Returns at the end of the input.
    static func run() async throws {
        // All nodes are of one maker, so that a controller can know it beforehand.
        let attestation = try await ChipController.attestation()
        answer([("authority", .hex(attestation.authority.authority))])
        guard try await nextOperation() == startOperation else { return }
        while try await serve(attestation) {}
    }

    /// Runs a node. Returns true when another one is wanted, and false at the end of the input.
    private static func serve(_ attestation: SampleAttestation) async throws -> Bool {
        try await ForeignlyControlledNode.run([.dimmableLight()], attestation: attestation) { node in
            answer(try await start(of: node))
            while let operation = try await nextOperation() {
                guard operation == trafficOperation else { return true }
                let traffic = node.server.traffic
                answer([
                    ("datagrams", .integer(Int64(traffic.arrivals + traffic.departures))),
                    ("roundTrips", .integer(Int64(traffic.roundTrips))),
                ])
            }
            return false
        }
    }

    private static func start(of node: ForeignlyControlledNode) async throws -> [(String, HomeKitJSON)] {
        let announcements = await node.server.announcements(port: node.port)
        guard let announced = announcements.first(where: { $0.service == .commissionable }) else {
            throw ConditionNotMet("the simulated node can be commissioned")
        }
        return [
            ("port", .integer(Int64(node.port))),
            ("passcode", .integer(Int64(NodeUnderTest.passcode.exposedNumber))), ("name", .text(announced.name)),
            ("txt", .list(announced.txt.map { .text($0) })),
        ]
    }

    private static func nextOperation() async throws -> String? {
        guard let line = try await runBlocking({ readLine() }) else { return nil }
        return try HomeKitJSONParser.parse(Array(line.utf8), limits: .characteristics)["operation"]?.text
    }

    private static func answer(_ members: [(String, HomeKitJSON)]) {
        Console.output(String(decoding: HomeKitJSONWriter.object(members), as: UTF8.self))
    }
}
