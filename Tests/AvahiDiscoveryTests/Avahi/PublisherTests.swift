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

        @Test func avahiBrowseFindsAServicePublishedOnItsOwnHost() async throws {
            try await withPrivateAvahi { avahi in
                try await withPublisher { publisher in
                    let host = PublishedService.Host(label: "our-lamp", addresses: [.init("192.0.2.5")])
                    let id = try await publisher.publish(lamp(host: host))
                    try await eventually("the service is published") {
                        await publisher.state(of: id) == .established(name: "Our lamp", hostLabel: "our-lamp")
                    }
                    try await eventually("avahi-browse finds the service") {
                        let seen = try await avahi.browse("_S5._sub._hap._tcp")
                        return seen.contains(#";our-lamp.local;192.0.2.5;5001;"ci=5" "sf=1" "s#=1""#)
                    }
                    await publisher.withdraw(id)
                    try await eventually("the service is withdrawn") {
                        try await !avahi.browse("_hap._tcp").contains("our-lamp")
                    }
                }
            }
        }

        @Test func changedTXTIsReportedAsAChangeOfTheSameService() async throws {
            try await withPrivateAvahi { avahi in
                try await withPublisher { publisher in
                    try await withBrowser { network in
                        let id = try await publisher.publish(lamp())
                        _ = try await network.found("Our lamp")
                        let paired = lampTXT.map { Array(($0 == "sf=1" ? "sf=0" : $0).utf8) }
                        try await publisher.update(id, txt: paired)
                        _ = try await network.changed("the service is paired") { service in
                            if case .homeKit(let record) = service.record { record.isPaired } else { false }
                        }
                    }
                }
            }
        }

        @Test func nameInUseIsReplacedByAnAlternative() async throws {
            try await withPrivateAvahi { avahi in
                _ = try await avahi.publish("Our lamp", type: "_hap._tcp", port: 1, txt: ["id=00:00:00:00:00:01"])
                try await eventually("the name is in use") { try await avahi.browse("_hap._tcp").contains(";1;") }
                try await withPublisher { publisher in
                    let first = try await publisher.publish(lamp())
                    // Equal records are no conflict, so the ports differ.
                    var other = lamp()
                    other.port += 1
                    let second = try await publisher.publish(other)
                    try await eventually("both services have alternative names") {
                        let names = await [publisher.state(of: first), publisher.state(of: second)]
                        return names.contains(.established(name: "Our lamp #2", hostLabel: nil))
                            && names.contains(.established(name: "Our lamp #3", hostLabel: nil))
                    }
                }
            }
        }

        @Test func servicesArePublishedAgainWhenTheDaemonRestarts() async throws {
            try await withPrivateAvahi(daemon: false) { avahi in
                try await withPublisher { publisher in
                    let id = try await publisher.publish(lamp())
                    for _ in 1...2 {
                        #expect(await publisher.state(of: id) == .waiting)
                        try await avahi.startDaemon()
                        try await eventually("the service is published") {
                            await publisher.state(of: id) == .established(name: "Our lamp", hostLabel: nil)
                        }
                        try await eventually("avahi-browse finds the service") {
                            try await avahi.browse("_hap._tcp").contains("Our\\032lamp")
                        }
                        await avahi.killDaemon()
                        try await eventually("the publisher notices the loss of the daemon") {
                            await publisher.state(of: id) == .waiting
                        }
                    }
                }
            }
        }

        @Test func attemptsWithoutABusBackOffExponentially() async throws {
            try await withPrivateAvahi(bus: false, daemon: false) { _ in
                let clock = AcceleratedClock()
                try await withPublisher(clock: clock) { publisher in
                    try await publisher.publish(lamp())
                    try await eventually("seven attempts were made") { clock.completedSleeps.count >= 7 }
                    let milliseconds = clock.completedSleeps.prefix(7).map { Int($0 / .milliseconds(1)) }
                    #expect(milliseconds == [200, 400, 800, 1600, 3200, 5000, 5000])
                }
            }
        }

        @Test func stoppedPublisherWithdrawsItsServices() async throws {
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
