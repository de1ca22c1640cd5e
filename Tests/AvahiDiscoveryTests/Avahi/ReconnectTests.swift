import HomeModel
import TestSupport
import Testing

@testable import AvahiDiscovery

extension RealAvahiTests {
    @Suite struct ReconnectTests {
        @Test func servicesAreKeptAndFoundAgainWhenTheDaemonIsKilledThreeTimes() async throws {
            try await withPrivateAvahi { avahi in
                try await withBrowser { network in
                    for round in 1...3 {
                        let name = "Lamp \(round)"
                        let txt = lampTXT + ["x=\(round)"]
                        _ = try await avahi.publish(name, "_hap._tcp", port: 80, txt: txt)
                        // The same accessory under a new name: found the first time, changed ever after.
                        try await network.next("\(name) seen") { change in
                            switch change {
                            case .found(let lamp), .changed(let lamp): lamp.announcedName == name ? true : nil
                            case .lost: nil
                            }
                        }
                        await avahi.killDaemon()
                        try await eventually("the loss of the daemon is noticed") {
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
                    #expect(await network.rest.isEmpty)
                }
            }
        }

        @Test func aBusThatComesLateOnlyDelaysDiscovery() async throws {
            try await withPrivateAvahi(bus: false, daemon: false) { avahi in
                try await withBrowser { network in
                    try await eventually("no bus") {
                        await network.isUnavailable(.busUnreachable)
                    }
                    try await avahi.startBus()
                    try await eventually("a bus without daemon") { await network.isUnavailable(.daemonNotRunning) }
                    try await avahi.startDaemon()
                    _ = try await avahi.publish("Lamp", "_hap._tcp", port: 80, txt: lampTXT)
                    _ = try await network.found("Lamp")
                    #expect(await network.isRunning)

                    await avahi.stopBus()
                    try await eventually("the bus is gone") { await network.isUnavailable(.busUnreachable) }
                    #expect(await network.browser.services.count == 1)
                }
            }
        }

        @Test func whatDoesNotComeBackIsLostAfterTheGrace() async throws {
            try await withPrivateAvahi { avahi in
                let clock = HeldClock(holding: AvahiBrowser.grace)
                try await withBrowser(clock: clock) { network in
                    _ = try await avahi.publish("Lamp", "_hap._tcp", port: 80, txt: lampTXT)
                    let lamp = try await network.found("Lamp")
                    await avahi.killDaemon()
                    try await eventually("the grace has begun") { clock.isHolding }
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
