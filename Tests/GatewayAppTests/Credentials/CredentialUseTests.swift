import Foundation
import HomeCertificates
import MosquittoBroker
import Testing

@testable import GatewayApp

struct CredentialUseTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let gateway = "127.0.0.1:4000 as fridge (p5, c1, k\(BrokerEndpoint.keepAliveSeconds), u'fridge')."
    private static let device = "192.168.1.5:4000 as fridge (p5, c1, k53, u'fridge')."
    private static let deviceOfThisMachine = "127.0.0.1:4000 as fridge (p5, c1, k60, u'fridge')."
    private static let other = "192.168.1.6:4000 as lamp (p5, c1, k60, u'lamp')."

    private func record(issuedAfter seconds: TimeInterval) throws -> CredentialRecord {
        CredentialRecord(
            id: try CredentialID("fridge"), family: "generic", issuedAt: Self.start.addingTimeInterval(seconds))
    }

    /// The lines of the log since `start`, when the credential was issued relative to it, and whether it is in use.
    private static let logs: [(lines: [String], issuedAfter: TimeInterval, isInUse: Bool)] = [
        ([device], -10, true), ([deviceOfThisMachine], -10, true), ([gateway], -10, false), ([other], -10, false),
        ([], -10, false), ([gateway, device], 1, true), ([gateway, deviceOfThisMachine], 1, true),
        // A connection before that of the gateway may have had the former credential.
        ([device, gateway], 1, false), ([device], 1, false), ([device, gateway, other, device], 1, true),
    ]

    @Test(arguments: logs)
    func connectionAfterTheIssueUsesTheCredential(
        lines: [String], issuedAfter seconds: TimeInterval, isInUse: Bool
    ) throws {
        let connections = lines.compactMap { BrokerConnection(logLine: "New client connected from \($0)") }
        #expect(connections.count == lines.count)
        let used = CredentialUse(host: "10.0.0.1").firstUses(
            in: connections, since: Self.start, among: [try record(issuedAfter: seconds)])
        #expect(used.map(\.rawValue) == (isInUse ? ["fridge"] : []))
    }

    @Test func revokedCredentialIsNotUsed() throws {
        var record = try record(issuedAfter: -10)
        record.endedAt = Self.start
        let connections = [BrokerConnection(logLine: "New client connected from \(Self.device)")].compactMap(\.self)
        #expect(
            CredentialUse(host: "10.0.0.1").firstUses(in: connections, since: Self.start, among: [record]).isEmpty)
    }
}
