import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import MatterLink
import MatterProtocol
import MatterTransport

/// The Matter controller of the gateway, without a home around it.
struct GatewayController: Sendable {
    private static let isOn = ReadRequest(
        attributes: [AttributePathPattern(endpoint: 1, cluster: 0x06, attribute: 0)])
    private static let toggle = CommandData(
        path: CommandPath(endpoint: 1, cluster: 0x06, command: 0x02), fields: .structure([:]))

    private let store: NodeStore
    private let fabric: Fabric
    private let trust: AttestationTrustStore
    private let clock: HomeClock
    /// The address of all nodes.
    private let host: String

    /// `folder` is for the keys and the records of nodes. `authority` is the certificate of the maker of the nodes.
    init(folder: String, host: String, authority: [UInt8]) throws {
        guard let certificate = AttestationCertificate(authority) else {
            throw ConditionNotMet("the certificate of the node's maker can be read")
        }
        store = try NodeStore(
            secrets: try SecretStore.open(folder: "\(folder)/secrets", credentials: nil), folder: "\(folder)/nodes")
        fabric = try store.fabric()
        trust = AttestationTrustStore(
            authorities: [.init(certificate: certificate, isForTests: true)], declarationSigners: [])
        let start = ContinuousClock.now
        clock = HomeClock(
            now: { Timestamp(Date()) }, uptime: { ContinuousClock.now - start }, boot: UUID(),
            waiting: ContinuousClock(), isSynchronised: { true })
        self.host = host
    }

    /// Commissions a fresh node, and then commands and reads it again and again. Returns `measured` with what was
    /// measured now.
    func measure(
        _ node: NodeProcess.FreshNode, of process: NodeProcess, after measured: MatterMeasurements
    ) async throws -> MatterMeasurements {
        try await DatagramEndpoint.with { endpoint -> Result<MatterMeasurements, any Error> in
            do {
                return .success(try await measure(node, of: process, after: measured, over: endpoint))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private func measure(
        _ node: NodeProcess.FreshNode, of process: NodeProcess, after earlier: MatterMeasurements,
        over endpoint: DatagramEndpoint
    ) async throws -> MatterMeasurements {
        var measured = earlier
        let record = try await measured.times.measure(.commission) { try await commission(node, over: endpoint) }
        measured.add(try await process.traffic(), of: .commission)
        let commissioned = measured
        let connector = NodeConnector(endpoint: endpoint, clock: ContinuousClock())
        return try await connector.withCertificate(
            of: fabric.identity, node: NodeID(rawValue: record.nodeID), resumption: nil,
            at: NodeAddress(host: host, port: node.port), peer: ReliableMessageParameters(), established: { _ in }
        ) { session throws(NodeFailure) -> Result<MatterMeasurements, any Error> in
            await Self.measure(session, of: process, after: commissioned)
        }.get()
    }

    /// Not throwing, so that the session ends in order.
    private static func measure(
        _ session: NodeSession, of process: NodeProcess, after earlier: MatterMeasurements
    ) async -> Result<MatterMeasurements, any Error> {
        do {
            var measured = earlier
            // The first request may wait for the end of the handshake.
            _ = try await session.read(isOn)
            let start = try await process.traffic()
            for _ in 0..<MatterMeasurements.repetitions {
                _ = try await measured.times.measure(.invoke) { try await session.invoke(toggle) }
            }
            let middle = try await process.traffic()
            measured.add(middle - start, of: .invoke)
            for _ in 0..<MatterMeasurements.repetitions {
                _ = try await measured.times.measure(.read) { try await session.read(isOn) }
            }
            measured.add(try await process.traffic() - middle, of: .read)
            return .success(measured)
        } catch {
            return .failure(error)
        }
    }

    private func commission(
        _ node: NodeProcess.FreshNode, over endpoint: DatagramEndpoint
    ) async throws -> NodeRecord {
        try await Commissioning(
            passcode: try SetupPasscode(node.passcode), service: try service(of: node), fabric: fabric, store: store,
            connector: NodeConnector(endpoint: endpoint, clock: ContinuousClock()), trust: trust,
            accepted: [.testDevice, .unknownMaker], operationalAddresses: { _ in [] }, clock: clock
        ).run()
    }

    /// The node as the network announces it.
    private func service(of node: NodeProcess.FreshNode) throws -> NetworkService {
        let record = try ServiceRecord(
            kind: .matterCommissionable, instance: node.name,
            txt: TXTRecord(entries: node.txt.map { Array($0.utf8) }))
        let now = clock.now()
        return NetworkService(
            id: NetworkService.ID(kind: .matterCommissionable, identity: record.identity(instance: node.name)),
            announcedName: node.name, announcedHost: "node.local", port: node.port,
            addresses: [NetworkAddress(family: .ipv6, text: host, interface: "matter")], record: record,
            firstSeen: now, lastSeen: now)
    }
}
