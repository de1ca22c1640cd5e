package import HomeModel

/// Creates and exchanges the roots of the home's certificates. The module that manages the certificates implements it.
package protocol KeyRotator: Sendable {
    /// The state of the rotation: nil while none runs.
    func rotation() async throws(KeyRotationFailure) -> KeyRotation?

    /// The last rotation that has ended, with its end; nil for the first keys of a home.
    func lastRotation() async -> KeyRotationOverlap?

    /// The credentials of devices: whether each was issued by the new root.
    func credentials() async throws(KeyRotationFailure) -> [RotatedCredential]

    /// Creates new roots. From now on both count, and new credentials come from the new one. May be repeated while they
    /// are not in force.
    func begin() async throws(KeyRotationFailure)

    /// Ends the overlap: only the new roots count, and the gateway's own certificates are issued again with new keys.
    /// May be repeated while the roots are not in force.
    func finish() async throws(KeyRotationFailure)
}

/// A rotation that runs.
package struct KeyRotation: Hashable, Sendable {
    package let id: KeyRotationID
    package let overlap: KeyRotationOverlap

    package init(id: KeyRotationID, overlap: KeyRotationOverlap) {
        self.id = id
        self.overlap = overlap
    }
}

/// The credential of one device in a rotation.
package struct RotatedCredential: Hashable, Sendable {
    package let root: String
    /// Whether it is a certificate; a password does not depend on the roots.
    package let isCertificate: Bool
    /// Whether it stays valid after the overlap.
    package let isRenewed: Bool
    /// Whether its device has connected with it.
    package let isInUse: Bool
    /// Whether the end of a rotation cut its device off, which has not connected with a new credential since.
    package let isCutOff: Bool
    /// What the next credential is issued with.
    package let setup: KeyRotationPlan.Setup

    package init(
        root: String, isCertificate: Bool, isRenewed: Bool, isInUse: Bool = false, isCutOff: Bool = false,
        setup: KeyRotationPlan.Setup = KeyRotationPlan.Setup(dialect: nil, mac: nil)
    ) {
        self.root = root
        self.isCertificate = isCertificate
        self.isRenewed = isRenewed
        self.isInUse = isInUse
        self.isCutOff = isCutOff
        self.setup = setup
    }
}

/// Why a rotation did not go on.
package enum KeyRotationFailure: Error, Hashable, Sendable {
    /// Another program manages the devices' network, and its certificates.
    case notManaged
    /// The new roots exist already.
    case running
    /// There is no overlap to end.
    case notRunning
    /// The clock may be wrong, by which new keys are dated.
    case clockUnknown
    case failed(String)
}

/// Stands in where another program manages the certificates of the devices' network.
package struct UnmanagedKeys: KeyRotator {
    package init() {}

    package func rotation() async throws(KeyRotationFailure) -> KeyRotation? { nil }
    package func lastRotation() async -> KeyRotationOverlap? { nil }
    package func credentials() async throws(KeyRotationFailure) -> [RotatedCredential] { [] }
    package func begin() async throws(KeyRotationFailure) { throw .notManaged }
    package func finish() async throws(KeyRotationFailure) { throw .notManaged }
}

