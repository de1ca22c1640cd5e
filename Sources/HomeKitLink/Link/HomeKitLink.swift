package import AuditTrail
import Foundation
package import GatewayCore
package import HomeCertificates
import HomeKitProtocol
package import HomeModel
package import Logging

/// Connects the gateway to paired HomeKit accessories, as their controller: one connection for each accessory or bridge.
package actor HomeKitLink: DeviceLink {
    package nonisolated let kinds: Set<LinkKind> = [.homeKit]
    package nonisolated let findingSource = LinkFinding.Source.homeKit
    package nonisolated let name = "homekit"
    package nonisolated let deviceWords = (one: "accessory", many: "accessories")
    package nonisolated let removalVerb = "unpair"

    /// How often the values of an accessory are read, beside its events.
    package static let usualPollInterval = Duration.seconds(60)

    private let store: PairingStore
    private let discovered: DiscoveredServices
    private let writer: ReportWriter
    private let services: AccessoryFollower.Services
    private var followers: [String: AccessoryFollower] = [:]
    private var announced: [String: NetworkService] = [:]
    private var devices: [String: [Device]] = [:]
    private var revision = Int.min
    /// The accessories that are being paired now.
    private var pairing: Set<String> = []
    /// The rotation of the home's keys that the link follows; nil after its start.
    private var rotation: KeyRotationID?
    private let (started, start) = AsyncStream.makeStream(of: AccessoryFollower.self)

    /// Loads the pairings; `run` connects. `commitInterval` is how long reports are collected before they are stored
    /// together.
    ///
    /// Throws if the pairings cannot be listed. One that cannot be read is logged, and listed without its keys.
    package init(
        store: PairingStore, discovered: DiscoveredServices, eventReceiver: LinkEventReceiver,
        timestampAssigner: TimestampAssigner, commitInterval: Duration,
        pollInterval: Duration = HomeKitLink.usualPollInterval, clock: HomeClock, logger: Logger
    ) throws(CertificateError) {
        self.store = store
        self.discovered = discovered
        writer = ReportWriter(
            source: ReportSource(name: "homeKit", delivery: .atMostOnce), timestampAssigner: timestampAssigner,
            clock: clock, commitInterval: commitInterval, logger: logger)
        services = AccessoryFollower.Services(
            store: store, writer: writer, eventReceiver: eventReceiver, pollInterval: pollInterval, clock: clock,
            logger: logger)
        let records = try store.records { error in
            logger.error("the keys of an accessory cannot be read", metadata: [LogKey.errorDetail: "\(error)"])
        }
        for record in records {
            let follower = AccessoryFollower(record, announced: nil, services: services)
            followers[record.accessoryID] = follower
            start.yield(follower)
        }
    }

    package func run() async {
        let (writer, discovered, started) = (writer, discovered, started)
        await withDiscardingTaskGroup { group in
            group.addTask { await writer.run() }
            group.addTask {
                for await services in await discovered.lists(of: [.homeKit]) { await self.announce(services) }
            }
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for await follower in started { group.addTask { await self.keep(follower) } }
                }
            }
        }
    }

    private func keep(_ follower: AccessoryFollower) async {
        let id = follower.accessoryID
        await follower.announce(announced[id])
        await follower.follow(devices[id] ?? [])
        await follower.run()
        if await follower.isRemoved, followers[id] === follower { followers[id] = nil }
    }

    private func announce(_ services: [NetworkService]) async {
        announced = Dictionary(services.map { ($0.id.identity, $0) }) { $1 }
        for (id, follower) in followers { await follower.announce(announced[id]) }
    }

    package func follow(_ adopted: [Device], asOf revision: Int) async {
        guard revision > self.revision else { return }
        self.revision = revision
        devices = Dictionary(grouping: adopted) { $0.address.root }
        await writer.retainOnly(Set(adopted.flatMap(\.series)))
        for (id, follower) in followers { await follower.follow(devices[id] ?? []) }
    }

    package func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? {
        await followers[command.command.device.address.root]?.prepare(command.command)
    }

    /// A new controller is a finding until a person has seen it.
    package func clear(_ finding: LinkFinding) async throws(LinkError) {
        guard finding.code == LinkFinding.newControllerCode, let follower = followers[finding.location.root] else {
            return
        }
        try await follower.acknowledgeControllers(finding.subjects)
    }
}

extension HomeKitLink: KeySharingLink {
    package func pairings() async -> [DevicePairing] {
        var pairings: [DevicePairing] = []
        for follower in followers.values where await !follower.isRemoved { pairings.append(await follower.pairing) }
        return pairings
    }

