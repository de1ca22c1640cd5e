import AuditTrail
import Foundation
import GatewayCore
import HomeModel
import LinkFixtures
import MatterFixtures
import MatterProtocol
import StorageFixtures
import TestSupport
import Testing

@testable import MatterEmulator
@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct LockPINTests {
    private static let pin = "80461357"
    private static let locks = [EndpointDefinition.doorLock(requiresPIN: true)]

    @Test func lockWithoutItsPINIsNotCommanded() async throws {
        try await EmulatedNode.run(Self.locks, lockPIN: Self.pin) { node in
            let pairing = try await node.commission()
            let lock = try await node.adopt(pairing)
            #expect(try await node.lockPIN(of: pairing) == LockPIN(.needed, lengths: 4...8))
            let refused = try await node.home.send(.text("unlocked"), to: lock, kind: .lock)
            #expect(refused.outcome == .failed && refused.code == "lockPINNeeded")
            #expect(refused.detail?.contains("tomte matter pin \(pairing.id)") == true)
            #expect(await node.server.lockEvents.isEmpty)

            try await node.keepPIN(Self.pin, of: pairing)
            #expect(try await node.lockPIN(of: pairing)?.state == .kept)
            #expect(try await node.home.send(.text("unlocked"), to: lock, kind: .lock).outcome == .confirmed)

            try await node.home.residents.devicePairings.deleteLockPIN(
                of: lock.id, behind: pairing.id, as: try node.home.console)
            #expect(try await node.lockPIN(of: pairing)?.state == .needed)
            #expect(try await node.home.send(.text("locked"), to: lock, kind: .lock).code == "lockPINNeeded")
        }
    }

    /// A lock blocks after wrong PINs, so that a refused one is sent once.
    @Test func refusedPINIsNotSentAgain() async throws {
        try await EmulatedNode.run(Self.locks, lockPIN: Self.pin) { node in
            let pairing = try await node.commission()
            let lock = try await node.adopt(pairing)
            try await node.keepPIN("11112222", of: pairing)
            for _ in 1...2 {
                let refused = try await node.home.send(
                    .text("unlocked"), to: lock, kind: .lock, deadline: .hours(1))
                #expect(refused.outcome == .failed && refused.code == "lockPINRefused")
                #expect(refused.detail?.contains("refuses the PIN") == true)
            }
            #expect(await node.server.lockEvents == [3])
            #expect(try await node.lockPIN(of: pairing)?.state == .refused)
            try await node.keepPIN(Self.pin, of: pairing)
            #expect(try await node.home.send(.text("unlocked"), to: lock, kind: .lock).outcome == .confirmed)
            #expect(await node.server.lockEvents == [3, 2])
        }
    }

    /// A failure for another reason says nothing about the PIN.
    @Test func failureOfTheLockKeepsItsPIN() async throws {
        try await EmulatedNode.run(Self.locks, lockPIN: Self.pin) { node in
            let pairing = try await node.commission()
            let lock = try await node.adopt(pairing)
            try await node.keepPIN(Self.pin, of: pairing)
            await node.server.changeFaults { $0.statuses[ClusterID.doorLock] = .constraintError }
            let failed = try await node.home.send(.text("unlocked"), to: lock, kind: .lock)
            #expect(failed.outcome == .failed && failed.code == "failed")
            #expect(try await node.lockPIN(of: pairing)?.state == .kept)
        }
    }

    @Test func deviceThatDemandsNoPINGetsNone() async throws {
        try await EmulatedNode.run([.doorLock()]) { node in
            let pairing = try await node.commission()
            _ = try await node.adopt(pairing)
            #expect(try await node.lockPIN(of: pairing) == nil)
            await #expect(throws: ActionRefusal.self) { try await node.keepPIN(Self.pin, of: pairing) }
        }
    }

    /// The PIN is only in the sealed record, which outlives a restart: in no file in clear text, no log line and no audit
    /// entry.
    @Test func pinIsKeptSealedAndShownNowhere() async throws {
        let log = LogLines()
        try await withFolder { folder in
            try await NodeUnderTest.run(Self.locks, lockPIN: Self.pin) { node in
                try await MatterHome.run(in: folder, logger: log.logger) { home in
                    try await EmulatedNode(node: node, home: home).announced { node in
                        let pairing = try await node.commission()
                        let lock = try await node.adopt(pairing)
                        // A refused PIN is a PIN, perhaps of another lock.
                        for pin in ["11112222", Self.pin] {
                            try await node.keepPIN(pin, of: pairing)
                            _ = try await node.home.send(.text("unlocked"), to: lock, kind: .lock)
                        }
                        let listed = try await node.home.residents.devicePairings.all(as: try node.home.console)
                        #expect(!"\(listed)".contains(Self.pin))
                    }
                    let entries = try await home.audit.page(AuditFilter(limit: 1_000)).records.map(\.entry)
                    #expect(entries.contains { $0.event == .deviceLockPIN && $0.success })
                    for entry in entries { #expect(!Self.isSecret("\(entry)")) }
                }
                try Self.expectNoSecret(in: folder)
                try await MatterHome.run(in: folder, logger: log.logger) { home in
                    try await EmulatedNode(node: node, home: home).announced { node in
                        let lock = try #require(await home.core.registry.snapshot.devices.values.first)
                        try await eventually("the lock is ready") {
                            await home.core.deviceStates.snapshot[lock.id].availability == .ready
                        }
                        #expect(try await home.send(.text("locked"), to: lock, kind: .lock).outcome == .confirmed)
                    }
                }
                try Self.expectNoSecret(in: folder)
            }
        }
        #expect(!log.all.isEmpty && !log.all.contains(where: Self.isSecret))
    }

    private static let secrets = [pin, "11112222"]

    private static func isSecret(_ text: String) -> Bool { secrets.contains { text.contains($0) } }

    private static func expectNoSecret(in folder: String) throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        #expect(names.count > 5)
        for name in names {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            for secret in secrets { #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)") }
        }
    }
}

extension EmulatedNode {
    fileprivate func keepPIN(_ pin: String, of pairing: DevicePairing) async throws {
        try await home.residents.devicePairings.keepLockPIN(
            Secret(pin), of: nil, behind: pairing.id, as: try home.console)
    }

    /// The PIN of the only lock of the node; nil if it demands none.
    fileprivate func lockPIN(of pairing: DevicePairing) async throws -> LockPIN? {
        try await home.pairing(root: pairing.root)?.lockPINs.values.first
    }
}

extension NodeServer {
    /// The numbers of the events of locks, in their order: 2 for an operation, and 3 for one that was refused.
    fileprivate var lockEvents: [UInt32] {
        events.events.map(\.path).filter { $0.cluster == ClusterID.doorLock }.map(\.event)
    }
}
