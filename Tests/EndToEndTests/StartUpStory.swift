import Foundation
import GRDB
import GatewayWire
import Glibc
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A gateway that cannot start prints the reason in one sentence. A gateway that is stopped leaves no program running.
@Suite(.timeLimit(.minutes(15))) struct StartUpStory {
    @Test func portInUseIsReported() async throws {
        try await withHome(isStarted: false) { home in
            let holder = try #require(OccupiedPort(home.mqttPort))
            try await home.expectRefusedStart(status: 69, "TCP port \(home.mqttPort) is in use by")
            #expect(home.brokerProcess == nil)
            withExtendedLifetime(holder) {}
        }
    }

    @Test(.enabled(if: PrivateAvahi.isAvailable, "hiding a program needs root and unshare"))
    func missingBrokerIsReportedWithTheInstallCommand() async throws {
        let hidden =
            "for folder in /usr/sbin /usr/local/sbin; do mount -t tmpfs tmpfs $folder; done; exec \"$0\" \"$@\""
        try await withHome(isStarted: false) { home in
            try await home.expectRefusedStart(
                status: 78, "mosquitto is not installed", "sudo apt install mosquitto",
                under: ["unshare", "--mount", "sh", "-ec", hidden])
        }
    }

    @Test(.enabled(if: PrivateAvahi.isAvailable, "a read-only file system needs root and unshare"))
    func readOnlyStateFolderIsReported() async throws {
        try await withHome(isStarted: false) { home in
            let readOnly = "mkdir $1.d && mount -t tmpfs -o ro tmpfs $1.d && exec \"$0\" run --state $1.d/home"
            let refused = try await home.tomte.run([home.state], under: ["unshare", "--mount", "sh", "-ec", readOnly])
            rmdir("\(home.state).d")
            #expect(refused.status == 78)
            #expect(refused.errors.containsMessage("\(home.state).d/home: Read-only file system"))
        }
    }

    @Test func impossibleStateFolderIsReported() async throws {
        try await withHome(isStarted: false) { home in
            try Data().write(to: URL(fileURLWithPath: home.state))
            let file = try await home.tomte("run", "--state", home.state)
            #expect(file.status == 78)
            #expect(file.errors.containsMessage("\(home.state) must be a folder, not a file or a link."))

            let below = try await home.tomte("run", "--state", "\(home.state)/home")
            #expect(below.status == 78)
            #expect(below.errors.containsMessage("\(home.state)/home: Not a directory"))

            let long = "\(home.state)-" + String(repeating: "x", count: 120)
            let tooLong = try await home.tomte("run", "--state", long)
            #expect(tooLong.status == 78)
            #expect(tooLong.errors.containsMessage("bytes too long for a socket: choose a shorter one with --state."))
            #expect(!FileManager.default.fileExists(atPath: long))
        }
    }

    @Test func allMistakesInAConfigurationAreReportedAtOnce() async throws {
        let settings = """
            home: { name: "a/b" }
            mqtt:
              port: 99999
              bindAdress: 127.0.0.1
            storage: { commitMilliseconds: soon }
            logging: { level: loud }
            """
        try await withHome(settings: settings, isStarted: false) { home in
            let refused = try await home.tomte.run(home.runArguments)
            #expect(refused.status == 78)
            for mistake in [
                "5 mistakes", "line 1: home.name must be", "line 3: mqtt.port must be a whole number from 1 to 65535",
                "line 4: mqtt.bindAdress is not a setting", "line 5: storage.commitMilliseconds must be",
                "line 6: logging.level must be one of trace",
            ] { #expect(refused.errors.containsMessage(mistake), "\(refused.errors)") }
            #expect(refused.errors.split(separator: "\n").count == 6)
            #expect(!FileManager.default.fileExists(atPath: home.state))
        }
    }

    /// The messages of devices wait at a running broker until a person has repaired the home. A broker that the failed
    /// start has started is stopped.
    @Test func failedStartDoesNotStopARunningBroker() async throws {
        try await withHome { home in
            let broker = try #require(home.brokerProcess)
            await home.killGateway()
            try await DatabaseQueue(path: "\(home.state)/home.sqlite").write { db in
                try db.execute(sql: "INSERT INTO person (id, name, role) VALUES ('kim', 'Kim', 'king')")
            }
            #expect(try await home.tomte.run(home.runArguments).status == 65)
            #expect(home.brokerProcess == broker)
            kill(broker, SIGTERM)
            try await eventually("the broker has ended") { home.brokerProcess == nil }
            #expect(try await home.tomte.run(home.runArguments).status == 65)
            #expect(home.brokerProcess == nil)
        }
    }

    @Test func secondGatewayOnTheSameHomeIsRefused() async throws {
        try await withHome { home in
            let broker = try #require(home.brokerProcess)
            try await home.expectRefusedStart(status: 75, "Only one gateway can run for a home")
            #expect(home.brokerProcess == broker)
            #expect(try await home.tomte("doctor", "--json").status == 0)
        }
    }

    /// A device is connected, a client watches events, and a command is pending.
    @Test func ctrlCEndsTheGatewayAndTheBroker() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { devices in
                try await home.adopt(.lamp)
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                try await devices.inject(Fault(.stick), device: "lamp")
                try await withWatch(of: home) { watch in
                    async let command = home.tomte("send", "lamp", "switch", "on", "--deadline", "60")
                    try await eventually("the command is pending") { watch.events.contains(where: \.isCommand) }
                    #expect(try await home.interruptGateway() == 0)
                    #expect(home.brokerProcess == nil)
                    #expect(try await command.status != 0)
                }
                let absent = try await home.tomte("status")
                #expect(absent.status == 69)
                #expect(absent.errors.contains("No gateway is running"))
            }
        }
    }

    /// The first owner claims the home with this code, which never expires. It must not be in a journal.
    @Test func claimCodeIsShownOnATerminalOnly() async throws {
        try await withHome { home in
            let code = try await home.tomte("people", "claim", "--json").json(PairingPayload.self).code
            #expect(!code.isEmpty)
            await home.stopGateway()
            try await home.startGateway()
            try await eventually("the log names the command") { home.log.contains("tomte setup") }
            #expect(!home.log.contains("tomte pair") && !home.log.contains("The code is"))
            await home.stopGateway()

            // The same program runs on a terminal.
            let shown = "\(home.state).terminal"
            defer { try? FileManager.default.removeItem(atPath: shown) }
            let command = home.tomte.words(home.runArguments).joined(separator: " ")
            let terminal = try ChildProcess(
                ["script", "--quiet", "--flush", "--command", command, "/dev/null"], output: shown)
            try await eventually("the code is shown") {
                let text = (try? String(contentsOfFile: shown, encoding: .utf8)) ?? ""
                return text.contains("The code is") && text.contains("tomte pair")
            }
            for id in home.gatewayProcesses { kill(id, SIGTERM) }
            _ = await terminal.finish()
        }
    }

    @Test func brokerOfAKilledGatewayIsReusedByTheNextGateway() async throws {
        try await withHome { home in
            let broker = try #require(home.brokerProcess)
            await home.killGateway()
            #expect(home.brokerProcess == broker)
            let absent = try await home.tomte("status")
            #expect(absent.status == 69)
            #expect(absent.errors.contains("The gateway ended without removing its socket"))

            try await home.startGateway()
            #expect(home.brokerProcess == broker)
            try await eventually("both lanes are connected") { try await home.tomte("doctor").status == 0 }
            #expect(try await home.tomte("audit", "verify").status == 0)
            await home.stopGateway()
            #expect(home.brokerProcess == nil)
        }
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func expectRefusedStart(
        status: Int32, _ reasons: String..., under wrapper: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let refused = try await tomte.run(runArguments, under: wrapper)
        #expect(refused.status == status, sourceLocation: sourceLocation)
        for reason in reasons {
            #expect(refused.errors.containsMessage(reason), "\(refused.errors)", sourceLocation: sourceLocation)
        }
    }
}

extension String {
    /// Whether the text is a message of the program, which begins with its name, and contains `part`. Line breaks count
    /// as spaces.
    func containsMessage(_ part: String) -> Bool {
        let text = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.contains("tomte: ") && text.contains(part)
    }
}