/// Rotates the keys of the home, for people who own it.
package struct KeyRotationService: Sendable {
    let rotator: any KeyRotator
    let registry: HomeRegistry
    let sessions: SessionRegistry
    let pairings: @Sendable () async -> [PairingKeys]
    let rotatePairings: @Sendable (KeyRotationID) async throws(KeyRotationFailure) -> Void
    let actions: AuthorizedActions

    /// `pairings` returns the keys of paired devices, and `rotatePairings` gives new keys to those whose keys were not
    /// made for a rotation.
    package init(
        rotator: any KeyRotator, registry: HomeRegistry, sessions: SessionRegistry,
        pairings: @escaping @Sendable () async -> [PairingKeys],
        rotatePairings: @escaping @Sendable (KeyRotationID) async throws(KeyRotationFailure) -> Void,
        actions: AuthorizedActions
    ) {
        self.rotator = rotator
        self.registry = registry
        self.sessions = sessions
        self.pairings = pairings
        self.rotatePairings = rotatePairings
        self.actions = actions
    }

    /// What a rotation does to each device and client, before it is done. Devices that are hidden from the asker are left
    /// out.
    package func plan(as identity: Identity) async throws(ActionRefusal) -> KeyRotationPlan {
        try await actions.require(.manageMaintenance, of: identity)
        return try await rotating { () async throws(KeyRotationFailure) in
            try await plan(in: try await rotator.rotation(), asker: identity)
        }
    }

    /// The plan with all devices, for the health of the gateway; nil when it cannot be read.
    package func wholePlan() async -> KeyRotationPlan? {
        do throws(KeyRotationFailure) {
            return try await plan(in: try await rotator.rotation(), asker: nil)
        } catch {
            return nil
        }
    }

    /// The overlap of the old and the new roots, which everyone in the home may know; nil while there is none, or when it
    /// cannot be read.
    package func overlap() async -> KeyRotationOverlap? {
        guard let overlap = try? await rotator.rotation()?.overlap, overlap.endsAt > actions.clock.now() else {
            return nil
        }
        return overlap
    }

    /// When the newest web root was made, if the client may not trust it: it was paired before this root took the place of
    /// the former one, or that is still to come. Nil for others, and in a home with its first root.
    package func newWebRoot(for identity: Identity) async -> Timestamp? {
        if let overlap = await overlap() { return overlap.beganAt }
        guard let ended = await rotator.lastRotation(), let id = identity.client,
            let client = await sessions.clients[id], client.pairedAt < ended.endsAt
        else { return nil }
        return ended.beganAt
    }

    /// The plan as `asker` may see it; with all devices if there is none.
    private func plan(
        in rotation: KeyRotation?, asker: Identity?
    ) async throws(KeyRotationFailure) -> KeyRotationPlan {
        let credentials = try await rotator.credentials()
        let devices = await registry.snapshot.devices.values.sorted { $0.id < $1.id }
        let hidden = if let asker { await actions.hidden(of: devices, from: asker) } else { Set<DeviceID>() }
        // Nil if all of the devices are hidden.
        func visible(of own: [Device]) -> [Device]? {
            let rest = own.filter { !hidden.contains($0.id) }
            return own.isEmpty || !rest.isEmpty ? rest : nil
        }
        var items = credentials.sorted { $0.root < $1.root }.compactMap { credential -> KeyRotationPlan.Item? in
            let own = devices.filter { $0.address.kind.hasCredential && $0.address.root == credential.root }
            guard let shown = visible(of: own) else { return nil }
            return KeyRotationPlan.Item(
                kind: .device, id: credential.root,
                name: shown.isEmpty ? nil : shown.map(\.name.text).joined(separator: ", "),
                effect: credential.isCertificate ? .setUpAgain : .notRotated,
                isDone: credential.isRenewed && credential.isInUse,
                isIssued: credential.isCertificate ? credential.isRenewed : nil,
                isCutOff: credential.isCutOff ? true : nil, devices: shown.map(\.id), setup: credential.setup)
        }
        items += await pairings().compactMap { keys -> KeyRotationPlan.Item? in
            let own = devices.filter { keys.pairing.devices.contains($0.address) }
            guard let names = visible(of: own)?.map(\.name.text) else { return nil }
            return keys.item(
                name: names.isEmpty ? keys.pairing.name.description : names.joined(separator: ", "), in: rotation)
        }
        items += await sessions.allClients.sorted { $0.id < $1.id }.map { client in
            KeyRotationPlan.Item(
                kind: .client, id: client.id.rawValue, name: client.name.text, effect: .trustAgain, isDone: false,
                use: KeyRotationPlan.ClientUse(
                    person: client.person, pairedAt: client.pairedAt, lastSeen: client.lastSeen))
        }
        return KeyRotationPlan(overlap: rotation?.overlap, items: items)
    }

    /// Creates the new roots, and has paired devices get new keys. Throws `.conflict` while a rotation runs.
    package func begin(as identity: Identity) async throws(ActionRefusal) {
        try await change(as: identity, act: "beginRotation") { () async throws(KeyRotationFailure) in
            try requireKnownClock()
            try await rotator.begin()
        }
        await renewPairings()
    }

    /// Ends the overlap. Throws `.conflict` when no rotation runs. Paired devices that were not reached yet get their new
    /// keys afterwards too.
    package func finish(as identity: Identity) async throws(ActionRefusal) {
        try await change(as: identity, act: "finishRotation") { () async throws(KeyRotationFailure) in
            try requireKnownClock()
            await renewPairings()
            try await rotator.finish()
        }
    }

    /// Certificates of a clock that is ahead lock everyone out when it is right again.
    private func requireKnownClock() throws(KeyRotationFailure) {
        guard actions.clock.decisionTime().isKnown else { throw .clockUnknown }
    }

    /// Has paired devices get new keys while an overlap runs, and ends an overlap whose time is over, until cancelled.
    package func run() async {
        while !Task.isCancelled {
            await renewPairings()
            await actions.clock.sleep(for: .hours(1))
            guard !Task.isCancelled, actions.clock.isSynchronised(),
                let overlap = try? await rotator.rotation()?.overlap, overlap.endsAt <= actions.clock.now(),
                let act = try? await actions.writeGatewayEntry(.certificateIssue, metadata: ["act": "finishRotation"])
            else { continue }
            await renewPairings()
            do throws(KeyRotationFailure) {
                try await rotator.finish()
            } catch {
                await actions.recordFailure(of: [act], .notIssued)
            }
        }
    }

    /// Gives new keys to the paired devices whose keys are not from the rotation that runs. What a link cannot store, it logs; it is
    /// tried again in the next hour, and the plan shows until then that it is not done.
    private func renewPairings() async {
        guard let rotation = try? await rotator.rotation() else { return }
        try? await rotatePairings(rotation.id)
    }

    private func change(
        as identity: Identity, act name: String, by work: () async throws(KeyRotationFailure) -> Void
    ) async throws(ActionRefusal) {
        try await actions.require(.ownHome, of: identity, for: .certificateIssue)
        let act = try await actions.writeEntry(.certificateIssue, by: identity, metadata: ["act": name])
        do throws(ActionRefusal) {
            try await rotating(work)
        } catch {
            await actions.recordFailure(of: [act], .notIssued)
            throw error
        }
    }

    private func rotating<Value: Sendable>(
        _ work: () async throws(KeyRotationFailure) -> Value
    ) async throws(ActionRefusal) -> Value {
        do throws(KeyRotationFailure) {
            return try await work()
        } catch {
            throw ActionRefusal(error)
        }
    }
}

extension ActionRefusal {
    fileprivate init(_ failure: KeyRotationFailure) {
        switch failure {
        case .notManaged:
            self = .conflict("Another program manages this network of devices; rotate its certificates there.")
        case .running:
            self = .conflict("New keys exist already. End their overlap first, with the step finishRotation.")
        case .notRunning: self = .conflict("There is no rotation to end.")
        case .clockUnknown:
            self = .conflict(
                "New keys are dated by the clock, and it may be wrong. Synchronise it, or check and confirm it (tomte clock "
                    + "confirm), then try again.")
        case .failed(let reason): self = .conflict("The keys could not be rotated: \(reason)")
        }
    }
}