    package func pair(
        _ root: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
    ) async throws(DevicePairingFailure) -> DevicePairing {
        guard let service = announced[root], case .homeKit(let record) = service.record else { throw .notFound }
        let code = try SetupCode(code, for: service, record: record)
        let isPairing = !pairing.insert(root).inserted
        defer { if !isPairing { pairing.remove(root) } }
        let earlier = followers[root]
        let isFree = await earlier?.mayBeReplaced ?? true
        guard isFree, !isPairing else {
            throw .blocked(
                .deviceBusy, reason: "The accessory is being paired, or is paired with this gateway already.")
        }
        guard !record.isPaired else {
            throw .blocked(
                .pairedElsewhere, reason: PairingErrorCode.unavailable.explanation(during: .setup))
        }
        await earlier?.retire()
        do throws(DevicePairingFailure) {
            let paired = try await AccessoryPairing(
                service: service, announced: record, code: code, rotation: rotation, store: store,
                clock: services.clock
            ).run()
            return await begin(paired).pairing
        } catch {
            // The accessory may have the pairing: then the follower removes it there. Without that, an earlier one goes on.
            let stored = Result { () throws(CertificateError) in try store.record(of: root) }
            switch stored {
            case .success(let record): if let record { _ = begin(record) }
            case .failure: _ = begin(PairingRecord(unreadable: root))
            }
            throw error
        }
    }

    private func begin(_ record: PairingRecord) -> AccessoryFollower {
        let follower = AccessoryFollower(record, announced: announced[record.accessoryID], services: services)
        followers[record.accessoryID] = follower
        start.yield(follower)
        return follower
    }

    package func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        let follower = try follower(of: root)
        let isRemoved = try await follower.unpair(discarding: discarding)
        if isRemoved, followers[root] === follower { followers[root] = nil }
        return isRemoved
    }

    package func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure) {
        if let follower = followers[root] { return try await follower.identify(device) }
        guard let service = announced[root] else { throw .notFound }
        try await service.identify(clock: services.clock)
    }

    package func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController] {
        try await follower(of: root).controllers()
    }

    package func share(_ root: String, with controller: DeviceController) async throws(DevicePairingFailure) {
        try await follower(of: root).share(with: controller)
    }

    package func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure) {
        try await follower(of: root).unshare(from: identifier)
    }

    private func follower(of root: String) throws(DevicePairingFailure) -> AccessoryFollower {
        guard let follower = followers[root] else { throw .notFound }
        return follower
    }
}

extension HomeKitLink: KeyRotatingLink {
    package func rotateKeys(for rotation: KeyRotationID) async throws(KeyRotationFailure) {
        self.rotation = rotation
        var failure: KeyRotationFailure?
        for follower in followers.values {
            do throws(KeyRotationFailure) {
                try await follower.rotateKeys(for: rotation)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    package func pairingKeys() async -> [DeviceID: PairingKeyState] {
        var states: [DeviceID: PairingKeyState] = [:]
        for follower in followers.values where await !follower.isRemoved {
            states[await follower.pairing.id] = await follower.keyState
        }
        return states
    }
}

extension NetworkService {
    /// Makes an accessory that is not paired show where it is.
    fileprivate func identify(clock: HomeClock) async throws(DevicePairingFailure) {
        for address in AccessoryAddress.all(of: self) {
            do throws(AccessoryFailure) {
                return try await AccessoryConnection.with(address, clock: clock.waiting) {
                    connection throws(AccessoryFailure) in
                    let response = try await connection.send(HAPEndpoint.identifyRequest).response
                    guard (200...299).contains(response.status) else {
                        throw .refused(HAPRefusal(httpStatus: response.status))
                    }
                }
            } catch {
                guard error == .unreachable else { throw DevicePairingFailure(error) }
            }
        }
        throw DevicePairingFailure(.unreachable)
    }
}

extension SetupCode {
    /// Reads the digits of a code, or the text of a QR code, which must be that of the accessory.
    fileprivate init(
        _ secret: Secret, for service: NetworkService, record: HomeKitRecord
    ) throws(DevicePairingFailure) {
        let text = secret.exposedText.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.uppercased().hasPrefix(SetupPayload.prefix) else {
            do throws(SetupCodeError) {
                try self.init(text)
            } catch {
                throw .invalidCode(error.explanation)
            }
            return
        }
        let payload: SetupPayload
        do throws(SetupPayloadError) {
            payload = try SetupPayload(text)
        } catch {
            throw .invalidCode(error.explanation)
        }
        let own = SetupHash(setupID: payload.setupID, identifier: service.id.identity)
        if let announced = record.setupHash, announced != own.bytes {
            throw .invalidCode("This is the code of another accessory.")
        }
        self = payload.code
    }
}
