import AvahiDiscovery
import HomeKitEmulator
import HomeKitProtocol
import HomeModel
import Logging

/// Runs one HomeKit accessory of a home: its server, its announcement, and the values and commands between the server and
/// the simulation.
final class AccessoryRunner: PairableRunner {
    let server: AccessoryServer
    private let assembly: AccessoryAssembly
    private let parameters: PairableParameters
    let states = StateQueue()
    let logger: Logger

    init(
        _ accessory: ScenarioPairable, setupCode: SetupCode, states: [String: ShownState],
        parameters: PairableParameters, logger: Logger
    ) throws(AccessoryServerError) {
        assembly = AccessoryAssembly(accessory, setupCode: setupCode, states: states)
        server = try AccessoryServer(
            definition: assembly.definition,
            storage: parameters.folder.map { .file(folder: $0, name: accessory.id) } ?? .memory, port: accessory.port,
            logger: logger)
        self.parameters = parameters
        self.logger = logger
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.serve { try await self.server.run() } }
            group.addTask { await self.announce() }
            group.addTask { await self.receiveWrites() }
            for await entry in states.entries {
                for (id, value) in assembly.values(of: entry.device, in: entry.state) {
                    await server.set(value, of: id)
                }
            }
            group.cancelAll()
        }
    }

    private func receiveWrites() async {
        for await write in server.writes {
            guard let (device, command) = assembly.command(write) else { continue }
            _ = await parameters.receive(device, command)
        }
    }

    private func announce() async {
        guard let publisher = parameters.publisher else { return }
        var announcer = ServiceAnnouncer(publisher: publisher, logger: logger)
        for await announcement in server.announcements {
            let service = PublishedService(
                name: announcement.name, type: ServiceKind.homeKit.serviceType, port: announcement.port,
                txt: announcement.txt.map { Array($0.utf8) })
            await announcer.announce([service])
        }
        await announcer.announce([])
    }
}
