import Foundation
import HomeKitPeers
import HomeKitProtocol
import MatterFixtures
import Subprocess
import SystemPackage

/// The Matter controller of the gateway beside that of connectedhomeip, which Home Assistant uses: the same operations with
/// the same simulated node, in turns. The node is a process of its own, which counts the datagrams at its socket.
///
/// The controller of connectedhomeip needs the network of `scripts/matter-network`, so that this row runs the program
/// once more there. `make bench ARGS=matter` does all that.
struct MatterBenchmark: Benchmark {
    let name = "matter"
    let summary = "Matter beside connectedhomeip: commissioning, a command, and a read, with datagrams and CPU"

    private static let rounds: Int64 = 6
    /// The folder /tmp of the network is in memory, and what controllers store is a part of what they do.
    private static let disk = "/var/tmp"
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../scripts/matter-network").standardizedFileURL.path

    func figures() async throws -> [Figure] {
        guard let address = ProcessInfo.processInfo.environment["TOMTE_MATTER_ADDRESS"] else {
            return try await figuresInNetwork()
        }
        return try await NodeProcess.run { process in
            let folder = "\(Self.disk)/tomte-matter-\(UUID().uuidString.prefix(8))"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let gateway = try GatewayController(folder: folder, host: address, authority: process.authority)
            let (own, other) = try await Self.measure(gateway, with: process, in: folder)
            return MatterOperation.allCases.flatMap { Self.figures(of: $0, own: own, other: other) }
        }
    }

    /// Runs this row in the network that the other controller needs.
    private func figuresInNetwork() async throws -> [Figure] {
        guard PythonPeer.interpreter(in: "TOMTE_MATTER_PYTHON") != nil else {
            throw ConditionNotMet("TOMTE_MATTER_PYTHON names a Python with connectedhomeip, as `make bench` sets it")
        }
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let result = try await Subprocess.run(
            .path(FilePath(Self.script)), arguments: [program, name, "--json"], output: .string(limit: 1 << 20),
            error: .currentStandardError)
        guard case .exited(0) = result.terminationStatus else {
            throw ConditionNotMet("the figures are measured in the network of scripts/matter-network")
        }
        return try JSONDecoder().decode(Report.self, from: Data(result.standardOutput.utf8)).figures
    }

    private static func measure(
        _ gateway: GatewayController, with process: NodeProcess, in folder: String
    ) async throws -> (own: MatterMeasurements, other: MatterMeasurements) {
        var own = MatterMeasurements()
        var other = MatterMeasurements()
        try await ChipController.run(trusting: process.authority, below: folder) { chip in
            for round in 1...rounds {
                Console.note("  round \(round) of \(rounds)")
                // The controller that begins changes: the node may be warmer for the second one.
                if round.isMultiple(of: 2) { try await measure(chip, with: process, round: round, into: &other) }
                own = try await gateway.measure(try await process.startNode(), of: process, after: own)
                if !round.isMultiple(of: 2) { try await measure(chip, with: process, round: round, into: &other) }
            }
        }
        return (own, other)
    }

    /// Lets the controller of connectedhomeip do the same as `GatewayController.measure`.
    private static func measure(
        _ chip: ChipController, with process: NodeProcess, round: Int64, into measured: inout MatterMeasurements
    ) async throws {
        let node = try await process.startNode()
        let fabric = ChipController.Fabric(number: 1, node: round)
        let path: [(String, HomeKitJSON)] = [("endpoint", .integer(1)), ("cluster", .text("OnOff"))]
        let code: [(String, HomeKitJSON)] = [
            ("passcode", .integer(Int64(node.passcode))), ("port", .integer(Int64(node.port))),
        ]
        try measured.times.add(.commission, answer: try await chip.measure("commission", in: fabric, with: code))
        measured.add(try await process.traffic(), of: .commission)
        _ = try await chip.read(1, cluster: "OnOff", attribute: "OnOff", in: fabric)
        let start = try await process.traffic()
        for _ in 0..<MatterMeasurements.repetitions {
            let toggle = path + [("command", .text("Toggle"))]
            try measured.times.add(.invoke, answer: try await chip.measure("invoke", in: fabric, with: toggle))
        }
        let middle = try await process.traffic()
        measured.add(middle - start, of: .invoke)
        for _ in 0..<MatterMeasurements.repetitions {
            let isOn = path + [("attribute", .text("OnOff"))]
            try measured.times.add(.read, answer: try await chip.measure("read", in: fabric, with: isOn))
        }
        measured.add(try await process.traffic() - middle, of: .read)
    }

    private static func figures(
        of operation: MatterOperation, own: MatterMeasurements, other: MatterMeasurements
    ) -> [Figure] {
        let peer = "connectedhomeip"
        return [
            Figure(
                "Matter \(operation.rawValue)", in: "ms", values: own.times.latencies(of: operation).values,
                goals: [.atMost(ratio: 1.1)],
                baseline: .init(what: peer, values: other.times.latencies(of: operation).values),
                note: operation.note),
            Figure(
                "Matter \(operation.rawValue), processor", in: "ms",
                values: .one(own.times.processorMilliseconds(of: operation)), goals: [.atMost(ratio: 1.1)],
                baseline: .init(what: peer, values: .one(other.times.processorMilliseconds(of: operation)))),
            Figure(
                "Matter \(operation.rawValue), network", in: "per operation", values: own.traffic(of: operation),
                baseline: .init(what: peer, values: other.traffic(of: operation))),
        ]
    }
}

/// What a controller does with a node.
enum MatterOperation: String, CaseIterable {
    case commission
    case invoke
    case read

    var note: String {
        switch self {
        case .commission:
            "From the passcode to CommissioningComplete, with PASE, attestation and CASE. The SDK looks for the node with "
                + "its certificate by DNS-SD; the gateway tries first where the node was."
        case .invoke: "OnOff Toggle, until the node has answered."
        case .read: "One attribute."
        }
    }
}

/// The times and the traffic of each operation of a controller.
struct MatterMeasurements: Sendable {
    /// How often each node is commanded, and read.
    static let repetitions = 50

    var times = OperationTimes<MatterOperation>()
    private var total: [MatterOperation: NodeProcess.Traffic] = [:]

    /// Adds the traffic of all operations of a kind with one node.
    mutating func add(_ traffic: NodeProcess.Traffic, of operation: MatterOperation) {
        total[operation] = (total[operation] ?? NodeProcess.Traffic()) + traffic
    }

    /// The traffic of one operation on average.
    func traffic(of operation: MatterOperation) -> [Figure.Value] {
        let count = Double(max(times.latencies(of: operation).count, 1))
        let total = total[operation] ?? NodeProcess.Traffic()
        return [
            Figure.Value(name: "datagrams", number: Double(total.datagrams) / count),
            Figure.Value(name: "round trips", number: Double(total.roundTrips) / count),
        ]
    }
}
