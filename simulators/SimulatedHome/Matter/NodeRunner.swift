import AvahiDiscovery
import HomeModel
import Logging
import MatterEmulator
import MatterProtocol

/// Runs one Matter node of a home: its server, its announcements, and the values and commands between the server and the
/// simulation.
final class NodeRunner: PairableRunner {
    let server: NodeServer
    /// What the node announces, after each change. Only the newest list waits.
    let announcements: AsyncStream<[NodeAnnouncement]>
    private let announcementSink: AsyncStream<[NodeAnnouncement]>.Continuation
    private let assembly: NodeAssembly
    private let parameters: PairableParameters
    let states = StateQueue()
    let logger: Logger

    init(
        _ node: ScenarioPairable, code: ManualPairingCode, states: [String: ShownState], maker: NodeMaker,
        parameters: PairableParameters, logger: Logger
    ) throws {
        let assembly = NodeAssembly(node, code: code, states: states)
        let definition = assembly.definition
        server = try NodeServer(
            definition: definition,
            credentials: maker.credentials(
                productID: definition.productID, deviceType: definition.primaryDeviceType ?? 0),
            storage: parameters.folder.map { .file(folder: $0, name: node.id) } ?? .memory, port: node.port,
            nodeOperator: { changes in await Self.carryOut(assembly.commands(changes), by: parameters) },
            logger: logger)
        (announcements, announcementSink) = AsyncStream.makeStream(
            of: [NodeAnnouncement].self, bufferingPolicy: .bufferingNewest(1))
        self.assembly = assembly
        self.parameters = parameters
        self.logger = logger
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.serve { try await self.server.run() } }
            group.addTask { await self.announce() }
            for await entry in states.entries {
                for (path, value) in assembly.values(of: entry.device, in: entry.state) {
                    await server.set(value, of: path)
                }
            }
            group.cancelAll()
        }
    }

    private func announce() async {
        var announcer = parameters.publisher.map { ServiceAnnouncer(publisher: $0, logger: logger) }
        for await announcements in server.announcements {
            announcementSink.yield(announcements)
            await announcer?.announce(announcements.map { PublishedService($0) })
        }
        announcementSink.finish()
        await announcer?.announce([])
    }

    /// The physical model refuses values that are no commands for it.
    private static func carryOut(
        _ commands: [(device: String, command: DeviceCommand)], by parameters: PairableParameters
    ) async -> InteractionStatus {
        guard !commands.isEmpty else { return .constraintError }
        for (device, command) in commands {
            // A device that is stuck answers with success, and does nothing.
            if await parameters.receive(device, command) == .rejected { return .invalidInState }
        }
        return .success
    }
}

extension PublishedService {
    fileprivate init(_ announcement: NodeAnnouncement) {
        self.init(
            name: announcement.name, type: announcement.service.rawValue, subtypes: announcement.subtypes,
            port: announcement.port, txt: announcement.txt.map { Array($0.utf8) })
    }
}
