@testable import AvahiDiscovery
import HomeModel
import Testing

@Suite struct ServiceTableTests {
    private let wired = NetworkInterface(index: 2, name: "eth0")
    private let wireless = NetworkInterface(index: 3, name: "wlan0")

    private func source(
        _ instance: String = "Lamp", on interface: NetworkInterface? = nil,
        over transport: NetworkAddress.Family = .ipv4,
        kind: ServiceKind = .homeKit
    ) -> ServiceSource {
        ServiceSource(kind: kind, instance: instance, interface: interface ?? wired, transport: transport)
    }

    private func answer(_ txt: [String] = lampTXT, host: String = "Lamp.local", port: UInt16 = 80) -> ResolvedService {
        ResolvedService(host: host, port: port, txt: TXTRecord(entries: txt.map { Array($0.utf8) }))
    }

    private func host(_ interface: NetworkInterface? = nil) -> HostSource {
        HostSource(name: "lamp.local", interface: interface ?? wired)
    }

    private func address(_ text: String, on interface: NetworkInterface? = nil) -> NetworkAddress {
        NetworkAddress(family: text.contains(":") ? .ipv6 : .ipv4, text: text, interface: (interface ?? wired).name)
    }

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    /// A table that contains the lamp with one address since second 1.
    private func tableWithLamp() -> ServiceTable {
        var table = ServiceTable()
        _ = table.apply(.resolved(source(), answer()), at: time(1))
        _ = table.apply(.addressAppeared(host(), address("192.0.2.1"), transport: .ipv4), at: time(1))
        _ = table.apply(.addressesSettled(host()), at: time(1))
        return table
    }

    @Test func serviceIsFoundOnceItsAddressIsKnown() throws {
        var table = ServiceTable()
        #expect(table.apply(.resolved(source(), answer()), at: time(1)).isEmpty)
        let changes = table.apply(.addressAppeared(host(), address("192.0.2.1"), transport: .ipv4), at: time(2))
        guard case .found(let lamp) = try #require(changes.first) else { return #expect(Bool(false), "\(changes)") }
        #expect(changes.count == 1)
        #expect(lamp.id == .init(kind: .homeKit, identity: "aa:bb:cc:dd:ee:ff"))
        #expect(lamp.announcedName == "Lamp")
        #expect(lamp.port == 80)
        #expect(lamp.addresses.map(\.description) == ["192.0.2.1"])
        #expect(lamp.firstSeen == time(1))
        #expect(lamp.lastSeen == time(1))
    }

    @Test func serviceWithoutAddressIsFoundWhenItsAddressesSettle() {
        var table = ServiceTable()
        _ = table.apply(.resolved(source(), answer()), at: time(1))
        #expect(table.apply(.addressesSettled(host()), at: time(2)).count == 1)
        #expect(table.services.first?.addresses == [])
    }

    @Test func interfacesAndProtocolsMergeIntoOneService() {
        var table = tableWithLamp()
        #expect(table.apply(.resolved(source(over: .ipv6), answer()), at: time(2)).isEmpty)
        #expect(table.apply(.resolved(source(on: wireless), answer()), at: time(3)).isEmpty)
        let address = address("fe80::1", on: wireless)
        let changes = table.apply(.addressAppeared(host(wireless), address, transport: .ipv4), at: time(4))
        #expect(changes.map(\.id.identity) == ["aa:bb:cc:dd:ee:ff"])
        #expect(table.services.map(\.addresses) == [[self.address("192.0.2.1"), address]])
        #expect(table.services.first?.addresses.last?.description == "fe80::1%wlan0")
        #expect(table.services.first?.lastSeen == time(3))
    }

