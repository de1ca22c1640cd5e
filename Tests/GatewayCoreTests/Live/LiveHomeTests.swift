import HomeModel
import Testing

@testable import GatewayCore

/// Events about the home itself, which every subscriber receives.
@Suite(.timeLimit(.minutes(1))) struct LiveHomeTests {
    /// A person who may see no device receives these events too, and no others.
    @Test func lockdownAndNewNameAreAnnouncedToEveryone() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var guest = LiveEvents(of: await home.feed.subscribe(as: try await home.guest(seeing: [])))
            for isOn in [true, false] {
                try await home.lockdown.set(isOn, as: console)
                #expect(await guest.next()?.isOfHome == true)
            }
            await home.feed.publish([.devicesChanged])
            let service = HomeNameService(
                registry: home.registry, feed: home.feed, actions: home.actions, configured: "Home")
            try await service.rename(to: "Villa", as: console)
            #expect(await guest.next()?.isOfHome == true)
        }
    }

    @Test func repeatedLockdownCausesNoEvent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            var owner = LiveEvents(of: await home.feed.subscribe(as: console))
            for _ in 0..<2 { try await home.lockdown.set(true, as: console) }
            #expect(await owner.next()?.isOfHome == true)
            await home.feed.publish([.devicesChanged])
            #expect(await owner.next()?.isOfDevices == true)
        }
    }
}
