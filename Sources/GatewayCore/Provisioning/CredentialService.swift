package import HomeModel

/// Issues what a device needs to connect, and takes it back. Implemented where the broker is known.
package protocol CredentialIssuer: Sendable {
    /// A credential for the root that is asked for, which from now on may use its own topics and nothing else.
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential

    /// Ends a root's right to connect, its connection and its session. What fails is tried again.
    func revoke(_ root: String) async throws(CredentialError)

    func credentials() async throws(CredentialError) -> [ListedCredential]
}

/// Provisioning: decided and written down before anything is issued or taken back.
package struct CredentialService: Sendable {
    private let issuer: any CredentialIssuer
    private let registry: HomeRegistry
    private let acts: AuditedActs

    package init(issuer: any CredentialIssuer, registry: HomeRegistry, acts: AuditedActs) {
        self.issuer = issuer
        self.registry = registry
        self.acts = acts
    }

    package func provision(
        _ request: CredentialRequest, as identity: Identity
    ) async throws(ActRefusal) -> DeviceCredential {
        try await acts.require(.addDevices, of: identity)
        if request.family == .tasmota, request.mac == nil {
            throw .invalid(
                field: "mac", code: "missing",
                detail:
                    "A Tasmota device announces itself by its MAC address: give that, as its Information page shows it."
            )
        }
        let act = try await acts.writeDown(
            .certificateIssue, by: identity, target: request.root.rawValue,
            metadata: ["dialect": request.family.rawValue, "proof": request.proof.rawValue])
        do {
            return try await issuer.issue(request)
        } catch {
            await acts.noteFailure(of: [act], .notIssued)
            throw ActRefusal(error)
        }
    }

    package func list(as identity: Identity) async throws(ActRefusal) -> [ListedCredential] {
        try await acts.require(.addDevices, of: identity)
        do {
            return try await issuer.credentials()
        } catch {
            throw ActRefusal(error)
        }
    }

    /// Takes back a credential whose devices nobody adopted; those of the home are removed instead.
    package func revoke(_ root: DeviceID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.addDevices, of: identity)
        let users = await registry.snapshot.devices.values.filter {
            $0.address.kind.isLive && $0.address.root == root.rawValue
        }
        guard users.isEmpty else {
            let names = users.map { "“\($0.name)”" }.sorted().joined(separator: ", ")
            throw .conflict(
                "\(names) of this home come in by it: remove them, and it ends with the last (tomte devices remove).")
        }
        guard try await list(as: identity).contains(where: { $0.root == root }) else { throw .notFound }
        let act = try await acts.writeDown(.certificateRevoke, by: identity, target: root.rawValue)
        do {
            try await issuer.revoke(root.rawValue)
        } catch {
            await acts.noteFailure(of: [act], .notIssued)
            throw ActRefusal(error)
        }
    }
}

extension ActRefusal {
    init(_ error: CredentialError) {
        switch error {
        case .reserved: self = .invalid(field: "id", code: "reserved", detail: error.description)
        case .macTaken: self = .invalid(field: "mac", code: "repeated", detail: error.description)
        default: self = .conflict(error.description)
        }
    }
}
