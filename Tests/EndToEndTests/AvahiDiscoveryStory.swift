import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Discovery with a real Avahi that is killed and restarted, starts after the gateway, or delivers hostile
/// announcements.
@Suite(.serialized, .enabled(if: PrivateAvahi.isAvailable, "\(PrivateAvahi.requirement)"), .timeLimit(.minutes(15)))
struct AvahiDiscoveryStory {
    private static let settings = "storage: { commitMilliseconds: 100 }"
    private static let thermostat = ["c#=12", "id=5E:77:02:C0:3A:91", "md=TH-200", "pv=1.1", "s#=4", "sf=0", "ci=9"]
    private static let lamp = ["c#=3", "id=A2:4F:10:9B:4C:1D", "md=Reading lamp", "pv=1.1", "s#=1", "sf=1", "ci=5"]
    private static let node = "2906C908D115D362-00000000000000A7"

    @Test func announcedDevicesAreListedAlsoAfterTheDaemonRestarts() async throws {
        try await withPrivateAvahi { avahi in
            try await withHome(settings: Self.settings) { home in
                let peers = try await [
                    avahi.publish("Old thermostat", type: "_hap._tcp", port: 51827, txt: Self.thermostat),
                    avahi.publish("Reading lamp", type: "_hap._udp", port: 5683, txt: Self.lamp),
                    avahi.publish(Self.node, type: "_matter._tcp", port: 5540),
                    avahi.publish(
                        "DD200C20D25AE5F7", type: "_matterc._udp", port: 5540,
                        txt: ["D=840", "CM=1", "VP=65521+32769", "DT=257", "DN=Plug in lamp"]),
                ]
                try await eventually("four devices are listed") { try await home.discovered().count == 4 }
                try await discoveredDevicesHaveTheirDetails(home)
                for (name, reason) in [
                    ("Old thermostat", "is paired with another controller"),
                    ("Reading lamp", "uses HomeKit over Thread, which the gateway does not support"),
                    (Self.node, "belongs to another home. Share it from the app that has it"),
                ] {
                    let refused = try await home.tomte("devices", "adopt", name)
                    #expect(refused.status != 0)
                    let text = refused.errors.split { $0.isWhitespace }.joined(separator: " ")
                    #expect(text.contains(reason), "\(text)")
                }
                try await eventually("the gateway is announced") { try await avahi.announces(home) }

                await avahi.killDaemon()
                try await eventually("the loss of Avahi is reported") {
                    try await home.findings().contains("discovery.unavailable")
                }
                #expect(try await home.discovered().count == 4)
                #expect(try await home.tomte("doctor").status == 0)
                for peer in peers { await avahi.withdraw(peer) }

                try await avahi.startDaemon()
                let paired = Self.lamp.map { $0 == "sf=1" ? "sf=0" : $0 }
                _ = try await avahi.publish("Reading lamp", type: "_hap._udp", port: 5683, txt: paired)
                _ = try await avahi.publish(
                    "Window sensor", type: "_hap._tcp", port: 5684, txt: ["id=1B:D0:6A:3E:88:09"])
                try await eventually("the new sensor is listed") {
                    try await home.discovered(named: "Window sensor") != nil
                }
                try await eventually("the lamp is listed as paired") {
                    try await home.discovered(named: "Reading lamp")?.isPaired == true
                }
                try await eventually("the gateway is announced again") { try await avahi.announces(home) }
                #expect(try await !home.findings().contains("discovery.unavailable"))
                await home.stopGateway()
                try await eventually("the gateway is not announced any more") { try await !avahi.announces(home) }
            }
        }
    }

    @Test func gatewayStartsWithoutAvahiAndFindsItLater() async throws {
        try await withPrivateAvahi(bus: false, daemon: false) { avahi in
            try await withHome(settings: Self.settings) { home in
                #expect(try await home.tomte("doctor").status == 0)
                try await eventually("the absence of Avahi is reported") {
                    try await home.findings().contains("discovery.unavailable")
                }
                #expect(try await home.discovered().isEmpty)
                try await avahi.startBus()
                try await avahi.startDaemon()
                _ = try await avahi.publish("Old thermostat", type: "_hap._tcp", port: 51827, txt: Self.thermostat)
                try await eventually("the thermostat is listed") {
                    try await home.discovered(named: "Old thermostat") != nil
                }
                #expect(try await !home.findings().contains("discovery.unavailable"))
            }
        }
    }

