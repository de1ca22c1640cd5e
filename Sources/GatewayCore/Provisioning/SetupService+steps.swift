import Concurrency
import HomeModel

extension SetupService {
    func carryOut(_ root: DeviceID) async {
        guard let job = jobs[root] else { return }
        let results = await withTaskGroup(of: Result<Void, SetupFailure>.self) { group in
            group.addTask { await self.attempt(job) }
            group.addTask {
                for await _ in job.cancellation.stream {}
                return .failure(.cancelled)
            }
            // Both are awaited: nothing more is sent to the device once its credential is revoked.
            var results: [Result<Void, SetupFailure>] = []
            for await result in group {
                results.append(result)
                group.cancelAll()
            }
            return results
        }
        // The gateway stops: the next start revokes the credential.
        guard !Task.isCancelled else { return }
        if results.contains(where: \.isSuccess) {
            jobs[root]?.progress.succeed()
        } else {
            await fail(job, cause: results.first?.failure ?? .cancelled)
        }
    }

    private func attempt(_ job: Job) async -> Result<Void, SetupFailure> {
        do {
            return .success(
                try await withDeadline(Self.totalTimeout, clock: actions.clock.waiting) {
                    try await self.perform(job)
                })
        } catch let failure as SetupFailure {
            return .failure(failure)
        } catch {
            return .failure(error is DeadlineExceeded ? .tooSlow(Self.totalTimeout) : .cancelled)
        }
    }

    private func perform(_ job: Job) async throws(SetupFailure) {
        let (root, planned) = (job.progress.root, job.progress.device)
        let device = try await configurator.identify(planned.target, as: planned.terms.family)
        guard device.identity.mac == job.expected else { throw .otherDevice(found: device.identity.id) }
        _ = try await checkAnnouncements(of: device)
        try await checkPermission(for: job)
        jobs[root]?.progress.begin(.credential)
        let requests = try await issueCredential(for: device, job: job)
        jobs[root]?.progress.begin(.settings)
        try await send(requests, effect: .settings, to: device, job: job)
        do throws(SetupFailure) {
            jobs[root]?.progress.begin(.restart)
            try await send(requests, effect: .restart, to: device, job: job)
            jobs[root]?.progress.begin(.connection)
            try await waitUntilConnected(job)
        } catch {
            throw error.afterPassword
        }
        try await checkPermission(for: job)
        try await confirm(root)
    }

    private func send(
        _ requests: [DeviceRequest], effect: DeviceRequest.Effect, to device: IdentifiedDevice, job: Job
    ) async throws(SetupFailure) {
        try await configurator.send(requests, effect: effect, to: device) { () async throws(SetupFailure) in
            try await self.checkPermission(for: job)
        }
    }

    /// Throws `.permissionLost` unless the person who started the setup may still add devices: the devices of a setup
    /// are slow, and the right may be withdrawn meanwhile. The refusal is in the audit log.
    private func checkPermission(for job: Job) async throws(SetupFailure) {
        guard await !isPermitted(job.identity) else { return }
        // The setup ends, whether the log accepts the entry or not.
        _ = try? await actions.writeEntry(
            .deviceSetup, severity: .warning, by: job.identity, target: job.progress.root.rawValue, success: false,
            metadata: ["permission": Permission.addDevices.rawValue])
        throw .permissionLost
    }

    private func issueCredential(
        for device: IdentifiedDevice, job: Job
    ) async throws(SetupFailure) -> [DeviceRequest] {
        let request = CredentialRequest(
            root: job.progress.root, terms: device.terms,
            mac: device.terms.macRequirement == nil ? nil : device.identity.mac,
            gatewayAddress: device.gatewayAddress.description, isProvisional: true)
        let requests: [DeviceRequest]
        do {
            requests = try await credentials.provision(request, as: job.identity).deviceRequests
        } catch {
            throw .noCredential(error.description)
        }
        guard !requests.isEmpty else {
            throw .noCredential("The firmware of this device cannot use the credential.")
        }
        return requests
    }

