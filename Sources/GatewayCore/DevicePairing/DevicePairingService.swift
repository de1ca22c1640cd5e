package import HomeModel

/// Pairs devices that need it, on behalf of people who may add devices. Each act is written to the audit log before it
/// happens.
package struct DevicePairingService: Sendable {
    let links: [any PairingLink]
    private let discovered: DiscoveredServices
    let registry: HomeRegistry
    let actions: AuthorizedActions

    package init(
        links: [any DeviceLink], discovered: DiscoveredServices, registry: HomeRegistry, actions: AuthorizedActions
    ) {
        self.links = links.compactMap { $0 as? any PairingLink }
        self.discovered = discovered
        self.registry = registry
        self.actions = actions
    }

    /// All pairings, by name.
    package func all(as identity: Identity) async throws(ActionRefusal) -> [DevicePairing] {
        try await actions.require(.addDevices, of: identity)
        return await all
    }

    /// Pairs an announced device. The code is not stored, and the audit log does not contain it. `accepted` has the
    /// obstacles to which the person has agreed.
    package func pair(
        _ id: DeviceID, code: Secret, accepting accepted: Set<DevicePairingObstacle> = [], as identity: Identity
    ) async throws(ActionRefusal) -> DevicePairing {
        try await actions.require(.addDevices, of: identity, for: .devicePair, about: id.rawValue)
        if let known = await pairing(id), !known.canBePairedAgain {
            throw .conflict(
                known.state == .paired
                    ? "This device is paired with this gateway already."
                    : "An earlier pairing with this device is still being removed there; try again in a moment.")
        }
        let (service, link) = try await announced(id)
        return try await audited(
            .devicePair, target: service.id.identity, by: identity,
            metadata: Self.metadata(
                service.announcedName,
                with: accepted.isEmpty ? [:] : ["accepted": accepted.map(\.rawValue).sorted().joined(separator: " ")])
        ) { () async throws(DevicePairingFailure) in
            try await link.pair(
                service.id.identity, code: code, accepting: accepted.intersection(DevicePairingObstacle.acceptable))
        }
    }

    /// Removes a pairing. Devices of the home that depend on it must be removed first. Returns false when the device was
    /// not reached, see `PairingLink.unpair`.
    package func unpair(
        _ id: DeviceID, discarding: Bool, as identity: Identity
    ) async throws(ActionRefusal) -> Bool {
        try await actions.require(.addDevices, of: identity, for: .deviceUnpair, about: id.rawValue)
        let (pairing, link) = try await paired(id)
        let adopted = await registry.snapshot.devices.values.filter {
            $0.address.kind == pairing.kind && $0.address.root == pairing.root
        }
        guard adopted.isEmpty else {
            let names = adopted.map(\.name.text).sorted().joined(separator: ", ")
            throw .conflict("Devices of the home use this pairing: \(names). Remove them first.")
        }
        return try await audited(
            .deviceUnpair, target: pairing.root, by: identity,
            metadata: Self.metadata(pairing.announcedName, with: discarding ? ["keys": "discarded"] : [:])
        ) { () async throws(DevicePairingFailure) in
            try await link.unpair(pairing.root, discarding: discarding)
        }
    }

    /// Makes a device show where it is: one that is paired, one of several behind a bridge, or one that is only
    /// announced.
    package func identify(_ id: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .deviceIdentify, about: id.rawValue)
        let named = try await named(id)
        try await audited(
            .deviceIdentify, target: named.isOfHome ? id.rawValue : named.root, by: identity,
            metadata: Self.metadata(named.name)
        ) { () async throws(DevicePairingFailure) in try await named.link.identify(named.root, device: named.device) }
    }

    /// The controllers that may command a paired device; the device is asked.
    package func controllers(of id: DeviceID, as identity: Identity) async throws(ActionRefusal) -> [DeviceController] {
        try await actions.require(.addDevices, of: identity)
        let (pairing, link) = try await paired(id)
        return try await refusing { () async throws(DevicePairingFailure) in
            try await link.controllers(of: pairing.root)
        }
    }

    /// Lets another controller command a paired device, past the permissions and the audit log of the gateway. Requires
    /// a PIN, like a change of the grants themselves.
    package func share(
        _ id: DeviceID, with controller: DeviceController, as identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .deviceShare, about: id.rawValue)
        let (pairing, link) = try await paired(id)
        guard let link = link as? any KeySharingLink else {
            throw .conflict("A device of this kind is shared by a code, which the other controller is given.")
        }
        try await actions.require(StepUp.people, of: identity)
        try await audited(
            .deviceShare, target: pairing.root, by: identity,
            metadata: Self.metadata(
                pairing.announcedName,
                with: ["controller": controller.identifier, "administrator": "\(controller.isAdministrator)"])
        ) { () async throws(DevicePairingFailure) in try await link.share(pairing.root, with: controller) }
    }

    /// Makes a paired device accept a new code for so long, with which another controller pairs for itself. That one may
    /// command the device then, past the permissions and the audit log of the gateway. Requires a PIN.
    package func openPairing(
        _ id: DeviceID, for duration: Duration, as identity: Identity
    ) async throws(ActionRefusal) -> SharingCode {
        try await actions.require(.addDevices, of: identity, for: .deviceShare, about: id.rawValue)
        let (pairing, link) = try await codeSharing(id)
        try await actions.require(StepUp.people, of: identity)
        return try await audited(
            .deviceShare, target: pairing.root, by: identity,
            metadata: Self.metadata(
                pairing.announcedName, with: ["act": "code", "seconds": "\(duration.components.seconds)"])
        ) { () async throws(DevicePairingFailure) in try await link.openPairing(pairing.root, for: duration) }
    }

    /// Ends the time in which a paired device accepts a code.
    package func closePairing(_ id: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .deviceShare, about: id.rawValue)
        let (pairing, link) = try await codeSharing(id)
        try await audited(
            .deviceShare, target: pairing.root, by: identity,
            metadata: Self.metadata(pairing.announcedName, with: ["act": "ended"])
        ) { () async throws(DevicePairingFailure) in try await link.closePairing(pairing.root) }
    }

    /// Ends the right of another controller.
    package func unshare(_ id: DeviceID, from controller: String, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .deviceUnpair, about: id.rawValue)
        let (pairing, link) = try await paired(id)
        try await actions.require(StepUp.people, of: identity)
        try await audited(
            .deviceUnpair, target: pairing.root, by: identity,
            metadata: Self.metadata(pairing.announcedName, with: ["act": "controller", "controller": controller])
        ) { () async throws(DevicePairingFailure) in try await link.unshare(pairing.root, from: controller) }
    }

    // MARK: Pairings of devices that are removed

    /// The pairing that ends when this device is removed: its own. That of a bridge stays, for its other devices and for
    /// new ones. A bridge may have forgotten some of its devices, so that those of the home count as well.
    func pairing(endingWith device: Device) async -> DevicePairing? {
        let address = device.address
        let hasOthers = await registry.snapshot.devices.values.contains {
            $0.id != device.id && $0.address.kind == address.kind && $0.address.root == address.root
        }
        guard !hasOthers else { return nil }
        return await all.first { $0.kind == address.kind && $0.root == address.root && !$0.isBridge }
    }

    /// Ends the pairing of a device that has been removed.
    func unpairRemoved(_ pairing: DevicePairing, as identity: Identity) async throws(ActionRefusal) {
        guard let link = links.first(where: { $0.kinds.contains(pairing.kind) }) else { return }
        _ = try await audited(
            .deviceUnpair, target: pairing.root, by: identity, metadata: Self.metadata(pairing.announcedName)
        ) { () async throws(DevicePairingFailure) in try await link.unpair(pairing.root, discarding: false) }
    }

    // MARK: Parts

    private var all: [DevicePairing] {
        get async {
            var found: [DevicePairing] = []
            for link in links { found += await link.pairings() }
            return found.sorted { ($0.announcedName, $0.root) < ($1.announcedName, $1.root) }
        }
    }

    private func pairing(_ id: DeviceID) async -> DevicePairing? { await all.first { $0.id == id } }

    func paired(_ id: DeviceID) async throws(ActionRefusal) -> (DevicePairing, any PairingLink) {
        guard let pairing = await pairing(id), let link = links.first(where: { $0.kinds.contains(pairing.kind) }) else {
            throw .notFound
        }
        return (pairing, link)
    }

    private func codeSharing(
        _ id: DeviceID
    ) async throws(ActionRefusal) -> (DevicePairing, any CodeSharingLink) {
        let (pairing, link) = try await paired(id)
        guard let link = link as? any CodeSharingLink else {
            throw .conflict("A device of this kind is shared with a controller by its key, and gives no code.")
        }
        return (pairing, link)
    }

    /// What an id names: a pairing, a device of the home, one that waits for its adoption, or an announced one.
    private struct Named {
        let link: any PairingLink
        let root: String
        /// Nil for the root itself.
        var device: LinkAddress?
        let name: String
        var isOfHome = false
    }

    private func named(_ id: DeviceID) async throws(ActionRefusal) -> Named {
        if let (pairing, link) = try? await paired(id) {
            return Named(link: link, root: pairing.root, name: pairing.announcedName)
        }
        let own = await registry.snapshot[id]
        let waiting = await registry.waiting(id)
        if let address = own?.address ?? waiting?.address,
            let link = links.first(where: { $0.kinds.contains(address.kind) })
        {
            return Named(
                link: link, root: address.root, device: address,
                name: own?.name.text ?? waiting?.description.name ?? "",
                isOfHome: own != nil)
        }
        let (service, link) = try await announced(id)
        return Named(link: link, root: service.id.identity, name: service.announcedName)
    }

    private func announced(_ id: DeviceID) async throws(ActionRefusal) -> (NetworkService, any PairingLink) {
        guard let service = await discovered.all.first(where: { $0.deviceID == id }) else { throw .notFound }
        let kind = service.kind.pairingLink
        guard let kind, let link = links.first(where: { $0.kinds.contains(kind) }) else {
            throw .conflict("“\(service.name)” cannot be paired: the gateway does not speak its protocol yet.")
        }
        return (service, link)
    }

    /// The facts of an entry: the name, because the target is only the id that the device announces.
    static func metadata(_ announcedName: String, with more: [String: String] = [:]) -> [String: String] {
        more.merging(["name": EscapedText(announcedName, limit: 64).description]) { $1 }
    }

    /// Writes an audit entry, and does the act. The log records when it fails, with `cause`.
    @discardableResult func audited<Result: Sendable>(
        _ event: AuditEvent, target: String, by identity: Identity, metadata: [String: String] = [:],
        failing cause: ActionFailureCause = .notPaired, act: () async throws(DevicePairingFailure) -> Result
    ) async throws(ActionRefusal) -> Result {
        let entry = try await actions.writeEntry(event, by: identity, target: target, metadata: metadata)
        do throws(ActionRefusal) {
            return try await refusing(act)
        } catch {
            await actions.recordFailure(of: [entry], cause)
            throw error
        }
    }

    private func refusing<Result: Sendable>(
        _ act: () async throws(DevicePairingFailure) -> Result
    ) async throws(ActionRefusal) -> Result {
        do throws(DevicePairingFailure) {
            return try await act()
        } catch {
            throw ActionRefusal(error)
        }
    }
}

extension ActionRefusal {
    fileprivate init(_ failure: DevicePairingFailure) {
        self =
            switch failure {
            case .notFound: .notFound
            case .invalidCode(let reason): .invalid(field: "code", code: "invalidCode", detail: reason)
            case .wrongCode(let reason): .invalid(field: "code", code: "wrongCode", detail: reason)
            case .blocked(let obstacle, let reason): .devicePairing(obstacle, detail: reason)
            }
    }
}