    @Test func hostileAnnouncementsDoNotDisturbDevices() async throws {
        try await withPrivateAvahi { avahi in
            try await withHome(settings: Self.settings) { home in
                try await withDevices(of: .lamp, in: home) { devices in
                    try await home.adopt(.lamp)
                    try await publishHostileAnnouncements(avahi)
                    try await eventually("the only announcement with a valid id is listed") {
                        try await home.discovered().count == 1
                    }
                    try await eventually("the rejected announcements are reported") {
                        try await home.findings().contains("discovery.rejected")
                    }
                    let listing = try await home.tomte("devices", "list", "--discovered")
                    #expect(listing.status == 0 && listing.output.allSatisfy(\.isHarmless))
                    #expect(
                        try await home.discovered().allSatisfy { $0.name.allSatisfy(\.isHarmless) && !$0.isAdoptable })
                    try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                    for value in ["on", "off", "on"] {
                        #expect(try await home.tomte("send", "lamp", "switch", value).status == 0)
                    }
                    #expect(await devices.isOn("lamp") == true)
                    #expect(try await home.tomte("doctor").status == 0)
                }
            }
        }
    }

    private func discoveredDevicesHaveTheirDetails(_ home: HomeUnderTest) async throws {
        let thermostat = try #require(try await home.discovered(named: "Old thermostat"))
        #expect(thermostat.link == "_hap._tcp" && thermostat.model == "TH-200")
        #expect(thermostat.category == "thermostat" && thermostat.isPaired == true)
        let lamp = try #require(try await home.discovered(named: "Reading lamp"))
        #expect(lamp.link == "_hap._udp" && lamp.category == "light" && lamp.isPaired == false)
        let node = try #require(try await home.discovered(named: Self.node))
        #expect(node.link == "_matter._tcp" && node.isPaired == true)
        let plug = try #require(try await home.discovered(named: "DD200C20D25AE5F7"))
        #expect(plug.link == "_matterc._udp" && plug.model == "Plug in lamp" && plug.isPaired == false)
        #expect(plug.category == "type 257")
        for device in [thermostat, lamp, node, plug] {
            #expect(!device.isAdoptable && device.firstSeen <= device.lastSeen)
            #expect(device.addresses.contains { $0.hasSuffix(" (lo)") }, "\(device.addresses)")
        }
    }

    /// Publishes names with escape sequences and markup, records without an id, and records with very many keys.
    private func publishHostileAnnouncements(_ avahi: PrivateAvahi) async throws {
        let flood = (0..<200).map { "k\($0)=\u{1B}[2J" }
        for (number, txt) in [["id=../../etc"], [String(repeating: "k", count: 255)], flood, ["md=lamp"]].enumerated() {
            _ = try await avahi.publish("lamp \(number)", type: "_hap._tcp", port: 1, txt: txt)
        }
        _ = try await avahi.publish("not a node", type: "_matter._tcp", port: 1)
        _ = try await avahi.publish(
            "\u{1B}[31m<script>\u{202E}lamp", type: "_hap._tcp", port: 80,
            txt: ["id=A2:4F:10:9B:4C:1D", "c#=99999999999", "sf=-1", "md=\u{1B}]0;owned\u{07}"] + flood)
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func discovered(named name: String) async throws -> DiscoveredBody? {
        try await discovered().first { $0.name == name }
    }
}

extension Character {
    /// Whether it is neither a control character nor one that changes the direction of the text.
    fileprivate var isHarmless: Bool {
        self == "\n" || unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
    }
}

extension PrivateAvahi {
    /// Whether the HTTPS endpoint of this home is announced with its port, protocol and key, and nothing else.
    fileprivate func announces(_ home: HomeUnderTest) async throws -> Bool {
        try await browse("_tomte._tcp").split(separator: "\n").contains { line in
            line.contains(";tomte;") && line.contains(";\(home.httpsPort);")
                && line.split(separator: ";").last?.wholeMatch(of: /"(v=1" "fp=[0-9a-f]{64}|fp=[0-9a-f]{64}" "v=1)"/)
                    != nil
        }
    }
}
