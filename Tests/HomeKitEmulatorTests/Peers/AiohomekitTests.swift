import HomeKitPeers
import HomeKitAccessories
import HomeKitEmulator
import HomeKitProtocol
import Testing

/// Lets aiohomekit, the library of Home Assistant, control the simulated bridge.
@Suite(
    .enabled(if: PythonPeer.interpreter != nil, Comment(rawValue: PythonPeer.requirement)),
    .timeLimit(.minutes(5)))
struct AiohomekitTests {
    @Test func aiohomekitPairsAndReadsTheDatabase() async throws {
        try await Self.run { accessory, controller in
            let identifier = try await Self.pair(controller, with: accessory)
            #expect(await accessory.server.controllers.map(\.identifier) == [identifier])
            let aids = try await controller.ask("accessories", for: "aids")
            #expect(aids == .list([.integer(1), .integer(2), .integer(3), .integer(4)]))
            await accessory.server.changeFaults { $0.databaseChunkBytes = 600 }
            #expect(try await controller.ask("accessories", for: "aids") == aids)
        }
    }

    @Test func aiohomekitIsRefusedWithAWrongCode() async throws {
        try await Self.run { accessory, controller in
            let refused = try await controller.pair(with: accessory, code: "031-45-155")
            #expect(refused["failure"] == .text("AuthenticationError"))
            #expect(await accessory.server.controllers.isEmpty)
            _ = try await Self.pair(controller, with: accessory)
            #expect(try await controller.pair(with: accessory, code: SampleBridge.code)["failure"] != nil)
        }
    }

    @Test func aiohomekitReadsAndWrites() async throws {
        try await Self.run { accessory, controller in
            let bridge = accessory.bridge
            _ = try await Self.pair(controller, with: accessory)
            #expect(
                try await controller.ask("put", with: [("writes", Self.writes((bridge.on, .boolean(true))))])
                    == .object(["results": .list([])]))
            #expect(await accessory.server.value(of: bridge.on) == .boolean(true))
            let read = try await controller.ask(
                "get", with: [("ids", Self.list([bridge.on, bridge.temperature]))], for: "results")
            let expected = [
                Self.result(bridge.on, members: ["value": .boolean(true)]),
                Self.result(bridge.temperature, members: ["value": .number(20.5)]),
            ]
            #expect(read == .list(expected))
            let refused = try await controller.ask(
                "put", with: [("writes", Self.writes((bridge.brightness, .integer(300))))], for: "results")
            #expect(refused.elements?.first?.elements?.last?["status"] == .integer(-70410))
            #expect(try await controller.ask("identify", for: "isDone") == .boolean(true))
        }
    }

    @Test func aiohomekitReceivesEvents() async throws {
        try await Self.run { accessory, controller in
            let bridge = accessory.bridge
            _ = try await Self.pair(controller, with: accessory)
            let subscribed = try await controller.ask(
                "subscribe", with: [("ids", Self.list([bridge.on, bridge.press]))], for: "results")
            #expect(subscribed == .list([]))
            await accessory.server.set(.boolean(true), of: bridge.on)
            #expect(
                try await controller.ask("next_event", for: "event")
                    == .list([Self.result(bridge.on, members: ["value": .boolean(true)])]))
            await accessory.server.set(.integer(1), of: bridge.press)
            #expect(
                try await controller.ask("next_event", for: "event")
                    == .list([Self.result(bridge.press, members: ["value": .integer(1)])]))
        }
    }

    @Test func aiohomekitUnlocksWithATimedWrite() async throws {
        try await Self.run { accessory, controller in
            let target = accessory.bridge.lockTarget
            _ = try await Self.pair(controller, with: accessory)
            let direct = try await controller.ask(
                "put", with: [("writes", Self.writes((target, .integer(0))))], for: "results")
            #expect(direct.elements?.first?.elements?.last?["status"] == .integer(-70410))
            let write = HomeKitJSON.object([
                "aid": .integer(Int64(target.aid)), "iid": .integer(Int64(target.iid)), "value": .integer(0),
            ])
            let answer = try await controller.ask(
                "timed_put", with: [("ttl", .integer(60_000)), ("pid", .integer(7)), ("writes", .list([write]))])
            #expect(answer["prepared"] == .object(["status": .integer(0)]))
            #expect(answer["written"] == .object([:]))
            #expect(await accessory.server.value(of: target) == .integer(0))
        }
    }

    @Test func aiohomekitManagesThePairings() async throws {
        try await Self.run { accessory, controller in
            let identifier = try await Self.pair(controller, with: accessory)
            let guest = ControllerIdentity.fresh()
            #expect(
                try await controller.ask(
                    "add_pairing",
                    with: [("identifier", .text(guest.identifier)), ("key", .text(guest.key.publicKey.bytes.hex))],
                    for: "isDone") == .boolean(true))
            let entries = [
                HomeKitJSON.list([.text(identifier), .integer(1)]), .list([.text(guest.identifier), .integer(0)]),
            ]
            #expect(try await controller.ask("pairings", for: "pairings") == .list(entries))
            for removed in [guest.identifier, identifier] {
                let isDone = try await controller.ask(
                    "remove_pairing", with: [("identifier", .text(removed))], for: "isDone")
                #expect(isDone == .boolean(true))
            }
            #expect(await accessory.server.controllers.isEmpty)
        }
    }

    private static func run(
        _ body: (AccessoryUnderTest, ForeignController) async throws -> Void
    ) async throws {
        try await AccessoryUnderTest.run { accessory in
            try await ForeignController.run { controller in try await body(accessory, controller) }
        }
    }

    /// Pairs with the right code and returns the identifier of the controller.
    private static func pair(_ controller: ForeignController, with accessory: AccessoryUnderTest) async throws -> String
    {
        let answer = try await controller.pair(with: accessory, code: SampleBridge.code)
        guard let identifier = answer["identifier"]?.text else {
            throw PythonPeer.Failure(description: "pair: \(answer)")
        }
        return identifier
    }

    private static func list(_ ids: [CharacteristicID]) -> HomeKitJSON { .list(ids.map { .list(numbers($0)) }) }

    private static func writes(_ write: (CharacteristicID, HomeKitJSON)) -> HomeKitJSON {
        .list([.list(numbers(write.0) + [write.1])])
    }

    private static func result(_ id: CharacteristicID, members: [String: HomeKitJSON]) -> HomeKitJSON {
        .list(numbers(id) + [.object(members)])
    }

    private static func numbers(_ id: CharacteristicID) -> [HomeKitJSON] {
        [.integer(Int64(id.aid)), .integer(Int64(id.iid))]
    }
}

extension [UInt8] {
    fileprivate var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
