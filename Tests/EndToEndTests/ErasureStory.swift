import Foundation
import GatewayWire
import Glibc
import HomeModel
import SeededRandom
import SimulatedHome
import TestSupport
import Testing

/// A person is erased from a home that runs with a real broker: no byte of the state folder names them afterwards, also
/// when the gateway is killed at any moment of the erasure.
@Suite(.timeLimit(.minutes(30))) struct ErasureStory {
    private static let texts = [
        "Zquxanna Wrblova", "zquxanna-wrblova", "Zquxphone", "zquxtext", "zquxnote", "Zquxplate",
    ]
    /// A grey PNG picture of one pixel.
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJ"
        + "RU5ErkJggg=="
    private static let rounds = 6

    @Test func erasedPersonIsInNoByteOfTheStateFolder() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                try await fill(home)
                let search = ByteSearch(Self.texts)
                #expect(try !search.hits(in: home.state).isEmpty)
                let archive = "\(home.state).zip"
                defer { try? FileManager.default.removeItem(atPath: archive) }
                let exported = try await home.tomte(
                    "privacy", "export", "zquxanna-wrblova", "--with-readings", "-o", archive)
                #expect(exported.status == 0, "\(exported.errors)")
                let erased = try await home.tomte(
                    "privacy", "erase", "zquxanna-wrblova", "--name", "Zquxanna Wrblova", "--json")
                #expect(erased.status == 0, "\(erased.errors)")
                #expect(try erased.json(ErasureBody.self).state == .finished)
                try await expectErased(home, hint: "at once")
            }
        }
    }

    /// The gateway dies while it erases. The next start finishes the erasure before it serves.
    @Test func erasureThatAKillInterruptsIsFinishedAtTheNextStart() async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        var random = SeededGenerator(seed: seed, stream: "erasures")
        var interrupted = 0
        for round in 0..<Self.rounds {
            // The first erasures take some milliseconds, so short delays hit most steps.
            let delay = Duration.microseconds(Int64.random(in: 0...40_000, using: &random))
            let hint = "round \(round), seed \(seed), \(delay)"
            try await withHome { home in
                try await fill(home)
                let gateway = try #require(await home.gatewayProcess)
                async let answer = home.tomte(
                    "privacy", "erase", "zquxanna-wrblova", "--name", "Zquxanna Wrblova", "--json")
                // The moment counts from the intent, which the journal has.
                try await eventually("the erasure is journaled") {
                    FileManager.default.contents(atPath: "\(home.state)/erasures.journal")?.contains { $0 != 0 }
                        ?? false
                }
                try await ContinuousClock().sleep(for: delay)
                kill(gateway, SIGKILL)
                if try await answer.status != 0 { interrupted += 1 }
                await home.killGateway()
                try await home.startGateway()
                let erasures = try await home.tomte("privacy", "erasures", "--json").json([ErasureBody].self)
                // A kill before the intent was complete leaves everything as it was.
                if erasures.isEmpty {
                    #expect(try await home.tomte("people", "list").output.contains("Zquxanna"), "\(hint)")
                } else {
                    #expect(erasures.map(\.state) == [.finished], "\(hint)")
                    try await expectErased(home, hint: hint)
                }
            }
        }
        print("\(interrupted) of \(Self.rounds) erasures were interrupted, seed \(seed)")
    }

    private func fill(_ home: HomeUnderTest) async throws {
        let commands = [
            ["people", "add", "Olga", "--role", "owner"], ["people", "add", "Zquxanna Wrblova", "--role", "admin"],
            ["people", "add", "Kim", "--role", "guest", "--as", "zquxanna-wrblova"],
            ["home", "rename", "Villa", "--as", "zquxanna-wrblova"],
            ["incident", "open", "Zquxtext was stolen", "--note", "zquxtext", "--as", "zquxanna-wrblova"],
            ["people", "pin", "zquxanna-wrblova", "--as", "zquxanna-wrblova"],
            ["people", "remove", "olga", "--yes", "--as", "zquxanna-wrblova"],
        ]
        let notes = [
            ["appliances", "add", "Heat pump", "--note", "zquxnote of the pump", "--as", "zquxanna-wrblova"],
            [
                "maintenance", "history", "add", "New filter", "--appliance", "Heat pump", "--note",
                "zquxnote of the filter", "--by", "zquxanna-wrblova", "--as", "zquxanna-wrblova",
            ],
            [
                "maintenance", "add", "Clean the pump", "--appliance", "Heat pump", "--every", "6 months", "--note",
                "zquxnote of the task", "--as", "zquxanna-wrblova",
            ],
            [
                "maintenance", "done", "Clean the pump", "--day", "2026-01-10", "--note", "zquxnote of the cleaning",
                "--as", "zquxanna-wrblova",
            ],
        ]
        let path = "\(home.state).png"
        try #require(Data(base64Encoded: Self.picture)).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let photograph = [
            "appliances", "photo", "add", "Heat pump", path, "--title", "Zquxplate", "--as", "zquxanna-wrblova",
        ]
        for command in commands.prefix(3) + notes + [photograph] {
            let done = try await home.tomte.run(command)
            #expect(done.status == 0, "\(command): \(done.errors)")
        }
        // Acts and refusals, which are in the audit log whatever their result is.
        for command in commands.dropFirst(3) { _ = try await home.tomte.run(command) }
        try await home.withHTTPS { http in
            let phone = try await home.pair("zquxanna-wrblova", http: http)
            let client = try #require(await phone.session?.client)
            let renamed = try await home.tomte("people", "rename", "--client", client.rawValue, "Zquxphone")
            if renamed.status != 0 {
                _ = try await phone.send("PATCH", path: "/clients/\(client)", body: ["name": "Zquxphone"])
            }
            _ = try await phone.send(
                "POST", path: "/devices/lamp/commands", body: ["capability": "switch", "value": "zquxtext"])
        }
    }

    private func expectErased(_ home: HomeUnderTest, hint: String) async throws {
        let hits = try ByteSearch(Self.texts).hits(in: home.state)
        #expect(hits.isEmpty, "\(hint): \(hits)")
        #expect(!home.log.contains("qux"), "\(hint)")
        // A kill may leave files whose keys are destroyed. They are removed 30 days later.
        let photographs = try FileManager.default.contentsOfDirectory(atPath: "\(home.state)/attachments")
            .filter { !$0.hasSuffix(".unlisted") }
        #expect(photographs.isEmpty, "\(hint): \(photographs)")
        #expect(try await !home.tomte("people", "list").output.contains("Zquxanna"), "\(hint)")
        let verified = try await home.tomte("audit", "verify")
        #expect(verified.status == 0 && verified.output.contains("erased"), "\(hint): \(verified.output)")
        let entries = try await home.audit(.dataErase)
        #expect(entries.contains { $0.metadata["act"] == "end" && $0.target?.hasPrefix("~") == true }, "\(hint)")
        let audit = try await home.tomte("audit", "list", "--limit", "10000", "--json").output
        #expect(!audit.lowercased().contains("qux"), "\(hint)")
    }
}
