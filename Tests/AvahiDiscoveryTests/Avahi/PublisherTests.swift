import HomeModel
import TestSupport
import Testing

@testable import AvahiDiscovery

extension RealAvahiTests {
    @Suite struct PublisherTests {
        private func lamp(_ name: String = "Our lamp", host: PublishedService.Host? = nil) -> PublishedService {
            PublishedService(
                name: name, type: "_hap._tcp", subtypes: ["_S5"], port: 5001, txt: lampTXT.map { Array($0.utf8) },
                host: host)
        }

        @Test func avahiBrowseSeesWhatWePublishOnAHostOfItsOwn() async throws {
            try await withPrivateAvahi { avahi in
                try await withPublisher { publisher in
                    let host = PublishedService.Host(label: "our-lamp", address: "192.0.2.5")
                    let id = try await publisher.publish(lamp(host: host))
                    try await eventually("published") {
                        await publisher.state(of: id) == .established(name: "Our lamp")
                    }
                    try await eventually("seen by avahi-browse") {
                        let seen = try await avahi.browse("_S5._sub._hap._tcp")
                        return seen.contains(#";our-lamp.local;192.0.2.5;5001;"ci=5" "sf=1" "s#=1""#)
                    }
                    await publisher.withdraw(id)
                    try await eventually("withdrawn") { try await !avahi.browse("_hap._tcp").contains("our-lamp") }
                }
            }
        }

        @Test func changedTXTIsSeenAsAChangeOfTheSameService() async throws {
            try await withPrivateAvahi { avahi in
                try await withPublisher { publisher in
                    try await withBrowser { network in
                        let id = try await publisher.publish(lamp())
                        _ = try await network.found("Our lamp")
                        let paired = lampTXT.map { Array(($0 == "sf=1" ? "sf=0" : $0).utf8) }
                        try await publisher.update(id, txt: paired)
                        _ = try await network.changed("paired") { service in
                            if case .homeKit(let record) = service.record { record.isPaired } else { false }
                        }
                    }
                }
            }
        }

        @Test func aTakenNameGetsAnAlternative() async throws {
            try await withPrivateAvahi { avahi in
                _ = try await avahi.publish("Our lamp", "_hap._tcp", port: 1, txt: ["id=00:00:00:00:00:01"])
                try await eventually("the name is taken") { try await avahi.browse("_hap._tcp").contains(";1;") }
                try await withPublisher { publisher in
                    let first = try await publisher.publish(lamp())
                    // Equal records would be no conflict.
                    var other = lamp()
                    other.port += 1
                    let second = try await publisher.publish(other)
                    try await eventually("both have names of their own") {
                        let names = await [publisher.state(of: first), publisher.state(of: second)]
                        return names.contains(.established(name: "Our lamp #2"))
                            && names.contains(.established(name: "Our lamp #3"))
                    }
                }
            }
        }

        @Test func everythingIsPublishedAgainWhenTheDaemonReturns() async throws {
            try await withPrivateAvahi(daemon: false) { avahi in
                try await withPublisher { publisher in
                    let id = try await publisher.publish(lamp())
                    for _ in 1...2 {
                        #expect(await publisher.state(of: id) == .waiting)
                        try await avahi.startDaemon()
                        try await eventually("published") {
                            await publisher.state(of: id) == .established(name: "Our lamp")
                        }
                        try await eventually("seen by avahi-browse") {
                            try await avahi.browse("_hap._tcp").contains("Our\\032lamp")
                        }
                        await avahi.killDaemon()
                        try await eventually("the loss is noticed") { await publisher.state(of: id) == .waiting }
                    }
                }
            }
        }

        @Test func attemptsWithoutABusAreEverFurtherApart() async throws {
            try await withPrivateAvahi(bus: false, daemon: false) { _ in
                let clock = HurriedClock()
                try await withPublisher(clock: clock) { publisher in
                    try await publisher.publish(lamp())
                    try await eventually("seven attempts") { clock.slept.count >= 7 }
                    let milliseconds = clock.slept.prefix(7).map { Int($0 / .milliseconds(1)) }
                    #expect(milliseconds == [200, 400, 800, 1600, 3200, 5000, 5000])
                }
            }
        }

        @Test func stoppingSaysGoodbye() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    let lost = try await withPublisher { publisher in
                        try await publisher.publish(lamp())
                        return try await network.found("Our lamp").id
                    }
                    try await network.lost(lost)
                }
            }
        }
    }
}

@Suite struct PublishedServiceTests {
    @Test(arguments: [
        PublishedService(name: "", type: "_hap._tcp", port: 1),
        PublishedService(name: String(repeating: "é", count: 32), type: "_hap._tcp", port: 1),
        PublishedService(name: "a\0b", type: "_hap._tcp", port: 1),
        PublishedService(name: "a", type: "_hap._sctp", port: 1),
        PublishedService(name: "a", type: "hap", port: 1),
        PublishedService(name: "a", type: "_hap._tcp", subtypes: ["a.b"], port: 1),
        PublishedService(name: "a", type: "_hap._tcp", port: 1, txt: [[]]),
        PublishedService(name: "a", type: "_hap._tcp", port: 1, txt: [Array(repeating: 65, count: 256)]),
        PublishedService(name: "a", type: "_hap._tcp", port: 1, host: .init(label: "a.b", address: "192.0.2.1")),
        PublishedService(name: "a", type: "_hap._tcp", port: 1, host: .init(label: "a", address: "example.org")),
    ])
    func whatCannotBePublishedIsRefusedInWords(service: PublishedService) throws {
        let error = #expect(throws: AvahiError.self) { try service.validate() }
        #expect(error?.description.hasPrefix("This service cannot be published: ") == true)
    }
}
