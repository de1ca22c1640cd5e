import GatewayCore
import HomeModel
import MatterNodes
import MatterProtocol
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct SessionWorkTests {
    @Test func requestsThatWaitAreOne() async {
        let request = SessionWork.Request()
        for _ in 0..<1_000 { request.send() }
        var requests = request.requests.makeAsyncIterator()
        await requests.next()
        // One that comes while the work is done is done once more.
        request.send()
        await requests.next()
        let isEmpty = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in request.requests { return false }
                return true
            }
            group.cancelAll()
            return await group.next() ?? false
        }
        #expect(isEmpty)
    }

    /// However many other requests there are.
    @Test func noConfirmationIsDropped() async throws {
        let node = NodeModel(Self.lamp)
        let binding = try #require(node.devices.first?.bindings.first)
        let command = try binding.command(to: .boolean(true), in: Self.lamp)
        let work = SessionWork()
        let ids = (0..<1_000).map { _ in CommandID.random() }
        for id in ids {
            work.probe.send()
            work.fabricCheck.send()
            let capability = EffectTracker<UInt16>.Capability(
                target: 0, part: binding.part, name: binding.capability.name)
            work.confirm(AwaitedEffect(id: id, capability: capability, command: command))
        }
        var received: [CommandID] = []
        for await effect in work.confirmations {
            received.append(effect.id)
            if received.count == ids.count { break }
        }
        #expect(received == ids)
    }

    private static let lamp = AttributeValues([
        (AttributePath(endpoint: 1, cluster: 0x1D, attribute: 0), .array([.structure([0: .unsigned(0x0100)])])),
        (AttributePath(endpoint: 1, cluster: 0x06, attribute: 0), TLVValue.boolean(false)),
        (AttributePath(endpoint: 1, cluster: 0x06, attribute: 0xFFF9), .array([.unsigned(0), .unsigned(1)])),
    ])
}
