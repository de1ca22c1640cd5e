import Foundation
import HomeModel
import TestSupport
import Testing

@testable import AvahiDiscovery

extension RealAvahiTests {
    @Suite struct DiscoveryTests {
        @Test func homeKitLampIsFoundAndThenLost() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    let peer = try await avahi.publish("Kitchen lamp", type: "_hap._tcp", port: 8080, txt: lampTXT)
                    let lamp = try await network.found("Kitchen lamp")
                    #expect(lamp.id.identity == lampID.lowercased())
                    #expect(lamp.port == 8080)
                    #expect(lamp.addresses.allSatisfy { $0.interface == "lo" })
                    guard case .homeKit(let record) = lamp.record else { return #expect(Bool(false), "\(lamp)") }
                    #expect(record.configurationNumber == 3)
                    #expect(record.category == .lightbulb)
                    #expect(record.model?.description == "Lamp 1")
                    #expect(!record.isPaired)
                    await avahi.withdraw(peer)
                    try await network.lost(lamp.id)
                }
            }
        }

        @Test func addressesOfBothFamiliesAreReported() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    _ = try await avahi.publish(host: "lamp-host.local", address: "192.0.2.7")
                    let second = try await avahi.publish(host: "lamp-host.local", address: "2001:db8::7")
                    _ = try await avahi.publish(
                        "Lamp", type: "_hap._tcp", port: 80, txt: lampTXT, options: ["-H", "lamp-host.local"])
                    try await eventually("both addresses are known") {
                        await network.browser.services.first?.addresses.map(\.text) == ["192.0.2.7", "2001:db8::7"]
                    }
                    await avahi.withdraw(second)
                    try await eventually("only the first address is left") {
                        await network.browser.services.first?.addresses.map(\.text) == ["192.0.2.7"]
                    }
                }
            }
        }

        @Test func firstValueOfADuplicateTXTKeyIsUsed() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    _ = try await avahi.publish(
                        "Lamp", type: "_hap._tcp", port: 80, txt: lampTXT + ["ID=no", "md=Second"])
                    let lamp = try await network.found("Lamp")
                    guard case .homeKit(let record) = lamp.record else { return #expect(Bool(false), "\(lamp)") }
                    #expect(record.model?.description == "Lamp 1")
                }
            }
        }

        @Test(arguments: [
            ("_matter._tcp", nodeName, ServiceKind.matterOperational),
            ("_matterc._udp", "AABBCCDDEEFF0011", .matterCommissionable),
            ("_http._tcp", "shellyplus1-a8032ab12345", .web),
        ])
        func serviceWithoutTXTIsFound(type: String, instance: String, kind: ServiceKind) async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    _ = try await avahi.publish(instance, type: type, port: 5540)
                    #expect(try await network.found(instance).kind == kind)
                }
            }
        }

        @Test func hostileRecordsDoNotHideOtherServices() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    let flood = (0..<200).map { "k\($0)=\u{1B}[2J" }
                    let hostileName = "\u{1B}[31m<b>\u{202E}\\ .lamp"
                    for txt in [["id=../../etc"], [String(repeating: "k", count: 255)], flood, ["md=no id"]] {
                        _ = try await avahi.publish(
                            "Bad \(txt.count) \(txt[0].count)", type: "_hap._tcp", port: 1, txt: txt)
                    }
                    _ = try await avahi.publish("not a node", type: "_matter._tcp", port: 1)
                    _ = try await avahi.publish(
                        hostileName, type: "_hap._tcp", port: 80, txt: lampTXT + ["c#=99999999999", "sf=-1"] + flood)
                    let lamp = try await network.found(hostileName)
                    #expect(lamp.name.description == "\\u{1b}[31m<b>\\u{202e}\\ .lamp")
                    try await eventually("the invalid records are counted") {
                        await network.browser.health.rejections
                            == [.missingIdentifier: 3, .malformedIdentifier: 1, .malformedInstanceName: 1]
                    }
                    #expect(await network.browser.services.count == 1)
                }
            }
        }
    }
}
