import Foundation
import Glibc
import HomeCertificates
import TestSupport
import SystemPackage
import Testing

@testable import MosquittoBroker

/// A broker that the system runs as a service, at a stand-in for the service manager.
@Suite struct ServiceTests {
    @Test func brokerIsStartedByARequest() async throws {
        try await BrokerHome.withService { home, manager in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let health = await broker.health
            #expect(health.host == .service && health.pid != nil && !health.wasReattached)
            #expect(await manager.done == ["restart"])
            let lamp = try await home.device("hall-lamp")
            try await lamp.publish("on", to: "hall-lamp/state")
        }
    }

    @Test func filesAreReadableForTheGroupOfTheFolderOnly() async throws {
        try await BrokerHome.withService { home, _ in
            try await home.broker(devices: ["hall-lamp"]).start()
            let folder = try Stat(home.settings.folder)
            #expect(folder.permissions.rawValue == 0o2750)
            for name in ["mosquitto.conf", "access.acl", "broker.key", "broker.pem", "ca.pem", "passwords"] {
                let file = try Stat("\(home.settings.folder)/\(name)")
                #expect(file.permissions.rawValue == 0o640 && file.groupID == folder.groupID, "\(name)")
            }
        }
    }

    @Test func stoppedGatewayLeavesTheServiceRunning() async throws {
        try await BrokerHome.withService { home, manager in
            let first = try await home.broker()
            try await first.start()
            let before = try #require(await first.health.pid)
            await first.stop()
            #expect(await first.health.pid == nil)
            let second = try await home.broker()
            try await second.start()
            let health = await second.health
            #expect(health.pid == before && health.wasReattached)
            #expect(await manager.done == ["restart"])
        }
    }

    @Test func newAccessRulesAreReadAfterAReload() async throws {
        try await BrokerHome.withService { home, manager in
            let broker = try await home.broker()
            try await broker.start()
            let before = await broker.health.pid
            try await broker.update(access: home.access(["hall-lamp"]))
            #expect(await broker.health.pid == before)
            #expect(home.reloads == 1)
            #expect(await manager.done == ["restart", "reload", "save"])
            let (lamp, control) = (try await home.device("hall-lamp"), home.lane(.control))
            try await control.subscribeDurably(to: "hall-lamp/#")
            try await lamp.publish("on", to: "hall-lamp/state")
            #expect(try await control.receive(1, from: "hall-lamp/#") == ["hall-lamp/state on"])
        }
    }

    @Test func brokerSavesByARequest() async throws {
        try await BrokerHome.withService { home, _ in
            let broker = try await home.broker(devices: ["hall-lamp"])
            try await broker.start()
            let before = home.savedFile
            try await broker.save()
            try await eventually("the broker has saved") { home.savedFile != before }
        }
    }

    @Test func changedConfigurationRestartsTheService() async throws {
        try await BrokerHome.withService { home, manager in
            let first = try await home.broker()
            try await first.start()
            var settings = home.settings
            settings.outage.messagesPerSecond += 1
            let second = try await BrokerHome(
                folder: home.folder, certificates: home.certificates, settings: settings
            ).broker()
            try await second.start()
            let (before, after) = (await first.health, await second.health)
            #expect(after.pid != before.pid && !after.wasReattached)
            #expect(await manager.done == ["restart", "stop", "restart"])
        }
    }

    /// The gateway was killed after it had written a configuration, and before it requested the restart.
    @Test func configurationThatNoProcessMayHaveReadRestartsTheService() async throws {
        try await BrokerHome.withService { home, _ in
            let first = try await home.broker()
            try await first.start()
            try BrokerFiles(home.settings).record(.due)
            let second = try await home.broker()
            try await second.start()
            #expect(await second.health.wasReattached == false)
            #expect(await second.health.pid != first.health.pid)
        }
    }

    /// The gateway was killed between the exchange of the roots and the restart of the broker, which outlives it.
    @Test func serviceWithFormerRootsIsRestarted() async throws {
        try await BrokerHome.withService { home, manager in
            let first = try await home.broker()
            try await first.start()
            await first.stop()
            _ = try await home.certificates.beginRotation(now: Date())
            #expect(try await home.certificates.finishRotation(now: Date()))
            let second = try await home.broker(devices: ["hall-lamp"])
            try await second.start()
            #expect(await second.health.wasReattached == false)
            #expect(await manager.done == ["restart", "stop", "restart"])
            #expect(await !second.hasUnreadRoots)
            #expect(try await home.device("hall-lamp").publish("on", to: "hall-lamp/state").isSuccess)
        }
    }

