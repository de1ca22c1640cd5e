import GatewayCore
import HomeKitPeers
import HomeModel
import LinkFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import HomeKitLink

/// Pair-Setup that is cut at each of its messages, with a gateway that continues and with one that starts again. Afterwards
/// neither side has a pairing that the other one does not have, and the accessory can be paired.
@Suite(
    .enabled(if: PythonPeer.interpreter != nil, Comment(rawValue: PythonPeer.requirement)), .timeLimit(.minutes(10)))
struct InterruptedPairingTests {
    private static let cuts = (1...3).flatMap { [CuttingProxy.Cut.request($0), .answer($0)] }

    @Test(arguments: cuts, [false, true]) func accessoryCanBePairedAgain(cut: CuttingProxy.Cut, restarts: Bool)
        async throws
    {
        try await withFolder { folder in
            try await HAPPythonBridge.run { bridge in
                try await CuttingProxy.run(to: bridge.port, cutting: cut) { port in
                    if restarts {
                        try await HomeKitHome.run(in: folder) { try await fail($0, bridge: bridge, port: port) }
                    }
                    try await HomeKitHome.run(in: folder) { home in
                        if !restarts { try await fail(home, bridge: bridge, port: port) }
                        // The network announces what the accessory says of itself.
                        try await home.announce(bridge.id, port: port, isPaired: try await bridge.isPaired)
                        try await eventually("the unfinished pairing is removed") {
                            try await home.pairing(bridge.id) == nil
                        }
                        #expect(try await !bridge.isPaired)
                        #expect(try home.store.records { _ in }.isEmpty)
                        try await home.announce(bridge.id, port: port, isPaired: false)
                        #expect(try await home.pair(bridge.id).state == .paired)
                        #expect(try await bridge.isPaired)
                    }
                }
            }
        }
    }

    private func fail(_ home: HomeKitHome, bridge: HAPPythonBridge, port: UInt16) async throws {
        try await home.announce(bridge.id, port: port)
        await #expect(throws: ActionRefusal.self) { try await home.pair(bridge.id) }
    }
}
