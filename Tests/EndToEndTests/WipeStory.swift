import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A home is wiped, by a gateway that runs and beside one that is stopped, and is as at its first start.
@Suite(.timeLimit(.minutes(20))) struct WipeStory {
    private static let texts = ["Zquxanna Wrblova", "zquxanna-wrblova"]

    private func fill(_ home: HomeUnderTest) async throws {
        for command in [
            ["people", "add", "Zquxanna Wrblova", "--role", "owner"],
            ["people", "role", "zquxanna-wrblova", "member", "--as", "zquxanna-wrblova"],
        ] { _ = try await home.tomte.run(command) }
        #expect(try !ByteSearch(Self.texts).hits(in: home.state).isEmpty)
    }

    @Test func wipedGatewayStartsAsAtTheFirstTime() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                try await fill(home)
                let refused = try await home.tomte("wipe", "--name", "House")
                #expect(refused.status != 0 && refused.errors.contains("name"))
                let wiped = try await home.tomte("wipe", "--name", "Home", "--json")
                #expect(wiped.status == 0, "\(wiped.errors)")
                let result = try wiped.json(WipeBody.self)
                #expect(result.state == .wiping && result.byHand == ["Lamp"])
            }
            try await eventually("the gateway serves an empty home") {
                let people = try await home.tomte("people", "list", "--json")
                return people.status == 0 && people.output.contains("[]")
            }
            #expect(try await home.devices().isEmpty)
            #expect(try await home.tomte("audit", "verify").status == 0)
            #expect(try ByteSearch(Self.texts).hits(in: home.state).isEmpty)
            #expect(!FileManager.default.fileExists(atPath: "\(home.state)/wipe.requested"))
        }
    }

    @Test func homeOfAStoppedGatewayIsWiped() async throws {
        try await withHome { home in
            try await fill(home)
            await home.stopGateway()
            let refused = try await home.tomte("wipe", "--name", "House")
            #expect(refused.status != 0)
            #expect(FileManager.default.fileExists(atPath: "\(home.state)/home.sqlite"))
            let wiped = try await home.tomte("wipe", "--name", "Home")
            #expect(wiped.status == 0, "\(wiped.errors)")
            #expect(!FileManager.default.fileExists(atPath: "\(home.state)/home.sqlite"))
            #expect(try ByteSearch(Self.texts).hits(in: home.state).isEmpty)
            try await home.startGateway()
            #expect(try await home.tomte("people", "list", "--json").output.contains("[]"))
        }
    }

    /// A wipe that a kill interrupted goes on before the gateway opens anything.
    @Test func interruptedWipeGoesOnAtTheNextStart() async throws {
        try await withHome { home in
            try await fill(home)
            await home.killGateway()
            try Data([1]).write(to: URL(filePath: "\(home.state)/wipe.requested"))
            try FileManager.default.removeItem(atPath: "\(home.state)/audit/heads.signed")
            try await home.startGateway()
            #expect(try await home.tomte("people", "list", "--json").output.contains("[]"))
            #expect(try await home.tomte("audit", "verify").status == 0)
            #expect(try ByteSearch(Self.texts).hits(in: home.state).isEmpty)
        }
    }
}