    @Test func serviceThatTheSystemRestartedIsUsed() async throws {
        try await BrokerHome.withService { home, manager in
            let first = try await home.broker()
            try await first.start()
            let before = try #require(await first.health.pid)
            await manager.kill()
            await manager.start()
            let second = try await home.broker()
            let host = ServiceBrokerHost(
                try #require(home.settings.service), files: try BrokerFiles(home.settings))
            try await eventually("the broker runs") { host.find() != nil }
            try await second.start()
            let health = await second.health
            #expect(health.wasReattached && health.pid != before)
            #expect(await manager.done == ["restart"])
        }
    }

    @Test func killedServiceIsStartedAgain() async throws {
        try await BrokerHome.withService { home, manager in
            let broker = try await home.broker()
            try await broker.start()
            async let running: Void = broker.run()
            await manager.kill()
            try await eventually("the broker runs again") { await home.isRunning(broker, restarts: 1) }
            await broker.stop()
            await running
        }
    }

    @Test(arguments: [Data("not a database at all".utf8), Data("short".utf8)])
    func damagedDatabaseOfTheServiceIsQuarantined(damage: Data) async throws {
        try await BrokerHome.withService { home, _ in
            let broker = try await home.broker()
            let database = home.database
            try damage.write(to: URL(filePath: database))
            if let user = try BrokerUser.current() { chown(database, user.id, user.group) }
            try await broker.start()
            #expect(await broker.health.quarantined == ["mosquitto.db.damaged-1"])
            #expect(try Data(contentsOf: URL(filePath: "\(database).damaged-1")) == damage)
        }
    }

    @Test func raisedMemoryLimitAppliesToTheRunningService() async throws {
        try await BrokerHome.withService { home, manager in
            let broker = try await home.broker(devices: ["lamp"])
            try await broker.start()
            try await broker.raiseMemoryLimit()
            let text = try String(contentsOfFile: "\(home.settings.folder)/mosquitto.conf", encoding: .utf8)
            #expect(BrokerTuning(in: text)?.memoryLimit == 2 * home.settings.outage.memoryBytes)
            #expect(home.reloads == 1)
            // The tuning is no other configuration: the next gateway uses the broker.
            let second = try await home.broker(devices: ["lamp"])
            try await second.start()
            #expect(await second.health.wasReattached)
            #expect(await !manager.done.contains("stop"))
        }
    }

    @Test func requestWithoutAnEffectSaysWhatToLookAt() async throws {
        try await BrokerHome.withService { home, manager in
            await manager.leave()
            let host = ServiceBrokerHost(
                try #require(home.settings.service), files: try BrokerFiles(home.settings), managerSeconds: 1)
            let configuration = try BrokerConfiguration(home.settings, user: nil)
            let launch = BrokerLaunch(
                configuration: configuration, tuning: BrokerTuning(home.settings))
            let error = await #expect(throws: BrokerError.requestIgnored(request: "restart", seconds: 1)) {
                try await host.launch(launch)
            }
            #expect(error?.description.contains("systemctl status tomte-broker") == true)
            #expect(FileManager.default.fileExists(atPath: "\(home.folder)/requests/restart"))
        }
    }

    @Test func missingFoldersAreNamed() async throws {
        try await BrokerHome.withService { home, _ in
            let service = try #require(home.settings.service)
            let nowhere = BrokerHome(
                folder: home.folder, certificates: home.certificates,
                settings: BrokerSettings(
                    home.settings,
                    service: BrokerService(folder: "/nowhere/broker", requestFolder: service.requestFolder)))
            await #expect(throws: BrokerError.folderMissing(path: "/nowhere/broker/configuration")) {
                try await nowhere.broker()
            }
            let deaf = BrokerHome(
                folder: home.folder, certificates: home.certificates,
                settings: BrokerSettings(
                    home.settings, service: BrokerService(folder: service.folder, requestFolder: "/nowhere")))
            let error = await #expect(throws: BrokerError.self) { try await deaf.broker().start() }
            #expect(error?.description.hasPrefix("The request /nowhere/restart ") == true)
        }
    }

    /// A file of an earlier boot would name another process.
    @Test func brokerIsNotFoundWithoutItsRuntimeFolder() async throws {
        try await BrokerHome.withService { home, _ in
            try await home.broker().start()
            let service = try #require(home.settings.service)
            let host = ServiceBrokerHost(service, files: try BrokerFiles(home.settings))
            #expect(host.find() != nil)
            rename(service.runtimeFolder, "\(home.folder)/removed")
            #expect(host.find() == nil)
        }
    }

    @Test(arguments: ["", "x", "1", "-7", "99999999999999", "12 34\n"])
    func pidFileIsReadWithLimits(text: String) throws {
        let path = "/tmp/tomte-pid-\(UUID().uuidString)"
        defer { unlink(path) }
        #expect(PIDFile(path: path).content == nil)
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(PIDFile(path: path).content?.pid == (text.hasPrefix("12") ? 12 : nil))
    }
}
