import DeviceProtocols
import Foundation
import HomeCertificates
import HomeModel
import MosquittoTransport
import Synchronization
import Testing

@testable import GatewayApp

@Suite struct RetainedMessagesTests {
    @Test func revocationClearsRetainedMessages() async throws {
        try await ProvisioningHome.with { home in
            let mac = "A4CF12001B2C"
            let lamp = try home.connection(try await home.provision("lamp"))
            let plug = try home.connection(try await home.provision("plug", family: .tasmota, mac: mac))
            _ = try await lamp.connected()
            _ = try await plug.connected()
            for number in 0..<300 { try await lamp.retain(on: "lamp/\(number % 7)/\(number)", bytes: 100) }
            try await lamp.retain(on: "lamp", bytes: 1)
            try await plug.retain(on: "plug/state", bytes: 10)
            try await plug.retain(on: "tasmota/discovery/\(mac)/config", bytes: 10)
            let retained = home.retained
            #expect(try await retained.bytes(below: "lamp", enough: .max) > 300 * 100)
            try await home.issuer.revoke("lamp")
            #expect(try await retained.bytes(below: "lamp", enough: .max) == 0)
            #expect(try await retained.bytes(below: "plug", enough: .max) > 0)
            #expect(try await retained.bytes(below: "tasmota/discovery/\(mac)", enough: .max) > 0)
            try await home.issuer.revoke("plug")
            for root in ["plug", "tasmota"] {
                #expect(try await retained.bytes(below: root, enough: .max) == 0, "\(root)")
            }
            await lamp.close()
            await plug.close()
        }
    }

    /// The connection stays open, and the broker never delivers the marker.
    @Test(.timeLimit(.minutes(10))) func missingMarkerEndsTheRead() async throws {
        let (events, continuation) = AsyncStream.makeStream(of: ConnectionEvent.self)
        continuation.yield(.connected(sessionPresent: false))
        await #expect(throws: RetainedMessages.Failure.self) {
            try await RetainedMessages.readUntilMarker(
                of: events, upTo: .max, keepsTopics: true, within: .milliseconds(20)
            ) { _ in
                true
            }
        }
        continuation.finish()
    }

    @Test func onlyMessagesOfUnknownDevicesAreCleared() async throws {
        try await ProvisioningHome.with { home in
            for root in ["old", "lamp"] {
                let device = try home.connection(try await home.provision(root))
                _ = try await device.connected()
                for number in 0..<50 { try await device.retain(on: "\(root)/\(number)", bytes: 10) }
                await device.close()
            }
            #expect(try await home.retained.clear { ["lamp"] } == 50)
            #expect(try await home.retained.bytes(below: "old", enough: .max) == 0)
            let left = try await home.retained.bytes(below: "lamp", enough: .max)
            #expect(left > 0)
            // The count stops at `enough`.
            #expect(try await home.retained.bytes(below: "lamp", enough: 1) < left)
        }
    }

    /// The device got its credential after the gateway had read the list of credentials, and before the messages were
    /// read.
    @Test func messagesOfADeviceThatIsProvisionedMeanwhileStay() async throws {
        try await ProvisioningHome.with { home in
            let device = try home.connection(try await home.provision("lamp"))
            _ = try await device.connected()
            try await device.retain(on: "lamp/0", bytes: 10)
            await device.close()
            let isFirst = Mutex(true)
            let cleared = try await home.retained.clear {
                isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst ? [] : ["lamp"]
                }
            }
            #expect(cleared == 0)
            #expect(try await home.retained.bytes(below: "lamp", enough: .max) > 0)
        }
    }

    @Test func messagesBeyondTheQueueLimitAreCleared() async throws {
        try await ProvisioningHome.with { home in
            let device = try home.connection(try await home.provision("eve"))
            _ = try await device.connected()
            // The messages have 45 MB, of which the broker delivers 32 MB to one subscription.
            for number in 0..<180 { try await device.retain(on: "eve/\(number)", bytes: 250_000) }
            await device.close()
            #expect(try await home.retained.clear(below: "eve") == 180)
            #expect(try await home.retained.bytes(below: "eve", enough: .max) == 0)
        }
    }
}

extension ProvisioningHome {
    fileprivate var retained: RetainedMessages {
        RetainedMessages(certificates: certificates, endpoint: endpoint, now: { Date() })
    }
}

extension MosquittoConnection {
    fileprivate func retain(on topic: String, bytes: Int) async throws {
        try await publish(Publication(topic: topic, payload: [UInt8](repeating: 0x78, count: bytes), retain: true))
    }
}
