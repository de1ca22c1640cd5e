import Foundation
import Testing

@testable import HostInspection

struct IPv6NetworkTests {
    private static let addresses = """
        fe80000000000000000000fffe000001 04 40 20 80     eth0
        fd000000000000000000000000000002 04 40 00 82     eth0
        fe80000000000000000000fffe000002 05 40 20 80     ../../x
        00000000000000000000000000000001 01 80 10 80       lo

        """

    private static let routes = """
        fd000000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001     eth0
        fd123456789a00010000000000000000 40 00000000000000000000000000000000 00 fe800000000000000000000000000009 00000100 00000001 00000000 00000003     eth0
        fd99000000000000000000000000000c 3e 00000000000000000000000000000000 00 fe800000000000000000000000000009 00000100 00000001 00000000 00000003     eth0
        fd770000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00200200       lo
        fd780000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000201     eth0
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000003 00000000 00000003     eth0
        short line

        """

    /// Runs `body` with what a kernel with these tables and settings of `eth0` shows.
    private func with(
        addresses: String = addresses, settings: [String: String], _ body: (IPv6Network) -> Void
    ) throws {
        let proc = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: proc) }
        let (net, conf) = (proc.appending(path: "net"), proc.appending(path: "sys/net/ipv6/conf/eth0"))
        for folder in [net, conf] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data(addresses.utf8).write(to: net.appending(path: "if_inet6"))
        try Data(Self.routes.utf8).write(to: net.appending(path: "ipv6_route"))
        for (name, value) in settings { try Data("\(value)\n".utf8).write(to: conf.appending(path: name)) }
        body(IPv6Network(proc: proc.path))
    }

    @Test func interfacesBesidesLoopbackAreFound() throws {
        try with(settings: [:]) { #expect($0.interfaces == ["eth0"]) }
        let loopback = "00000000000000000000000000000001 01 80 10 80       lo\n"
        try with(addresses: loopback, settings: [:]) { #expect($0.interfaces.isEmpty) }
        #expect(IPv6Network(proc: "/nowhere").interfaces.isEmpty)
    }

    @Test(
        arguments: [
            ("fd00::7", true), ("fd12:3456:789a:1::1", true), ("fd12:3456:789a:2::1", false),
            // A prefix of 62 bits.
            ("fd99::1", true), ("fd99:0:0:3::1", true), ("fd99:0:0:4::1", false),
            // A route that refuses, one of loopback, and only the default route.
            ("fd77::1", false), ("fd78::1", false), ("2001:db8::1", false),
            // What is no address is not judged.
            ("192.168.1.1", true), ("", true), ("fe80::1%eth0", true),
        ])
    func routeBesidesTheDefaultOneIsFound(address: String, hasRoute: Bool) throws {
        try with(settings: [:]) { #expect($0.hasRoute(to: address) == hasRoute) }
    }

    @Test(
        arguments: [
            (["accept_ra": "1", "forwarding": "0", "accept_ra_rt_info_max_plen": "64"], true, 64),
            (["accept_ra": "1", "forwarding": "1", "accept_ra_rt_info_max_plen": "64"], false, 64),
            (["accept_ra": "2", "forwarding": "1", "accept_ra_rt_info_max_plen": "0"], true, 0),
            (["accept_ra": "0", "forwarding": "0"], false, 0), (["accept_ra": "x"], false, 0), ([:], false, 0),
        ])
    func settingsOfAnInterfaceAreRead(settings: [String: String], isAccepted: Bool, longest: Int) throws {
        try with(settings: settings) { network in
            let learning = network.learning(on: "eth0")
            #expect(learning?.acceptsAdvertisements == isAccepted && learning?.longestPrefix == longest)
            #expect(network.learning(on: "wlan0") == nil)
        }
    }
}
