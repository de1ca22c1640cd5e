import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import MatterProtocol
import SeededRandom
import TestSupport

@testable import MatterLink

/// Random commands to lamps behind one bridge, while datagrams are lost, the node refuses, and both sides restart. Each
/// command sets a brightness that no other command sets, so that the node's own list shows what became of it.
struct CommandSchedule {
    static let lamps: [UInt16] = [2, 3, 4]
    static let endpoints =
        [EndpointDefinition.aggregator()]
        + lamps.map { EndpointDefinition.dimmableLight($0).bridged(name: "Lamp \($0)", uniqueID: "lamp-\($0)") }

    /// A command that was sent.
    struct Command: Sendable {
        let endpoint: UInt16
        let percent: Int
        let id: CommandID
        let home: MatterHome

        var record: CommandRecord? { get async { await home.core.tracker.record(id) } }

        /// The level from 1 to 254 for a brightness from 1 to 100 %.
        var level: UInt64 { UInt64((1 + Double(percent - 1) * 253 / 99).rounded()) }
    }

    private enum Step {
        case command, loss, refusal, restartOfTheNode, restartOfTheGateway, settling
    }

    private let node: NodeUnderTest
    private let feed: AnnouncementFeed
    private let folder: String
    private var random: SeededGenerator
    private var devices: [UInt16: Device] = [:]
    private var percents: [UInt16: [Int]] = [:]
    private var isRefusing = false
    private(set) var commands: [Command] = []
    /// How often each side has restarted.
    private(set) var restarts = (node: 0, gateway: 0)

    init(of node: NodeUnderTest, seenBy feed: AnnouncementFeed, in folder: String, seed: UInt64) {
        self.node = node
        self.feed = feed
        self.folder = folder
        random = SeededGenerator(seed: seed)
        for lamp in Self.lamps { percents[lamp] = Array(2...100).shuffled(using: &random) }
    }

    /// Makes so many steps, and then sends one more command to each lamp, which must be confirmed.
    mutating func run(steps count: Int) async throws {
        var remaining = count
        while remaining > 0 {
            remaining = try await MatterHome.run(in: folder) { home in
                try await feed.show(to: home)
                if devices.isEmpty { try await adopt(into: home) }
                let left = try await makeSteps(remaining, in: home)
                if left == 0 { try await finish(in: home) }
                await feed.hide()
                return left
            }
        }
    }

    private mutating func adopt(into home: MatterHome) async throws {
        let emulated = EmulatedNode(node: node, home: home)
        let pairing = try await emulated.commission()
        for lamp in Self.lamps { devices[lamp] = try await emulated.adopt(pairing, endpoint: lamp) }
    }

    /// Returns how many steps are left when the gateway is to restart.
    private mutating func makeSteps(_ count: Int, in home: MatterHome) async throws -> Int {
        for left in (0..<count).reversed() {
            switch nextStep() {
            case .command: try await sendCommand(in: home)
            case .loss:
                let (arrivals, departures) = (
                    Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random)
                )
                await node.server.changeFaults { ($0.lostArrivals, $0.lostDepartures) = (arrivals, departures) }
            case .refusal: await setRefusing(!isRefusing)
            case .restartOfTheNode:
                restarts.node += 1
                // On the same port the announcements stay as they are.
                let isSamePort = Bool.random(using: &random)
                let port = await node.server.port ?? 0
                await node.server.restart(port: isSamePort ? port : 0)
            case .restartOfTheGateway:
                restarts.gateway += 1
                // Commands that were accepted are decided before the gateway ends, and not all of them have ended.
                await home.residents.commands.nextTurn()
                return left
            case .settling: try await settle(home)
            }
        }
        return 0
    }

    private mutating func nextStep() -> Step {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<70: .command
        case ..<82: .loss
        case ..<87: .refusal
        case ..<89: .restartOfTheNode
        case ..<92: .restartOfTheGateway
        default: .settling
        }
    }

    private mutating func sendCommand(in home: MatterHome) async throws {
        let lamp = Self.lamps[Int.random(in: Self.lamps.indices, using: &random)]
        guard let device = devices[lamp], let percent = percents[lamp]?.popLast() else { return }
        let deadline = Duration.milliseconds([300, 1000, 3000][Int.random(in: 0...2, using: &random)])
        let id = try await home.submit(
            .number(Double(percent)), to: device, kind: .brightness, deadline: deadline)
        commands.append(Command(endpoint: lamp, percent: percent, id: id, home: home))
        // Some wait for the outcome before the next step.
        if Int.random(in: 0..<3, using: &random) > 0 { _ = await home.core.tracker.await(id, until: .ended) }
    }

    /// Lets the node refuse all brightness, or accept it again.
    private mutating func setRefusing(_ isRefusing: Bool) async {
        self.isRefusing = isRefusing
        await node.server.changeFaults { $0.statuses[ClusterID.levelControl] = isRefusing ? .invalidInState : nil }
    }

    /// Waits until all commands have ended, and the node is connected.
    private func settle(_ home: MatterHome) async throws {
        for command in commands where command.home.link === home.link {
            _ = await home.core.tracker.await(command.id, until: .ended)
        }
        try await eventually("the node is subscribed") {
            let isSubscribed = await node.server.subscriptionCount == 1
            return await home.link.pairings().first?.trouble == nil && isSubscribed
        }
    }

    private mutating func finish(in home: MatterHome) async throws {
        await setRefusing(false)
        await node.server.changeFaults { ($0.lostArrivals, $0.lostDepartures) = (0, 0) }
        try await settle(home)
        for lamp in Self.lamps {
            guard let device = devices[lamp] else { throw MatterHome.Missing(what: "the lamp \(lamp)") }
            try await eventually("a command to the lamp \(lamp) is confirmed") {
                // Brightness 1 % is in no other command.
                try await home.send(.number(1), to: device, kind: .brightness).outcome == .confirmed
            }
        }
    }
}
