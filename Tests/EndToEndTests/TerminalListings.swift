import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// What the subcommands that list something print on a terminal of 80 columns, in a home with something in each list.
struct TerminalListings {
    private static let columns = 80
    /// `tomte devices show` has what this list cuts: the values of a device.
    private static let cutting = [["devices", "list"]]

    let home: HomeUnderTest

    /// The villa has one phone, with a long name, and what people of a home write down.
    func fill() async throws {
        for words in [
            ["people", "add", "Grandmother Elisabet", "--role", "owner"], ["people", "add", "Kim", "--role", "guest"],
            ["people", "add", "Grafana", "--role", "service"],
            ["people", "token", "grafana", "--scope", "viewMetrics"],
            ["people", "grant", "kim", "controlDevices", "--room", "Hall", "--until", "2d"],
            ["people", "grant", "kim", "viewEnergy", "--window", "sat,sun 08:00-20:00"],
            ["people", "deny", "kim", "controlDevices", "--device", "front-door"],
            ["people", "invite", "kim", "--approve-any", "--json"],
            ["invite", "kim", "--permission", "controlDevices", "--hours", "08-12", "--rooms", "Hall,Kitchen"],
            ["appliances", "import", Self.appliances],
            ["maintenance", "add", "Filter", "--appliance", "Heat pump", "--after", "500h", "--watts", "100"],
            ["maintenance", "add", "Test the smoke alarm", "--device", "hall-smoke-alarm", "--every", "6 months"],
            ["maintenance", "add", "New battery", "--device", "front-door", "--when", "battery<=99"],
            [
                "maintenance", "history", "add", "New filter of the ventilation", "--appliance", "Heat pump",
                "--provider", "Värmeservice AB", "--cost", "1249", "--currency", "SEK", "--note",
                "A coin opens the cover",
            ],
            ["maintenance", "history", "add", "New battery", "--device", "front-door", "--by", "Grandmother Elisabet"],
            [
                "incident", "open", "My phone was stolen", "--note",
                "On the train to Uppsala, at nine; it was not locked.",
            ],
            ["energy", "price", "1.85", "SEK", "--feed-in", "0.60", "--from", "2026-01-01"],
            ["retention", "hold", "grid-meter", "energy", "--reason", "dispute about a bill of the company"],
        ] {
            let done = try await home.tomte.run(words)
            #expect(done.status == 0, "\(words): \(done.errors)")
        }
        let remotes = home.remotes
        let payload = try await remotes.invitation(of: "grandmother-elisabet")
        #expect(try await remotes.pair("grandmother-elisabet", payload: payload).status == 0)
    }

    func fitTheTerminal() async throws {
        let incident = try await home.tomte("incident", "list", "--json").json([IncidentSummaryBody].self)
        let id = try #require(incident.first).id.rawValue
        for words in Self.listings + [["incident", "show", id], ["incident", "notice", id]] {
            let lines = try await self.lines(of: words)
            #expect(!lines.isEmpty, "\(words)")
            for line in lines {
                #expect(line.count <= Self.columns, "\(words): \(line)")
                // An act that has not ended begins with this character.
                #expect(!line.dropFirst().contains("…") || Self.cutting.contains(words), "\(words): \(line)")
            }
        }
    }

    func nameEverythingInFull() async throws {
        let clients = try await lines(of: ["people", "clients"]).joined(separator: "\n")
        for client in try await home.tomte("people", "clients", "--json").json([ClientBody].self) {
            for part in [client.id.rawValue, client.name, client.person.rawValue, client.thumbprint] {
                #expect(clients.contains(part), "\(part): \(clients)")
            }
        }
        let devices = try await lines(of: ["devices", "list"]).joined(separator: "\n")
        for device in try await home.devices() {
            #expect(devices.contains(device.id.rawValue) && devices.contains(device.name), "\(device.id)")
        }
        let heads = try await lines(of: ["audit", "heads"]).joined(separator: "\n")
        #expect(heads.matches(of: /[0-9a-f]{64}/).count == AuditSeverity.allCases.count, "\(heads)")
    }

    private static let appliances = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../simulators/villa-appliances.csv").standardizedFileURL.path

    private static let listings: [[String]] = [
        ["status"], ["home", "certificates"], ["home", "rights", "--as", "kim"], ["home", "time-zone"],
        ["devices", "list"], ["devices", "list", "--discovered"], ["devices", "show", "heat-pump"],
        ["devices", "credentials"], ["devices", "findings"], ["homekit", "list"], ["matter", "list"],
        ["matter", "trust", "list"], ["rooms", "list"], ["commands", "list", "garage-door"],
        ["readings", "fridge", "power", "--since", "1h"],
        ["readings", "fridge", "energy", "--since", "2d", "--resolution", "hour"], ["readings", "struck"],
        ["activity"], ["energy"], ["energy", "--by", "room"], ["energy", "--by", "hour", "--since", "3h"],
        ["energy", "--compare"], ["energy", "price"], ["appliances", "list"], ["appliances", "show", "Heat pump"],
        ["appliances", "history", "Heat pump"], ["maintenance", "list"], ["maintenance", "list", "--due"],
        ["maintenance", "batteries"], ["maintenance", "history"],
        ["maintenance", "suggest", "--appliance", "Heat pump"], ["layout"], ["people", "list"],
        ["people", "invitations"], ["people", "approve"], ["people", "clients"], ["people", "grants"],
        ["people", "grants", "--denies"], ["people", "token"], ["invitations"], ["lockdown"], ["clock"],
        ["audit", "list"], ["audit", "verify"], ["audit", "heads"], ["incident", "list"], ["incident", "keys"],
        ["incident", "rules"], ["retention", "show"], ["privacy"], ["privacy", "show", "auditLog"],
        ["privacy", "notice"], ["privacy", "consents"], ["privacy", "erasures"], ["privacy", "crash-reports", "list"],
    ]

    private func lines(of words: [String]) async throws -> [String] {
        let file = "\(home.state).listing"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let command = home.tomte.words(words + ["--state", home.state]).map { "'\($0)'" }.joined(separator: " ")
        let terminal = try ChildProcess(
            [
                "script", "--quiet", "--flush", "--return", "--command",
                "stty columns \(Self.columns); exec env NO_COLOR=1 \(command)", "/dev/null",
            ], output: file)
        #expect(await terminal.finish() == 0, "\(words)")
        return try String(contentsOfFile: file, encoding: .utf8).split(whereSeparator: \.isNewline).map(String.init)
    }
}
