import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import HomeStorage
import MQTTLink
import MosquittoBroker

/// What `BrokerMemoryWatch` asks and does: of the broker, the control lane, the credentials and the audit log.
struct BrokerMemoryActions: Sendable {
    let memory: @Sendable () async -> BrokerMemory
    let heap: @Sendable () async -> BrokerHeap?
    /// How many messages the broker says to have dropped since it started.
    let dropped: @Sendable () async -> Int?
    let relieve: @Sendable () async throws -> Void
    /// Ends that, and has the broker save what is left, which is little.
    let endRelief: @Sendable () async -> Void
    /// The root topics of all devices that have a credential.
    let roots: @Sendable () async throws -> [String]
    /// About how many bytes of the broker's memory the retained messages below a root take; counting ends at `enough`.
    let retainedBytes: @Sendable (_ root: String, _ enough: Int) async throws -> Int
    /// Clears what is retained below every root but these. Returns how many messages that were.
    let clearOthers: @Sendable (_ roots: Set<String>) async throws -> Int
    /// Writes down that a device is cut. Without the entry it is not done.
    let writeDown: @Sendable (_ root: String, _ bytes: Int) async throws -> Void
    /// Writes down that a device is not cut after all: it has its credential still.
    let writeFailureDown: @Sendable (_ root: String, _ bytes: Int) async -> Void
    /// Ends the credential of the device, cuts its connection and clears what is retained below its root.
    let cut: @Sendable (_ root: String) async throws -> Void
    let found: @Sendable (LinkFinding) async -> Void
}

extension BrokerMemoryActions {
    init(
        broker: Broker, link: MQTTLink, issuer: BrokerCredentialIssuer, certificates: HomeCertificates,
        door: BrokerDoor, core: Core, audit: AuditLog, clock: HomeClock
    ) {
        let retained = RetainedMessages(certificates: certificates, door: door, now: { clock.now().date })
        // Below these is what no root of a device covers.
        let shared: Set<String> = [String(BrokerAccess.tasmotaDiscovery.prefix { $0 != "/" })]
        self.init(
            memory: { await broker.memory() }, heap: { await link.brokerHeap },
            dropped: { await link.dropped }, relieve: { try await broker.relieve() },
            endRelief: {
                await broker.endRelief()
                await broker.save()
            },
            roots: { try await certificates.records().filter { $0.endedAt == nil }.map(\.id.rawValue) },
            retainedBytes: { try await retained.bytes(below: $0, enough: $1) },
            clearOthers: { roots in try await retained.clear { roots.contains($0) || shared.contains($0) } },
            writeDown: { _ = try await audit.append(Self.entry($0, $1)) },
            // It is tried again. A log that takes no entry now is a failing finding of its own.
            writeFailureDown: { _ = try? await audit.append(Self.entry($0, $1, failure: .notIssued)) },
            cut: { try await issuer.revoke($0) }, found: { await core.intake.found($0) })
    }

    private static func entry(_ root: String, _ bytes: Int, failure: FailureCause? = nil) -> AuditEntry {
        var metadata = ["reason": "brokerMemory", "bytes": "\(bytes)"]
        metadata["failure"] = failure?.rawValue
        return AuditEntry(
            .certificateRevoke, .security, actor: "gateway", target: root, success: failure == nil, metadata: metadata)
    }
}
