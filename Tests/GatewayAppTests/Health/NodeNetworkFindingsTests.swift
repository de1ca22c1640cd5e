import Foundation
import GatewayCore
import HomeModel
import HostInspection
import Testing

@testable import GatewayApp

struct NodeNetworkFindingsTests {
    private static let ethernet = "fe80000000000000000000fffe000001 04 40 20 80 eth0\n"
    private static let loopback = "00000000000000000000000000000001 01 80 10 80 lo\n"
    private static let node = "2906C908D115D362-8FC7772401CD0696"
    private static let foreign = "87E1B004E235A130-8FC7772401CD0696"

    /// What a kernel with these tables and settings of the interface shows.
    private func network(
        addresses: String = ethernet, routes: [String] = [], learns: Int = 0, accepts: Int = 1,
        interface: String = "eth0"
    ) throws -> IPv6Network {
        let proc = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: proc) }
        let (net, conf) = (proc.appending(path: "net"), proc.appending(path: "sys/net/ipv6/conf/\(interface)"))
        for folder in [net, conf] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        func write(_ text: String, to file: URL) throws { try Data(text.utf8).write(to: file) }
        try write(addresses.replacing("eth0", with: interface), to: net.appending(path: "if_inet6"))
        let zero = String(repeating: "0", count: 32)
        let lines = routes.map { "\($0) 40 \(zero) 00 \(zero) 00000100 00000001 00000000 00000003 \(interface)\n" }
        try write(lines.joined(), to: net.appending(path: "ipv6_route"))
        try write("\(accepts)\n", to: conf.appending(path: "accept_ra"))
        try write("0\n", to: conf.appending(path: "forwarding"))
        try write("\(learns)\n", to: conf.appending(path: "accept_ra_rt_info_max_plen"))
        return IPv6Network(proc: proc.path)
    }

    private func service(_ instance: String = node, addresses: [NetworkAddress] = []) throws -> NetworkService {
        let kind = ServiceKind.matterOperational
        let record = try ServiceRecord(kind: kind, instance: instance, txt: TXTRecord(entries: []))
        let time = Timestamp(milliseconds: 0)
        return NetworkService(
            id: NetworkService.ID(kind: kind, identity: record.identity(instance: instance)), announcedName: instance,
            announcedHost: "node.local", port: 5540, addresses: addresses, record: record, firstSeen: time,
            lastSeen: time)
    }

    private func pairing(trouble: String? = nil) throws -> DevicePairing {
        DevicePairing(
            kind: .matter, root: "8fc7772401cd0696", service: try service().id, announcedName: "Blind", model: nil,
            category: nil, state: .paired,
            trouble: trouble.map { DevicePairing.Trouble(code: $0, detail: "It is away.") }, devices: [],
            pairedAt: Timestamp(milliseconds: 0))
    }

    private func codes(
        _ pairings: [DevicePairing], services: [NetworkService], network: IPv6Network, listening: Duration? = .hours(1)
    ) -> [String] {
        NodeNetworkFindings(pairings: pairings, services: services, network: network, listening: listening).all
            .map(\.code)
    }

    // MARK: IPv6

    @Test func machineWithoutIPv6IsAFindingOnlyWithNodes() throws {
        let none = try network(addresses: Self.loopback)
        let away = try pairing(trouble: "unreachable")
        #expect(codes([away], services: [], network: none) == ["matter.noIPv6"])
        #expect(codes([], services: [try service(Self.foreign)], network: none) == ["matter.noIPv6"])
        #expect(codes([], services: [], network: none).isEmpty)
        #expect(codes([away], services: [], network: try network()).isEmpty)
    }

    // MARK: Routes

    /// What is known of a node, and the finding that follows from it.
    struct RouteCase: Sendable, CustomTestStringConvertible {
        let name: String
        var trouble: String? = "unreachable"
        var addresses = ["fd12:3456:789a:1::7"]
        var routes: [String] = []
        var learns = 0
        var accepts = 1
        let code: String?

        var testDescription: String { name }
    }

    @Test(
        arguments: [
            RouteCase(name: "learns no routes", code: "matter.routesIgnored"),
            RouteCase(name: "learns short prefixes", learns: 63, code: "matter.routesIgnored"),
            RouteCase(name: "learns routes, and no router announces one", learns: 64, code: "matter.noRoute"),
            RouteCase(name: "another program processes advertisements", accepts: 0, code: "matter.noRoute"),
            RouteCase(name: "has a route", routes: ["fd123456789a00010000000000000000"], code: nil),
            RouteCase(
                name: "has a route elsewhere", routes: ["fd123456789a00020000000000000000"],
                code: "matter.routesIgnored"),
            RouteCase(name: "is connected", trouble: nil, code: nil),
            RouteCase(name: "is connecting", trouble: "connecting", code: nil),
            RouteCase(name: "has another address", addresses: ["fd12:3456:789a:1::7", "fe80::7"], code: nil),
            RouteCase(name: "has IPv4", addresses: ["192.168.1.7", "fd12:3456:789a:1::7"], code: nil),
            RouteCase(name: "has no address", addresses: [], code: nil),
        ])
    func missingRouteIsFound(_ example: RouteCase) throws {
        let addresses = example.addresses.map {
            NetworkAddress(family: $0.contains(":") ? .ipv6 : .ipv4, text: $0, interface: "eth0")
        }
        let network = try network(routes: example.routes, learns: example.learns, accepts: example.accepts)
        let found = codes(
            [try pairing(trouble: example.trouble)], services: [try service(addresses: addresses)], network: network)
        #expect(found == [example.code].compactMap(\.self))
    }

    /// The line can be written to a file of `sysctl` as it is, also for the name of a VLAN.
    @Test(
        arguments: [
            ("eth0", "net.ipv6.conf.eth0.accept_ra_rt_info_max_plen = 64"),
            ("eth0.20", "net.ipv6.conf.eth0/20.accept_ra_rt_info_max_plen = 64"),
        ])
    func findingHasTheLineToWrite(interface: String, line: String) throws {
        let address = NetworkAddress(family: .ipv6, text: "fd12:3456:789a:1::7", interface: interface)
        let findings = NodeNetworkFindings(
            pairings: [try pairing(trouble: "unreachable")], services: [try service(addresses: [address])],
            network: try network(interface: interface), listening: .hours(1)
        ).all
        let finding = try #require(findings.first)
        #expect(finding.remedy.contains("echo '\(line)' | sudo tee"))
        #expect(finding.values["line"] == .text(line) && finding.values["names"] == .text("“Blind”"))
    }

    // MARK: Announcements

    /// A connected node announces itself; only where nothing at all is heard for a long time, announcements are lost.
    @Test(
        arguments: [
            (nil, [], .hours(1), ["matter.noAnnouncements"]), (nil, [], .seconds(599), []), (nil, [], nil, []),
            (nil, [foreign], .hours(1), []), (nil, [node], .hours(1), []), ("unreachable", [], .hours(1), []),
        ] as [(String?, [String], Duration?, [String])])
    func lostAnnouncementsAreFound(
        trouble: String?, announced: [String], listening: Duration?, expected: [String]
    ) throws {
        let found = codes(
            [try pairing(trouble: trouble)], services: try announced.map { try service($0) }, network: try network(),
            listening: listening)
        #expect(found == expected)
    }
}