    private func confirm(_ root: DeviceID) async throws(SetupFailure) {
        do {
            try await issuer.confirm(root)
        } catch {
            throw .noCredential(error.description)
        }
    }

    /// Whether the network announces the device at its address. Throws `.otherDevice` when it announces another one
    /// there that can be configured.
    func checkAnnouncements(of device: IdentifiedDevice) async throws(SetupFailure) -> Bool {
        let names = await discovered.all.filter { service in
            service.kind == .web && service.port == device.target.port
                && service.addresses.contains { $0.text == device.target.address.description }
        }.map(\.announcedName).filter(configurator.isConfigurable)
        guard let first = names.first else { return false }
        let id = device.identity.id.lowercased()
        guard names.contains(where: { $0.lowercased() == id }) else { throw .otherDevice(found: first) }
        return true
    }

    /// Waits until a device of the planned family has described itself below the root with the expected MAC address.
    /// Throws `.otherDevice` as soon as one has another MAC address, and at the end when none has told its own.
    private func waitUntilConnected(_ job: Job) async throws(SetupFailure) {
        let end = actions.clock.uptime() + Self.connectionTimeout
        while true {
            let found = await described(below: job.progress.root, since: job.startedAt)
            let expected = job.expected.digits.lowercased()
            if let other = found.first(where: { !$0.macDigits.isEmpty && !$0.macDigits.contains(expected) }) {
                throw .otherDevice(found: other.macDigits.joined(separator: ", "))
            }
            let linkKinds = job.progress.device.terms.linkKinds
            if found.contains(where: { linkKinds.contains($0.kind) && $0.macDigits.contains(expected) }) { return }
            guard actions.clock.uptime() < end else {
                throw found.first.map { .otherDevice(found: $0.name) } ?? .notConnected
            }
            await actions.clock.sleep(for: Self.lookInterval)
            guard !Task.isCancelled else { throw .cancelled }
        }
    }

    /// The devices that have described themselves below the root since the start of the setup. A person may have adopted
    /// one meanwhile.
    private func described(below root: DeviceID, since start: Timestamp) async -> [DescribedDevice] {
        let waiting = await registry.waiting.flatMap(\.all).filter {
            $0.address.root == root.rawValue && $0.lastSeen >= start
        }.map { DescribedDevice(kind: $0.address.kind, description: $0.description) }
        let adopted = await registry.snapshot.devices.values.filter { $0.address.root == root.rawValue }
        return waiting + adopted.map { DescribedDevice(kind: $0.address.kind, description: $0.description) }
    }

    private func fail(_ job: Job, cause: SetupFailure) async {
        let root = job.progress.root
        let isRevoked = await revokeCredential(of: job, cause: cause)
        jobs[root]?.progress.fail(cause, isRevoked: isRevoked)
    }

    /// Returns false when a credential is not revoked yet. A setup that failed earlier has no credential.
    private func revokeCredential(of job: Job, cause: SetupFailure) async -> Bool {
        let root = job.progress.root
        guard jobs[root]?.progress.state(of: .credential) != .waiting else { return true }
        _ = try? await actions.writeEntry(
            .certificateRevoke, by: job.identity, target: root.rawValue, metadata: ["reason": cause.code])
        do {
            try await issuer.revokeProvisional(root)
            return true
        } catch {
            return false
        }
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}

/// What a device that has connected says of itself.
private struct DescribedDevice {
    let kind: LinkKind
    let name: String
    /// Its MAC addresses as lower-case digits; empty if it does not tell them.
    let macDigits: [String]

    init(kind: LinkKind, description: DeviceDescription) {
        self.kind = kind
        name = description.name
        macDigits = description.hardware.filter { $0.scheme == .mac }.map(\.digits).sorted()
    }
}
