import Foundation
import Glibc
import HomeCertificates
import TestSupport

@testable import MosquittoBroker

/// Does what the path unit and the service `tomte-broker.service` of a system do: it removes each request, and starts,
/// stops or signals mosquitto with the configuration in the folder of the broker.
actor ServiceManagerStandIn {
    private let service: BrokerService
    private var process: BrokerProcess?
    /// The requests that were done, in order.
    private(set) var done: [String] = []
    /// Whether requests are left where they are.
    private var isAway = false

    init(_ service: BrokerService) { self.service = service }

    func leave() { isAway = true }

    /// Does requests until the task is cancelled. It looks for the files again and again: a path unit is notified by the
    /// kernel, but how soon a request is seen is no part of what is tested.
    func run() async {
        while !Task.isCancelled {
            if !isAway { for name in ["save", "reload", "restart", "stop"] { await act(on: name) } }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    private func act(on name: String) async {
        guard unlink("\(service.requestFolder)/\(name)") == 0 else { return }
        done.append(name)
        switch name {
        case "save": process?.send(SIGUSR1)
        case "reload": process?.send(SIGHUP)
        case "stop": await stop()
        default:
            await stop()
            start()
        }
    }

    /// Starts the broker as `Restart=` of a unit or the start of the machine does, without a request.
    func start() {
        let configuration = "\(service.configurationFolder)/mosquitto.conf"
        guard access(configuration, F_OK) == 0 else { return }
        process = try? BrokerProcess.start(
            executable: "/usr/sbin/mosquitto", folder: service.configurationFolder, configuration: configuration,
            log: "\(service.configurationFolder)/mosquitto.log", maximumOpenFiles: 2200)
    }

    func stop() async {
        guard let process else { return }
        self.process = nil
        while process.isAlive {
            process.send(SIGTERM)
            await ExitWatchHandle.waitForEnd(of: process.pid, atMostMilliseconds: 1000)
        }
        unlink(service.pidFile)
    }

    func kill() async {
        process?.send(SIGKILL)
        if let process { await ExitWatchHandle.waitForEnd(of: process.pid, atMostMilliseconds: 1000) }
        process = nil
    }
}

extension BrokerHome {
    /// A home whose broker is a service. The folders belong to the users to whom an installation gives them.
    static func withService(_ body: (BrokerHome, ServiceManagerStandIn) async throws -> Void) async throws {
        try await with { home in
            let service = BrokerService(
                folder: "\(home.folder)/service", requestFolder: "\(home.folder)/requests",
                runtimeFolder: "\(home.folder)/runtime")
            try makeFolders(of: service)
            // The broker enters its folder as another user, and all folders above it.
            chmod(home.folder, 0o755)
            let manager = ServiceManagerStandIn(service)
            let ofService = BrokerHome(
                folder: home.folder, certificates: home.certificates,
                settings: BrokerSettings(home.settings, service: service))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await manager.run() }
                do { try await body(ofService, manager) } catch {
                    group.cancelAll()
                    await manager.stop()
                    throw error
                }
                group.cancelAll()
                await manager.stop()
            }
        }
    }

    private static func makeFolders(of service: BrokerService) throws {
        let user = try BrokerUser.current()
        for (path, mode) in [
            (service.folder, mode_t(0o755)), (service.configurationFolder, 0o2750), (service.dataFolder, 0o2770),
            (service.requestFolder, 0o700), (service.runtimeFolder, 0o750),
        ] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            let isOfBroker = [service.dataFolder, service.runtimeFolder].contains(path)
            if let user { chown(path, isOfBroker ? user.id : getuid(), user.group) }
            chmod(path, mode)
        }
    }
}
