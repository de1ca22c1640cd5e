import HomeModel
import Testing

@testable import AvahiDiscovery

@Suite struct PendingChangesTests {
    private static func service(_ port: UInt16) -> NetworkService {
        NetworkService(
            id: .init(kind: .matterCommissionable, identity: "A"), announcedName: "A", announcedHost: "a.local",
            port: port,
            addresses: [], record: .matterCommissionable(MatterCommissionableRecord(TXTRecord())),
            firstSeen: Timestamp(milliseconds: 0), lastSeen: Timestamp(milliseconds: 0))
    }

    private static let found = ServiceChange.found(service(1))
    private static let changed = ServiceChange.changed(service(2))
    private static let lost = ServiceChange.lost(service(1).id)

    @Test(arguments: [
        ([found], [found]), ([found, changed], [.found(service(2))]), ([found, lost], []), ([changed, lost], [lost]),
        ([lost, found], [.changed(service(1))]), ([found, lost, found], [found]), ([changed, changed], [changed]),
    ])
    func pendingChangesAreMergedForASlowReader(added: [ServiceChange], delivered: [ServiceChange]) {
        var pending = PendingChanges()
        for change in added { pending.add(change) }
        #expect(delivered == Array(sequence(state: pending) { $0.popFirst() }))
    }
}
