import HomeModel
import Testing

@testable import GatewayCore

/// What everyone hears of the home itself.
@Suite(.timeLimit(.minutes(1))) struct LiveHomeTests {
    /// A person who may see no device hears of it too, and of nothing else.
    @Test func everyoneHearsWhenALockdownBeginsAndEndsAndOfANewName() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var guest = LiveEvents(of: await home.feed.watch(as: try await home.guest(seeing: [])))
            for isOn in [true, false] {
                try await home.lockdown.set(isOn, as: console)
                #expect(await guest.next()?.isOfHome == true)
            }
            await home.feed.show([.devicesChanged])
            let naming = HomeNaming(registry: home.registry, feed: home.feed, acts: home.acts, configured: "Home")
            try await naming.rename(to: "Villa", as: console)
            #expect(await guest.next()?.isOfHome == true)
        }
    }

    @Test func lockdownThatIsOnAlreadyIsNoNews() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(DeviceID("lamp"), [.lamp])
            var owner = LiveEvents(of: await home.feed.watch(as: console))
            for _ in 0..<2 { try await home.lockdown.set(true, as: console) }
            #expect(await owner.next()?.isOfHome == true)
            await home.feed.show([.devicesChanged])
            #expect(await owner.next()?.isOfDevices == true)
        }
    }
}
