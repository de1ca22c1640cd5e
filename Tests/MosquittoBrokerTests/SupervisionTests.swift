import Concurrency
import Foundation
import HomeCertificates
import TestSupport
import Testing

@testable import MosquittoBroker

@Suite struct SupervisionTests {
    @Test func killedBrokerRestartsWithItsSavedMessages() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let lamp = try await home.device("hall-lamp")
            let control = home.lane(.control)
            try await control.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("on", to: "hall-lamp/state")
            // The broker also saves periodically, and each time into a new file.
            let before = home.savedFile
            try await broker.save()
            try await eventually("the broker has saved") { home.savedFile != before }
            let first = try #require(await broker.health.pid)
            try await supervised(broker) { () async throws in
                kill(first, SIGKILL)
                try await eventually("the broker runs again") { await home.isRunning(broker, restarts: 1) }
                #expect(await broker.health.pid != first)
                #expect(try await control.receive(1, from: "hall-lamp/#") == ["hall-lamp/state on"])
            }
        }
    }

    @Test func brokerThatHangsIsRestarted() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let first = try #require(await broker.health.pid)
            try await supervised(broker) { () async throws in
                kill(first, SIGSTOP)
                broker.reportSilence()
                try await eventually("a new broker runs") {
                    let health = await broker.health
                    return health.restarts == 1 && health.pid != nil && health.pid != first
                }
                #expect(await broker.health.problem == nil)
            }
        }
    }

    @Test func brokerThatHangsIsToldFromOneThatResponds() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let pid = try #require(await broker.health.pid)
            let probe = PortProbe(port: home.settings.port, address: "127.0.0.1")
            #expect(probe.isHandled(withinMilliseconds: 60_000))
            kill(pid, SIGSTOP)
            #expect(!probe.isHandled(withinMilliseconds: 100))
            kill(pid, SIGCONT)
            #expect(probe.isHandled(withinMilliseconds: 60_000))
        }
    }

    @Test func runningBrokerOfAnEarlierGatewayIsReattached() async throws {
        try await BrokerHome.with { home in
            let first = try await home.broker()
            try await first.start()
            let second = try await home.broker()
            try await second.start()
            let (before, after) = (await first.health, await second.health)
            #expect(after.pid == before.pid)
            #expect(after.wasReattached && !before.wasReattached)
            // A broker that is not a child process is supervised and restarted too.
            let pid = try #require(after.pid)
            try await supervised(second) { () async throws in
                kill(pid, SIGKILL)
                try await eventually("the broker runs again") { await home.isRunning(second, restarts: 1) }
            }
            await second.stop()
            #expect(BrokerProcess.find(in: home.settings.folder) == nil)
        }
    }

    @Test func brokerRunsInItsOwnProcessSession() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            try await broker.start()
            let pid = try #require(await broker.health.pid)
            #expect(getsid(pid) == pid && getsid(pid) != getsid(0))
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
            let streams = try [0, 1, 2].map {
                try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\($0)")
            }
            #expect(descriptors.count < 12)
            #expect(streams[0] == "/dev/null" && streams[1...].allSatisfy { $0.hasSuffix("/mosquitto.log") })
        }
    }

    @Test func changedConfigurationRestartsTheRunningBroker() async throws {
        try await BrokerHome.with { home in
            let first = try await home.broker()
            try await first.start()
            var settings = home.settings
            settings.saveWindowSeconds = 30
            let second = try await BrokerHome(
                folder: home.folder, certificates: home.certificates, settings: settings
            ).broker()
            try await second.start()
            let (before, after) = (await first.health, await second.health)
            #expect(after.pid != before.pid && !after.wasReattached)
            #expect(after.saveWindowSeconds == 30)
            let files = try FileManager.default.contentsOfDirectory(atPath: home.settings.folder)
            #expect(files.filter { $0.hasSuffix(".conf") }.count == 1)
        }
    }

    /// A gateway was killed between the exchange of the roots and the restart of the broker.
    @Test func brokerWithFormerRootsIsRestartedByTheNextGateway() async throws {
        try await BrokerHome.with { home in
            let first = try await home.broker(devices: ["hall-lamp"])
            try await first.start()
            #expect(try await home.certificates.beginRotation(now: Date()))
            #expect(try await home.certificates.finishRotation(now: Date()))
            // This gateway has written the files, and was killed too.
            _ = try await home.broker(devices: ["hall-lamp"])
            let next = try await home.broker(devices: ["hall-lamp"])
            #expect(await next.hasUnreadRoots)
            try await next.start()
            let (before, after) = (await first.health, await next.health)
            #expect(after.pid != before.pid && !after.wasReattached)
            #expect(await !next.hasUnreadRoots)
            #expect(try await home.device("hall-lamp").publish("on", to: "hall-lamp/state").isSuccess)
            // The next gateway finds nothing to do.
            let last = try await home.broker(devices: ["hall-lamp"])
            try await last.start()
            #expect(await last.health.wasReattached)
        }
    }

    @Test func rootsOfAFailedUpdateStayRecordedUntilABrokerStartsWithThem() async throws {
        try await BrokerHome.with { home in
            let broker = try await home.broker()
            _ = try await home.certificates.beginRotation(now: Date())
            let identity = try await home.certificates.brokerIdentity()
            await #expect(throws: BrokerError.self) { try await broker.update(identity: identity) }
            #expect(await broker.hasUnreadRoots)
            try await broker.start()
            #expect(await !broker.hasUnreadRoots)
        }
    }

    @Test(arguments: [
        Data("not a database at all".utf8), Data("short".utf8),
        Data([0x00, 0xB5, 0x00] + Array("mosquitto db".utf8) + [UInt8](repeating: 0xFF, count: 64)),
    ])
    func damagedDatabaseIsQuarantined(damage: Data) async throws {
        try await BrokerHome.with { home in
            let first = try await home.broker()
            let database = "\(home.settings.folder)/data/mosquitto.db"
            try damage.write(to: URL(filePath: database))
            try await first.start()
            #expect(await first.health.quarantined == ["mosquitto.db.damaged-1"])
            #expect(try Data(contentsOf: URL(filePath: "\(database).damaged-1")) == damage)
            await first.stop()
            try damage.write(to: URL(filePath: database))
            let second = try await home.broker()
            try await second.start()
            #expect(await second.health.quarantined == ["mosquitto.db.damaged-2"])
        }
    }

    @Test func queuedMessagesSurviveAStop() async throws {
        try await BrokerHome.with { home in
            let first = try await home.broker(devices: ["hall-lamp"])
            try await first.start()
            let (lamp, telemetry) = (try await home.device("hall-lamp"), home.lane(.telemetry))
            try await telemetry.subscribeDurably(to: "hall-lamp/#")
            for value in ["1", "2", "3"] { try await lamp.publish(value, to: "hall-lamp/t", more: "-q", "0") }
            // The broker acknowledges only this message, after it has read the messages before it.
            try await lamp.publish("4", to: "hall-lamp/t")
            await first.stop()
            #expect(await first.health.pid == nil)
            try await home.broker(devices: ["hall-lamp"]).start()
            let received = try await telemetry.receive(4, from: "hall-lamp/#")
            #expect(received == (1...4).map { "hall-lamp/t \($0)" })
        }
    }

    @Test func portInUseErrorNamesTheHolder() async throws {
        try await BrokerHome.with { home in
            try await home.broker().start()
            try await BrokerHome.with { other in
                let settings = BrokerSettings(
                    folder: other.settings.folder, port: home.settings.port, bindAddress: "127.0.0.1")
                let second = try await BrokerHome(
                    folder: other.folder, certificates: other.certificates, settings: settings
                ).broker()
                let error = await #expect(throws: BrokerError.self) { try await second.start() }
                let text = error?.description ?? ""
                #expect(text.hasPrefix("TCP port \(home.settings.port) is in use by mosquitto (process "))
                #expect(text.hasSuffix("choose another port with --mqtt-port."))
            }
        }
    }

    @Test func missingProgramErrorSaysHowToInstallIt() async throws {
        try await BrokerHome.with { home in
            var settings = home.settings
            settings.executable = "/nowhere/mosquitto"
            let without = BrokerHome(folder: home.folder, certificates: home.certificates, settings: settings)
            await #expect(throws: BrokerError.notInstalled) { try await without.broker() }
            #expect(BrokerError.notInstalled.description.contains("sudo apt install mosquitto"))
        }
    }

    @Test func programThatMayNotBeStartedIsNoMissingOne() async throws {
        try await BrokerHome.with { home in
            var settings = home.settings
            settings.executable = "\(home.folder)/mosquitto"
            try Data().write(to: URL(filePath: "\(home.folder)/mosquitto"))
            let other = BrokerHome(folder: home.folder, certificates: home.certificates, settings: settings)
            let expected = BrokerError.programForbidden(path: "\(home.folder)/mosquitto")
            await #expect(throws: expected) { try await other.broker() }
            #expect(expected.description.contains("mqtt.broker to service"))
        }
    }

    @Test func serviceOfThePackageOnThePortIsNamedWithItsRemedy() {
        let text = BrokerError.portInUse(port: 8883, by: BrokerService.unit).description
        #expect(text.hasPrefix("TCP port 8883 is in use by tomte-broker.service, the broker of the installed package:"))
        #expect(text.contains("sudo systemctl mask --now tomte-broker"))
    }

    @Test func fileInPlaceOfTheFolderIsReported() async throws {
        try await BrokerHome.with { home in
            try Data().write(to: URL(filePath: home.settings.folder))
            await #expect(throws: BrokerError.file(.notAFolder(path: home.settings.folder))) { try await home.broker() }
        }
    }

    @Test func everySettingIsAcceptedWithoutAWarning() async throws {
        try await BrokerHome.with { home in
            try await home.broker().start()
            let beginning = home.log.prefix(upTo: home.log.range(of: " running")?.lowerBound ?? home.log.endIndex)
            #expect(!beginning.contains("Error") && !beginning.contains("Warning"), "\(beginning)")
        }
    }

    @Test func delayBetweenStartsGrows() {
        var backoff = Broker.restartBackoff
        let delays = (0..<12).map { _ in backoff.next() }
        #expect(delays[0] == .zero && delays[1] == .milliseconds(250) && delays[2] == .milliseconds(500))
        #expect(delays.last == .seconds(30))
    }

    private func supervised(_ broker: Broker, body: () async throws -> Void) async throws {
        async let running: Void = broker.run()
        try await body()
        await broker.stop()
        await running
    }
}
