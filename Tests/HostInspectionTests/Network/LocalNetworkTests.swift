import SeededRandom
import Testing

@testable import HostInspection

@Suite struct LocalNetworkTests {
    /// One interface as `ip -j addr` prints it.
    private static func interface(
        _ name: String, address: String, more: String = "", operstate: String = "UP",
        hardware: String = "02:fc:00:00:00:01"
    ) -> String {
        """
        {"ifname":"\(name)","operstate":"\(operstate)","link_type":"ether","address":"\(hardware)","addr_info":[
        {"family":"inet6","local":"fe80::1","scope":"link","prefixlen":64},
        {"family":"inet","local":"\(address)","prefixlen":24,"scope":"global"\(more)}]}
        """
    }

    private static let loopback = """
        {"ifname":"lo","link_type":"loopback","operstate":"UNKNOWN","addr_info":[{"family":"inet","local":"127.0.0.1",\
        "prefixlen":8,"scope":"host"}]}
        """

    private func network(_ interfaces: String..., routes: String = "[]") -> LocalNetwork? {
        LocalNetwork(addresses: Array("[\(interfaces.joined(separator: ","))]".utf8), routes: Array(routes.utf8))
    }

    @Test func interfaceOfTheDefaultRouteIsChosen() throws {
        let found = try #require(
            network(
                Self.loopback, Self.interface("eth0", address: "10.0.0.2"),
                Self.interface("wlan0", address: "192.168.1.77", more: #","dynamic":true,"valid_life_time":3600"#),
                routes: #"[{"dst":"default","dev":"wlan0","prefsrc":"192.168.1.77","metric":100},"#
                    + #"{"dst":"default","dev":"eth0","metric":600}]"#))
        #expect(found.interface == "wlan0" && found.address == "192.168.1.77" && found.isDynamic)
        #expect(found.hardwareAddress == "02:fc:00:00:00:01" && found.network == "192.168.1.0/24")
    }

    @Test(arguments: [
        (#","valid_life_time":4294967295"#, false), (#","valid_life_time":86400"#, true),
        (#","dynamic":true,"valid_life_time":4294967295"#, true), ("", false),
    ])
    func addressWithALifetimeIsDynamic(_ more: String, isDynamic: Bool) {
        #expect(network(Self.interface("eth0", address: "10.0.0.2", more: more))?.isDynamic == isDynamic)
    }

    @Test(arguments: [
        interface("docker0", address: "172.17.0.1"), interface("br-1f2e", address: "172.18.0.1"), loopback,
        interface("eth0", address: "10.0.0.2", operstate: "DOWN"), interface("eth0; reboot", address: "10.0.0.2"),
        interface("eth0", address: "10.0.0.2 || id"), interface("a-name-of-16-byt", address: "10.0.0.2"),
    ])
    func unusableInterfaceIsIgnored(_ text: String) {
        #expect(network(text) == nil)
    }

    @Test func hardwareAddressThatIsNoneIsLeftOut() {
        #expect(network(Self.interface("eth0", address: "10.0.0.2", hardware: "$(id)"))?.hardwareAddress == "")
    }

    @Test(arguments: ["", "[]", "{}", "[1]", "[{}]", "[[[[", "null"])
    func outputWithoutAnInterfaceIsNoNetwork(_ text: String) {
        #expect(LocalNetwork(addresses: Array(text.utf8), routes: Array(text.utf8)) == nil)
    }

    @Test func randomDamageIsHarmless() {
        var random = SeededGenerator(seed: 17)
        let text = Array("[\(Self.loopback),\(Self.interface("eth0", address: "10.0.0.2"))]".utf8)
        for _ in 0..<2000 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let found = LocalNetwork(addresses: damaged, routes: damaged)
            #expect(found.map { $0.interface.utf8.count <= 15 && $0.address.utf8.count <= 15 } ?? true, "seed 17")
        }
    }
}
