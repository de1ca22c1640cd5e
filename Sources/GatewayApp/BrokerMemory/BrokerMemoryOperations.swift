import Foundation
import GatewayCore
import HomeCertificates
import DeviceProtocols
import HomeModel
import AuditTrail
import MQTTLink
import MosquittoBroker

/// The queries and actions of `BrokerMemoryMonitor`, on the broker, the control lane, the credentials and the audit log.
struct BrokerMemoryOperations: Sendable {
    let memory: @Sendable () async -> BrokerMemory
    let heap: @Sendable () async -> BrokerHeap?
    /// The number of messages that the broker reports as dropped since it started; nil if it is unknown.
    let dropped: @Sendable () async -> Int?
    /// Allows the broker more memory for now, so that the gateway can connect and clear messages.
    let raiseMemoryLimit: @Sendable () async throws -> Void
    /// Ends the relief, and makes the broker save its remaining state, which is small.
    let restoreMemoryLimit: @Sendable () async -> Void
    /// The root topics of all devices that have a valid credential.
    let roots: @Sendable () async throws -> [String]
    /// The approximate number of bytes of the broker's memory that the retained messages below a root use. The count
    /// stops at `enough`.
    let retainedBytes: @Sendable (_ root: String, _ enough: Int) async throws -> Int
    /// Clears the retained messages below every root that has no valid credential. Returns their number.
    let clearOthers: @Sendable () async throws -> Int
    /// Writes the audit entry that a device is cut off. If this throws, the device is not cut off.
    let writeEntry: @Sendable (_ root: String, _ bytes: Int) async throws -> Void
    /// Writes the audit entry that a device was not cut off after all, because it still has its credential.
    let writeFailureEntry: @Sendable (_ root: String, _ bytes: Int) async -> Void
    /// Revokes the credential of the device, closes its connection and clears the retained messages below its root.
    let disconnect: @Sendable (_ root: String) async throws -> Void
    /// Reports a finding on the devices' network.
    let report: @Sendable (LinkFinding) async -> Void
    /// Passes what the broker's log says about clients to the detector of incidents.
    var observe: @Sendable (IncidentObservation) -> Void = { _ in }
    /// The connections in the last part of the broker's log.
    var recentConnections: @Sendable () async -> [BrokerConnection] = { [] }
    /// Records which devices use their credentials for the first time: by the connections of the log, in its order, which
    /// came after a time.
    var recordUse: @Sendable (_ connections: [BrokerConnection], _ start: Date) async -> Void = { _, _ in }
}

extension BrokerMemoryOperations {
    init(
        broker: Broker, link: MQTTLink, issuer: BrokerCredentialIssuer, certificates: HomeCertificates,
        endpoint: BrokerEndpoint, core: CoreServices, audit: AuditLog, clock: HomeClock
    ) {
        let retained = RetainedMessages(certificates: certificates, endpoint: endpoint, now: { clock.now().date })
        // The first levels of topics that are shared and belong to no device root.
        let shared: Set<String> = Set(DeviceFamilies.discoveryTrees.map(\.root))
        let roots = { @Sendable in try await certificates.records().filter { $0.endedAt == nil }.map(\.id.rawValue) }
        self.init(
            memory: { await broker.memory() }, heap: { await link.brokerHeap },
            dropped: { await link.dropped }, raiseMemoryLimit: { try await broker.raiseMemoryLimit() },
            restoreMemoryLimit: {
                await broker.restoreMemoryLimit()
                await broker.saveIfPossible()
            },
            roots: roots,
            retainedBytes: { try await retained.bytes(below: $0, enough: $1) },
            clearOthers: { try await retained.clear { shared.union(try await roots()) } },
            writeEntry: { _ = try await audit.append(Self.entry($0, bytes: $1)) },
            // The watch tries again. An audit log that cannot be written is a failing finding of its own.
            writeFailureEntry: { _ = try? await audit.append(Self.entry($0, bytes: $1, failure: .notIssued)) },
            disconnect: { try await issuer.revoke($0) }, report: { await core.eventReceiver.found($0) },
            observe: { [host = endpoint.host] observation in
                // From here the gateway itself connects in the name of a device, as from the loopback address.
                if case .connected(_, let address) = observation, address == host { return }
                core.incidentFeed.send(observation)
            },
            recentConnections: { await broker.recentConnections() },
            recordUse: { [use = CredentialUse(host: endpoint.host)] connections, start in
                guard !connections.isEmpty, let records = try? await certificates.records() else { return }
                for id in use.firstUses(in: connections, since: start, among: records) {
                    // What cannot be stored now is recorded when the device connects again.
                    try? await certificates.recordUse(of: id, at: clock.now().date)
                }
            })
    }

    private static func entry(_ root: String, bytes: Int, failure: ActionFailureCause? = nil) -> AuditEntry {
        var metadata = ["reason": "brokerMemory", "bytes": "\(bytes)"]
        metadata["failure"] = failure?.rawValue
        return AuditEntry(
            .certificateRevoke, severity: .security, actor: "gateway", target: root, success: failure == nil,
            metadata: metadata)
    }
}
