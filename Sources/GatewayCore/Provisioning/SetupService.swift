import Concurrency
package import HomeModel
package import Logging

/// Configures devices for the home on behalf of people: it checks that the expected device is at the address, issues a
/// credential, writes the settings and waits until the device has connected with them. If a step fails, it revokes the
/// credential. `SetupService+steps.swift` has the steps.
package actor SetupService {
    package static let maximumAtOnce = 4
    private static let maximumKept = 32
    /// The time limit for all requests of a plan.
    static let planTimeout = Duration.seconds(30)
    /// The time limit for a device to restart, connect and describe itself.
    static let connectionTimeout = Duration.seconds(180)
    /// The time limit for a whole setup.
    static let totalTimeout = Duration.seconds(300)
    /// How long the service waits before it tries again to revoke the credentials of interrupted setups.
    private static let revocationInterval = Duration.seconds(60)
    static let lookInterval = Duration.milliseconds(500)

    /// A setup and its state.
    struct Job {
        let expected: MACAddress
        let identity: Identity
        let startedAt: Timestamp
        var progress: SetupProgress
        let cancellation = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    let configurator: any DeviceConfigurator
    let credentials: CredentialService
    let issuer: any CredentialIssuer
    let registry: HomeRegistry
    let discovered: DiscoveredServices
    let actions: AuthorizedActions
    private let isStillValid: @Sendable (Identity) async -> Bool
    private let logger: Logger
    var jobs: [DeviceID: Job] = [:]
    private var asking = 0
    /// The interrupted setups whose revocation is in the audit log.
    private var recordedInterruptions: Set<DeviceID> = []
    private let queue = AsyncStream.makeStream(of: DeviceID.self)

    /// `isStillValid` returns whether the client or token of a person is still valid, and not revoked.
    package init(
        configurator: any DeviceConfigurator, credentials: CredentialService, issuer: any CredentialIssuer,
        registry: HomeRegistry, discovered: DiscoveredServices, actions: AuthorizedActions,
        isStillValid: @escaping @Sendable (Identity) async -> Bool, logger: Logger
    ) {
        self.configurator = configurator
        self.credentials = credentials
        self.issuer = issuer
        self.registry = registry
        self.discovered = discovered
        self.actions = actions
        self.isStillValid = isStillValid
        self.logger = logger
    }

    /// Asks the device at an address what it is, and returns what a setup would set. Changes nothing. Ends early when
    /// `identity` is revoked meanwhile, so that a slow device does not hold one of the few plans at once.
    package func plan(
        _ root: DeviceID, at target: SetupTarget, family: DeviceFamily?, as identity: Identity
    ) async throws(ActionRefusal) -> SetupPlan {
        try await actions.require(.addDevices, of: identity)
        guard asking < Self.maximumAtOnce else { throw .throttled(retryAfter: .seconds(5)) }
        asking += 1
        defer { asking -= 1 }
        do throws(SetupFailure) {
            let device = try await identify(target, as: family, for: identity)
            let isAnnounced = try await checkAnnouncements(of: device)
            guard let port = issuer.port(for: device.terms.usualCredential) else {
                throw .noCredential(
                    "The gateway does not manage the access to this network, so it cannot configure devices for it.")
            }
            return SetupPlan(
                root: root, device: device, settings: configurator.settings(of: device, root: root, port: port),
                isAnnounced: isAnnounced)
        } catch {
            throw ActionRefusal(error)
        }
    }

    /// Starts a setup of the device with this MAC address, which a person has seen in a plan. Returns at once; `progress`
    /// tells how far it is.
    package func begin(
        _ root: DeviceID, at target: SetupTarget, family: DeviceFamily?, expecting mac: MACAddress,
        as identity: Identity
    ) async throws(ActionRefusal) -> SetupProgress {
        let plan = try await plan(root, at: target, family: family, as: identity)
        guard plan.device.identity.mac == mac else {
            throw ActionRefusal(.otherDevice(found: plan.device.identity.id))
        }
        let used = await registry.snapshot.devices.values.contains { $0.address.root == root.rawValue }
        let issued = try await credentials.list(as: identity).contains { $0.root == root }
        guard !used, !issued else { throw ActionRefusal(CredentialError.exists(root)) }
        let running = jobs.values.filter { $0.progress.outcome == .running }
        guard running.count < Self.maximumAtOnce, jobs[root]?.progress.outcome != .running else {
            throw .conflict("\(Self.maximumAtOnce) setups, or one with this name, are running already; wait for them.")
        }
        let job = Job(
            expected: mac, identity: identity, startedAt: actions.clock.now(),
            progress: SetupProgress(root: root, device: plan.device))
        jobs[root] = job
        do throws(ActionRefusal) {
            try await actions.writeEntry(
                .deviceSetup, by: identity, target: root.rawValue,
                metadata: ["dialect": plan.device.terms.family.rawValue])
        } catch {
            jobs[root] = nil
            throw error
        }
        forgetOldest()
        queue.continuation.yield(root)
        return job.progress
    }

    /// Forgets setups that have ended, so that their number stays limited.
    private func forgetOldest() {
        let ended = jobs.filter { $0.value.progress.outcome != .running }.sorted {
            $0.value.startedAt < $1.value.startedAt
        }
        for (root, _) in ended.prefix(max(0, jobs.count - Self.maximumKept)) { jobs[root] = nil }
    }

    /// How far a setup is. Throws `.notFound` when none with this name was started since the gateway started.
    package func progress(of root: DeviceID, as identity: Identity) async throws(ActionRefusal) -> SetupProgress {
        try await actions.require(.addDevices, of: identity)
        guard let job = jobs[root] else { throw .notFound }
        return job.progress
    }

    /// Ends a running setup; its credential is revoked. Has no effect on one that has ended.
    package func cancel(_ root: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity)
        guard let job = jobs[root] else { throw .notFound }
        job.cancellation.continuation.finish()
    }

    /// Whether the person may still add devices, with a client or token that was not revoked.
    func isPermitted(_ identity: Identity) async -> Bool {
        guard await actions.isAllowed(.addDevices, identity: identity) else { return false }
        return await isStillValid(identity)
    }

    private func identify(
        _ target: SetupTarget, as family: DeviceFamily?, for identity: Identity
    ) async throws(SetupFailure) -> IdentifiedDevice {
        do {
            return try await withDeadline(Self.planTimeout, clock: actions.clock.waiting) {
                try await self.whilePermitted(identity) { try await self.configurator.identify(target, as: family) }
            }
        } catch let failure as SetupFailure {
            throw failure
        } catch {
            throw error is DeadlineExceeded ? .tooSlow(Self.planTimeout) : .cancelled
        }
    }

    /// Runs `body`, and cancels it when `identity` loses its permission. Then throws `.permissionLost`.
    private nonisolated func whilePermitted<Result: Sendable>(
        _ identity: Identity, body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                while !Task.isCancelled, await self.isPermitted(identity) {
                    await self.actions.clock.sleep(for: Self.lookInterval)
                }
                return nil
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() ?? nil else {
                throw Task.isCancelled ? SetupFailure.cancelled : .permissionLost
            }
            return result
        }
    }

    /// Carries out the setups that are begun, until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await root in queue.stream { group.addTask { await self.carryOut(root) } }
        }
    }

    /// Revokes the credentials of setups that an earlier run of the gateway did not finish. Repeats what fails, until
    /// all are revoked or the task is cancelled.
    package func revokeUnfinished() async {
        while await !attemptRevocations(), !Task.isCancelled {
            await actions.clock.sleep(for: Self.revocationInterval)
        }
    }

    /// Tries once to revoke each of them. Returns false when one is not revoked everywhere yet.
    func attemptRevocations() async -> Bool {
        let credentials: [ListedCredential]
        do {
            credentials = try await issuer.credentials()
        } catch {
            logger.error("credentials cannot be listed", metadata: [LogKey.errorDetail: "\(error)"])
            return false
        }
        var areRevoked = true
        for credential in credentials
        where credential.isProvisional && jobs[credential.root]?.progress.outcome != .running {
            if await !revokeInterrupted(credential.root) { areRevoked = false }
        }
        return areRevoked
    }

    private func revokeInterrupted(_ root: DeviceID) async -> Bool {
        if recordedInterruptions.insert(root).inserted {
            _ = try? await actions.writeGatewayEntry(
                .certificateRevoke, target: root.rawValue, metadata: ["reason": "setupInterrupted"])
        }
        do {
            try await issuer.revokeProvisional(root)
            return true
        } catch {
            logger.error(
                "the credential of an unfinished setup is not revoked everywhere yet",
                metadata: [LogKey.errorDetail: "\(error)"])
            return false
        }
    }
}

extension ActionRefusal {
    init(_ failure: SetupFailure) {
        self =
            switch failure {
            case .permissionLost: .denied(.revoked)
            default: .invalid(field: "address", code: failure.code, detail: failure.description)
            }
    }
}
