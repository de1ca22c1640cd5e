import HomeModel
import TestSupport
import Testing

@testable import AvahiDiscovery

extension RealAvahiTests {
    @Suite struct ReconnectTests {
        @Test func servicesSurviveThreeKillsOfTheDaemon() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    for round in 1...3 {
                        let name = "Lamp \(round)"
                        let txt = lampTXT + ["x=\(round)"]
                        _ = try await avahi.publish(name, type: "_hap._tcp", port: 80, txt: txt)
                        // The accessory has a new name in each round: it is found in the first round and changed in the later ones.
                        try await network.next("the browser reports \(name)") { change in
                            switch change {
                            case .found(let lamp), .changed(let lamp): lamp.announcedName == name ? true : nil
                            case .lost: nil
                            }
                        }
                        await avahi.killDaemon()
                        try await eventually("the browser notices the loss of the daemon") {
                            switch await network.browser.health.status {
                            case .unavailable(_, .daemonNotRunning): true
                            default: false
                            }
                        }
                        #expect(await network.browser.services.count == 1)
                        try await avahi.startDaemon()
                        try await eventually("discovery runs again") { await network.isRunning }
                    }
                    #expect(await network.browser.services.map(\.id.identity) == [lampID.lowercased()])
                    // An address of another interface may still be reported; nothing may be lost.
                    #expect(await !network.remainingChanges.contains { if case .lost = $0 { true } else { false } })
                }
            }
        }

        @Test func lateBusOnlyDelaysDiscovery() async throws {
            try await withPrivateAvahi(bus: false, daemon: false) { avahi in
                try await withBrowser { network in
                    try await eventually("the bus is reported as unreachable") {
                        await network.isUnavailable(.busUnreachable)
                    }
                    try await avahi.startBus()
                    try await eventually("the daemon is reported as not running") {
                        await network.isUnavailable(.daemonNotRunning)
                    }
                    try await avahi.startDaemon()
                    _ = try await avahi.publish("Lamp", type: "_hap._tcp", port: 80, txt: lampTXT)
                    _ = try await network.found("Lamp")
                    #expect(await network.isRunning)

                    await avahi.stopBus()
                    try await eventually("the browser notices the loss of the bus") {
                        await network.isUnavailable(.busUnreachable)
                    }
                    #expect(await network.browser.services.count == 1)
                }
            }
        }

        @Test func serviceThatDoesNotReturnIsLostAfterTheGracePeriod() async throws {
            try await withPrivateAvahi { avahi in
                let clock = GatedClock(blocking: AvahiBrowser.gracePeriod)
                try await withBrowser(clock: clock) { network in
                    _ = try await avahi.publish("Lamp", type: "_hap._tcp", port: 80, txt: lampTXT)
                    let lamp = try await network.found("Lamp")
                    await avahi.killDaemon()
                    try await eventually("the grace period has begun") { clock.isBlocking }
                    #expect(await network.browser.services.count == 1)
                    clock.release()
                    try await network.lost(lamp.id)
                }
            }
        }
    }
}

extension BrowsedNetwork {
    fileprivate var isRunning: Bool {
        get async {
            if case .running = await browser.health.status { true } else { false }
        }
    }

    fileprivate func isUnavailable(_ expected: AvahiError) async -> Bool {
        if case .unavailable(_, let reason) = await browser.health.status { reason == expected } else { false }
    }
}