    @Test func serviceUnderTwoNamesIsOneService() {
        var table = tableWithLamp()
        let changes = table.apply(.resolved(source("Lamp #2"), answer()), at: time(2))
        guard case .changed(let lamp)? = changes.first else { return #expect(Bool(false), "\(changes)") }
        #expect(lamp.announcedName == "Lamp #2")
        #expect(table.services.count == 1)
    }

    @Test func serviceIsLostOnlyWhenItsLastSightingIsRemoved() {
        var table = tableWithLamp()
        _ = table.apply(.resolved(source(on: wireless), answer()), at: time(2))
        #expect(table.apply(.removed(source()), at: time(3)).count == 1)
        #expect(table.services.count == 1)
        let changes = table.apply(.removed(source(on: wireless)), at: time(4))
        #expect(changes == [.lost(.init(kind: .homeKit, identity: "aa:bb:cc:dd:ee:ff"))])
        #expect(table.services.isEmpty)
        #expect(table.apply(.removed(source(on: wireless)), at: time(5)).isEmpty)
    }

    /// The record was withdrawn or had expired in between, as when a device restarts.
    @Test func repeatedRecordIsReportedAsSeenAgain() {
        var table = tableWithLamp()
        let changes = table.apply(.resolved(source(), answer()), at: time(2))
        guard case .changed(let lamp)? = changes.first else { return #expect(Bool(false), "\(changes)") }
        #expect(changes.count == 1 && lamp.firstSeen == time(1) && lamp.lastSeen == time(2))
    }

    @Test func changedRecordIsReported() {
        var table = tableWithLamp()
        let paired = lampTXT.map { $0 == "sf=1" ? "sf=0" : $0 }
        let changes = table.apply(.resolved(source(), answer(paired)), at: time(3))
        guard case .changed(let lamp)? = changes.first, case .homeKit(let record) = lamp.record else {
            return #expect(Bool(false), "\(changes)")
        }
        #expect(record.isPaired)
        #expect(lamp.firstSeen == time(1))
    }

    @Test func newIdentityAtTheSameSourceReplacesTheFirst() {
        var table = tableWithLamp()
        let changes = table.apply(.resolved(source(), answer(["id=00:00:00:00:00:01"])), at: time(2))
        #expect(changes.count == 2)
        #expect(table.services.map(\.id.identity) == ["00:00:00:00:00:01"])
    }

    @Test func addressIsRemovedWhenTheLastProtocolWithdrawsIt() {
        var table = tableWithLamp()
        let address = address("192.0.2.1")
        #expect(table.apply(.addressAppeared(host(), address, transport: .ipv6), at: time(2)).isEmpty)
        #expect(table.apply(.addressVanished(host(), address, transport: .ipv4), at: time(3)).isEmpty)
        #expect(table.apply(.addressVanished(host(), address, transport: .ipv6), at: time(4)).count == 1)
        #expect(table.services.first?.addresses == [])
    }

    @Test func recordsWithoutIdentityAreCountedByReason() {
        var table = ServiceTable()
        _ = table.apply(.resolved(source(), answer(["md=x"])), at: time(1))
        _ = table.apply(.resolved(source(), answer(["id=x"])), at: time(1))
        _ = table.apply(.resolved(source("Lamp", kind: .matterOperational), answer([])), at: time(1))
        #expect(table.rejections == [.missingIdentifier: 1, .malformedIdentifier: 1, .malformedInstanceName: 1])
        #expect(table.services.isEmpty)
    }

    @Test func matterNodeIsIdentifiedByItsUppercaseName() {
        var table = ServiceTable()
        let lower = source(nodeName.lowercased(), kind: .matterOperational)
        _ = table.apply(.resolved(lower, answer([])), at: time(1))
        _ = table.apply(.resolved(source(nodeName, on: wireless, kind: .matterOperational), answer([])), at: time(1))
        _ = table.apply(.addressesSettled(host()), at: time(1))
        #expect(table.services.map(\.id.identity) == [nodeName])
    }

    @Test func servicesBeyondTheLimitAreRejected() {
        var table = ServiceTable()
        for number in 0..<(ServiceTable.maximumSightings + 10) {
            _ = table.apply(.resolved(source("Device \(number)", kind: .matterCommissionable), answer([])), at: time(1))
        }
        #expect(table.rejections == [.tooManyServices: 10])
        #expect(
            table.apply(.resolved(source("Device 0", kind: .matterCommissionable), answer([])), at: time(2)).isEmpty)
        #expect(table.rejections == [.tooManyServices: 10])
    }

    @Test func servicesThatReturnAfterAnOutageCauseNoChange() throws {
        var table = tableWithLamp()
        let left = table.daemonWentAway()
        let outage = try #require(left)
        #expect(table.services.count == 1)
        #expect(table.apply(.resolved(source(), answer()), at: time(50)).isEmpty)
        #expect(table.apply(.addressAppeared(host(), address("192.0.2.1"), transport: .ipv4), at: time(50)).isEmpty)
        #expect(table.apply(.addressesSettled(host()), at: time(51)).isEmpty)
        #expect(table.expire(outage, at: time(121)).isEmpty)
        #expect(table.services.first?.firstSeen == time(1))
    }

    @Test func serviceNotSeenAgainIsLostWhenItsOutageExpires() throws {
        var table = tableWithLamp()
        let hall = source("Hall", kind: .matterCommissionable)
        _ = table.apply(.resolved(hall, answer([])), at: time(1))
        let left = table.daemonWentAway()
        let first = try #require(left)
        _ = table.apply(.resolved(hall, answer([])), at: time(60))
        let leftAgain = table.daemonWentAway()
        let second = try #require(leftAgain)
        #expect(table.expire(first, at: time(121)) == [.lost(.init(kind: .homeKit, identity: "aa:bb:cc:dd:ee:ff"))])
        #expect(table.services.map(\.announcedName) == ["Hall"])
        #expect(table.expire(second, at: time(181)).count == 1)
        #expect(table.services.isEmpty)
        let thirdOutage = table.daemonWentAway()
        #expect(thirdOutage == nil)
    }

    @Test func oldAddressIsRemovedOnceTheAddressesSettleAfterAnOutage() {
        var table = tableWithLamp()
        _ = table.daemonWentAway()
        _ = table.apply(.resolved(source(), answer()), at: time(60))
        _ = table.apply(.addressAppeared(host(), address("192.0.2.9"), transport: .ipv4), at: time(60))
        #expect(table.services.first?.addresses.map(\.text) == ["192.0.2.1", "192.0.2.9"])
        #expect(table.apply(.addressesSettled(host()), at: time(61)).count == 1)
        #expect(table.services.first?.addresses.map(\.text) == ["192.0.2.9"])
    }
}

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
