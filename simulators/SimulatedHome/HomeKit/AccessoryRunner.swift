import AvahiDiscovery
import HomeKitEmulator
import HomeModel
import Logging

/// Runs one HomeKit accessory of a home: its server, its announcement, and the values and commands between the server and
/// the simulation.
final class AccessorySession: Sendable {
    /// Values to show.
    private struct Shown: Sendable {
        let state: AccessoryState
        let device: String
    }

    /// Where the identities and pairings are kept, and how the accessory is announced.
    struct Parameters: Sendable {
        let storage: AccessoryStorage
        let publisher: AvahiPublisher?
        let receive: @Sendable (_ device: String, _ command: BoundCharacteristic.Command) async -> Void
    }

    let server: AccessoryServer
    private let assembly: AccessoryAssembly
    private let parameters: Parameters
    private let logger: Logger
    private let states: AsyncStream<Shown>
    private let inbox: AsyncStream<Shown>.Continuation

    init(
        _ accessory: ScenarioAccessory, states: [String: AccessoryState], parameters: Parameters, logger: Logger
    ) throws(AccessoryServerError) {
        assembly = AccessoryAssembly(accessory, states: states)
        server = try AccessoryServer(
            definition: assembly.definition, storage: parameters.storage, port: accessory.port, logger: logger)
        self.parameters = parameters
        self.logger = logger
        (self.states, inbox) = AsyncStream.makeStream(of: Shown.self, bufferingPolicy: .bufferingNewest(1000))
    }

    /// Shows these values without waiting.
    func show(_ state: AccessoryState, device: String) { inbox.yield(Shown(state: state, device: device)) }

    /// Ends `run`.
    func end() { inbox.finish() }

    /// Runs until `end`, or until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.serve() }
            group.addTask { await self.announce() }
            group.addTask { await self.receiveWrites() }
            for await shown in states {
                for (id, value) in assembly.values(of: shown.device, in: shown.state) {
                    await server.set(value, of: id)
                }
            }
            group.cancelAll()
        }
    }

    private func serve() async {
        do {
            try await server.run()
        } catch is CancellationError {
        } catch {
            logger.warning("a simulated accessory cannot be reached", metadata: ["error.reason": "\(error)"])
        }
    }

    private func receiveWrites() async {
        for await write in server.writes {
            guard let (device, command) = assembly.command(write) else { continue }
            await parameters.receive(device, command)
        }
    }

    /// Keeps the announcement on the network like that of the server, and withdraws it at the end.
    private func announce() async {
        guard let publisher = parameters.publisher else { return }
        var published: (id: PublicationID, port: UInt16)?
        for await announcement in server.announcements {
            let txt = announcement.txt.map { Array($0.utf8) }
            do {
                if let published, published.port == announcement.port {
                    try await publisher.update(published.id, txt: txt)
                    continue
                }
                if let published { await publisher.withdraw(published.id) }
                published = nil
                let id = try await publisher.publish(
                    PublishedService(
                        name: announcement.name, type: ServiceKind.homeKit.serviceType, port: announcement.port,
                        txt: txt))
                published = (id, announcement.port)
            } catch {
                logger.warning("a simulated accessory cannot be announced", metadata: ["error": "\(error)"])
            }
        }
        if let published { await publisher.withdraw(published.id) }
    }
}
