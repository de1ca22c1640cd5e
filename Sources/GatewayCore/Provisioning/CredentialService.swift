package import HomeModel

/// Issues and revokes the credentials with which devices connect. The module that manages the access to the
/// devices' network implements it.
package protocol CredentialIssuer: Sendable {
    /// Issues a credential for a root, which from now on may send and receive below this root and nowhere else.
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential

    /// Ends a root's right to connect, its connection and its session. Steps that fail are tried again.
    func revoke(_ root: String) async throws(CredentialError)

    func credentials() async throws(CredentialError) -> [ListedCredential]

    /// The port at which devices with this kind of credential connect; nil if the gateway does not manage the network.
    func port(for kind: CredentialKind) -> Int?

    /// Makes a provisional credential a lasting one. Throws when it is no longer valid.
    func confirm(_ root: DeviceID) async throws(CredentialError)

    /// Revokes the credential of a root if it is still provisional.
    func revokeProvisional(_ root: DeviceID) async throws(CredentialError)
}

/// Provisions devices: each act is authorized and written to the audit log before a credential is issued or revoked.
package struct CredentialService: Sendable {
    private let issuer: any CredentialIssuer
    private let registry: HomeRegistry
    private let actions: AuthorizedActions

    package init(issuer: any CredentialIssuer, registry: HomeRegistry, actions: AuthorizedActions) {
        self.issuer = issuer
        self.registry = registry
        self.actions = actions
    }

    /// Issues a credential for a device. One that replaces another keeps its kind, unless the request names a kind. Throws
    /// `.invalid` when its family needs a MAC address and the request has none.
    package func provision(
        _ request: CredentialRequest, as identity: Identity
    ) async throws(ActionRefusal) -> DeviceCredential {
        try await actions.require(.addDevices, of: identity)
        if let requirement = request.terms.macRequirement, request.mac == nil {
            throw .invalid(field: "mac", code: "missing", detail: requirement)
        }
        let present = try? await issuer.credentials().first { $0.root == request.root }
        let complete = present.map { request.keepingProof(of: $0) } ?? request
        let act = try await actions.writeEntry(
            .certificateIssue, by: identity, target: complete.root.rawValue,
            metadata: await named(
                complete.root, with: ["dialect": complete.family.rawValue, "proof": complete.proof.rawValue]))
        do {
            return try await issuer.issue(complete)
        } catch {
            await actions.recordFailure(of: [act], .notIssued)
            throw ActionRefusal(error)
        }
    }

    package func list(as identity: Identity) async throws(ActionRefusal) -> [ListedCredential] {
        try await actions.require(.addDevices, of: identity)
        do {
            return try await issuer.credentials()
        } catch {
            throw ActionRefusal(error)
        }
    }

    /// The names of the adopted devices that connect with the credential of a root, in the order of the names.
    package func deviceNames(behind root: DeviceID) async -> [DisplayName] {
        await registry.snapshot.devices.values.filter {
            $0.address.kind.hasCredential && $0.address.root == root.rawValue
        }.map(\.name).sorted { $0.text < $1.text }
    }

    /// The facts of an audit entry, with the names of the devices behind a root where it has some. The log names at most a
    /// few of them.
    private func named(_ root: DeviceID, with metadata: [String: String]) async -> [String: String] {
        let names = await deviceNames(behind: root).prefix(3).map(\.text)
        guard !names.isEmpty else { return metadata }
        return metadata.merging(["name": names.joined(separator: ", ")]) { known, _ in known }
    }

    /// Ends the right of a root to connect at once, also while adopted devices use it: a device that may be in foreign
    /// hands. Its devices stay in the home, and must be provisioned again before they can connect.
    package func block(_ root: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        guard try await list(as: identity).contains(where: { $0.root == root }) else { throw .notFound }
        let act = try await actions.writeEntry(
            .certificateRevoke, by: identity, target: root.rawValue,
            metadata: await named(root, with: ["act": "block"]))
        do {
            try await issuer.revoke(root.rawValue)
        } catch {
            await actions.recordFailure(of: [act], .notIssued)
            throw ActionRefusal(error)
        }
    }

    /// Revokes a credential that no adopted device uses. Throws `.conflict` when one does: its credential ends when the
    /// device is removed.
    package func revoke(_ root: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity)
        let users = await registry.snapshot.devices.values.filter {
            $0.address.kind.hasCredential && $0.address.root == root.rawValue
        }
        guard users.isEmpty else {
            let names = users.map { "“\($0.name)”" }.sorted().joined(separator: ", ")
            throw .conflict(
                "\(names) of this home use it. Remove these devices (tomte devices remove): it ends with the last one.")
        }
        guard try await list(as: identity).contains(where: { $0.root == root }) else { throw .notFound }
        let act = try await actions.writeEntry(.certificateRevoke, by: identity, target: root.rawValue)
        do {
            try await issuer.revoke(root.rawValue)
        } catch {
            await actions.recordFailure(of: [act], .notIssued)
            throw ActionRefusal(error)
        }
    }
}

extension ActionRefusal {
    init(_ error: CredentialError) {
        switch error {
        case .reserved: self = .invalid(field: "id", code: "reserved", detail: error.description)
        case .exists: self = .invalid(field: "id", code: "repeated", detail: error.description)
        case .macInUse: self = .invalid(field: "mac", code: "repeated", detail: error.description)
        default: self = .conflict(error.description)
        }
    }
}
