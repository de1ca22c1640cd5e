import Foundation
import GatewayWire
import HomeModel
import MosquittoTransport
import TestSupport
import Testing

/// A device announces names, ids and descriptions that are attacks. Afterwards an honest device is still discovered.
@Suite struct HostileNameStory {
    private static let terminal = "Lamp \u{1B}]0;owned\u{7}\u{1B}[2J\u{1B}[31m\r\nroot:\u{9B}5m \u{202E}txt.exe\u{2066}"
    private static let page = "<img src=x onerror=alert(1)> & \"quoted\" 'name' \u{2028}{{7*7}}"
    private static let nothing = "\u{1B}\u{202E}\u{200B}\u{FEFF}\n"
    private static let marks = "Z" + String(repeating: "\u{301}", count: 400)

    /// Descriptions that break a limit, and the reasons under which the gateway counts them.
    private static let broken: [(description: [UInt8], reason: String)] = [
        (description(named: String(repeating: "A", count: 60_000)), "badField"),
        (description(named: String(repeating: "A", count: 100_000)), "tooLarge"),
        (Array((String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)).utf8), "tooDeep"),
        ([UInt8](#"{"homie":"5.0","version":1,"name":""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#""}"#.utf8), "notUTF8"),
        (Array("<html><body>503</body></html>".utf8), "notJSON"),
        (Array(#"{"homie":"9.0","version":1}"#.utf8), "unsupportedVersion"),
        (Array(#"{"homie":"5.0","version":1e999}"#.utf8), "badPayload"),
        (Array(##"{"homie":"5.0","version":1,"children":["#","../$SYS"]}"##.utf8), "badField"),
        (Array(#"{"homie":"5.0","version":1,"root":"+"}"#.utf8), "badField"),
    ]

    @Test(.timeLimit(.minutes(15))) func hostileNamesAndDescriptionsDoNoHarm() async throws {
        try await withHome { home in
            let attacker = try await MosquittoToolClient("trap", in: home)
            try await hostileNamesAreEscaped(home, attacker: attacker)
            try await adoptedNamesAreSanitized(home)
            try await brokenDescriptionsAreCounted(home, attacker: attacker)
            try await floodIsBounded(home, attacker: attacker)
            try await honestDeviceIsFound(home)
        }
    }

    private func hostileNamesAreEscaped(_ home: HomeUnderTest, attacker: MosquittoToolClient) async throws {
        let names = ["terminal": Self.terminal, "page": Self.page, "nothing": Self.nothing, "marks": Self.marks]
        for (id, name) in names {
            let wildcards = ##""+":{},"#":{},"a/b":{},"$state":{},"\u001b[2J":{},"main":\##(Self.switchNode)"##
            try await attacker.announce(id, description: Self.description(named: name, nodes: wildcards))
        }
        try await eventually("all devices with hostile names are discovered") {
            try await home.discovered().filter { $0.isAdoptable && names[$0.id.rawValue] != nil }.count == names.count
        }
        for command in [["devices", "list", "--discovered"], ["devices", "list", "--discovered", "--json"]] {
            let shown = try await home.tomte.run(command)
            #expect(shown.status == 0 && Self.isHarmless(shown.output) && shown.output.contains("txt.exe"))
        }
        let parts = try await Set(home.discovered().flatMap(\.asksForPurpose))
        #expect(parts == [.main])
    }

    private func adoptedNamesAreSanitized(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("devices", "adopt", "terminal", "--name", Self.terminal).status == 4)
        #expect(try await home.tomte("devices", "adopt", "terminal", "--room", Self.page).status == 4)
        #expect(try await home.devices().isEmpty)
        for id in ["terminal", "page", "nothing", "marks"] {
            #expect(try await home.tomte("devices", "adopt", id, "--purpose", "light").status == 0)
        }
        let devices = try await home.devices()
        #expect(devices.count == 4)
        for device in devices {
            #expect(try DisplayName(device.name).text == device.name, "\(device.id) has a proper name")
        }
        let names = Set(devices.map(\.name))
        #expect(names.isSuperset(of: ["Lamp 0 owned 2J 31m root 5m txt exe", "nothing", "marks"]))
        for command in [["devices", "list"], ["audit", "list"], ["status"]] {
            #expect(Self.isHarmless(try await home.tomte.run(command).output))
        }
    }

    private func brokenDescriptionsAreCounted(_ home: HomeUnderTest, attacker: MosquittoToolClient) async throws {
        for (index, (description, _)) in Self.broken.enumerated() {
            try await attacker.publish(description, to: "trap/5/broken-\(index)/$description", retained: true)
        }
        try await attacker.publish("{}", to: "trap/5/UPPER \u{202E}/$description")
        try await attacker.publish("on \u{1B}[31mfire", to: "trap/5/terminal/$state")
        var expected = Dictionary(grouping: Self.broken, by: \.reason).mapValues(\.count)
        expected["foreignTopic"] = 1
        expected["unknownState"] = 1
        try await eventually("the broken descriptions are counted as \(expected)") {
            let counters = try await home.counters()
            return expected.allSatisfy { counters["announcements.rejected.\($0.key)"] == $0.value }
        }
        #expect(try await !home.discovered().contains { $0.id.rawValue.hasPrefix("broken") })
        #expect(Self.isHarmless(home.log))
    }

    /// One credential announces very many devices. The memory and the list of discovered devices stay bounded.
    private func floodIsBounded(_ home: HomeUnderTest, attacker: MosquittoToolClient) async throws {
        let before = try #require(await home.residentKilobytes)
        let filler = String(repeating: "f", count: 30_000)
        let flood = Self.description(named: "Flood", nodes: #""main":\#(Self.switchNode)"#, extra: filler)
        try await attacker.withConnection { connection in
            for number in 1...700 {
                try await connection.publish(
                    Publication(topic: "trap/5/flood-\(number)/$description", payload: flood, qos: .atLeastOnce))
            }
        }
        try await eventually("the gateway has received the flood") { try await home.discovered().count > 500 }
        #expect(try await home.discovered().count < 700)
        let after = try #require(await home.residentKilobytes)
        #expect(after - before < 64 << 10, "grew from \(before) to \(after) kB")
    }

    private func honestDeviceIsFound(_ home: HomeUnderTest) async throws {
        let honest = try await MosquittoToolClient("honest", in: home)
        try await honest.announce(
            "lamp", description: Self.description(named: "Lamp", nodes: #""main":\#(Self.switchNode)"#))
        try await eventually("the honest lamp is discovered") {
            try await home.discovered().contains { $0.address == "honest/lamp" && $0.isAdoptable }
        }
    }

    private static let switchNode = #"{"properties":{"switch":{"datatype":"boolean","settable":true}}}"#

    private static func description(named name: String, nodes: String = "", extra: String = "") -> [UInt8] {
        let quoted = (try? JSONEncoder().encode(name)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        return Array(#"{"homie":"5.0","version":1,"name":\#(quoted),"x":"\#(extra)","nodes":{\#(nodes)}}"#.utf8)
    }

    /// Whether no character moves the cursor, changes the direction of the text or is invisible.
    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n"
            case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
            default: true
            }
        }
    }
}

extension MosquittoToolClient {
    fileprivate func announce(_ id: String, description: [UInt8]) async throws {
        try await publish(description, to: "\(root)/5/\(id)/$description", retained: true)
        try await publish("ready", to: "\(root)/5/\(id)/$state", retained: true)
    }
}
