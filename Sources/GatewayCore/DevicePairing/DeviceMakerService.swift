package import HomeModel

/// Decides which makers of devices the gateway trusts, on behalf of people who may add devices. A change requires a PIN,
/// and is written to the audit log before it happens.
package struct DeviceMakerService: Sendable {
    private let link: (any MakerTrustingLink)?
    private let actions: AuthorizedActions

    package init(links: [any DeviceLink], actions: AuthorizedActions) {
        link = links.lazy.compactMap { $0 as? any MakerTrustingLink }.first
        self.actions = actions
    }

    package func all(as identity: Identity) async throws(ActionRefusal) -> DeviceMakers {
        try await actions.require(.addDevices, of: identity)
        return await link?.makers() ?? DeviceMakers(all: [], listDate: nil)
    }

    /// The maker of a certificate in PEM form. Nothing is added.
    package func maker(of certificate: String, as identity: Identity) async throws(ActionRefusal) -> DeviceMaker {
        try await actions.require(.addDevices, of: identity)
        return try await read(certificate, by: try found)
    }

    /// Trusts a maker from now on. One for tests is refused unless `acceptsTests`.
    package func add(
        _ certificate: String, acceptsTests: Bool, as identity: Identity
    ) async throws(ActionRefusal) -> DeviceMaker {
        try await actions.require(.addDevices, of: identity, for: .makerTrust)
        let link = try found
        let maker = try await read(certificate, by: link)
        guard acceptsTests || !maker.isForTests else {
            throw .invalid(
                field: "acceptsTests", code: "testMaker",
                detail:
                    "“\(EscapedText(maker.subject, limit: 100))” is for tests: many people have its key, so that it "
                    + "proves nothing about a device.")
        }
        try await actions.require(StepUp.people, of: identity)
        return try await audited(maker, by: identity) { () async throws(DeviceMakerFailure) in
            try await link.addMaker(certificate)
        }
    }

    /// Ends the trust in a maker that was added. Devices that are paired stay.
    package func remove(_ id: DeviceMakerID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity, for: .makerTrust, about: id.rawValue)
        let link = try found
        guard let maker = await link.makers().all.first(where: { $0.id == id }) else { throw .notFound }
        guard maker.isAdded else {
            throw .conflict("This maker comes with the program. Only makers that were added can be removed.")
        }
        try await actions.require(StepUp.people, of: identity)
        try await audited(maker, by: identity, metadata: ["act": "removed"]) {
            () async throws(DeviceMakerFailure) in try await link.removeMaker(id)
        }
    }

    // MARK: Parts

    private var found: any MakerTrustingLink {
        get throws(ActionRefusal) {
            guard let link else { throw .conflict("No devices of this home prove who made them.") }
            return link
        }
    }

    private func read(
        _ certificate: String, by link: any MakerTrustingLink
    ) async throws(ActionRefusal) -> DeviceMaker {
        do throws(DeviceMakerFailure) {
            return try await link.maker(of: certificate)
        } catch {
            throw ActionRefusal(error)
        }
    }

    @discardableResult private func audited<Result: Sendable>(
        _ maker: DeviceMaker, by identity: Identity, metadata: [String: String] = [:],
        act: () async throws(DeviceMakerFailure) -> Result
    ) async throws(ActionRefusal) -> Result {
        var facts = ["name": EscapedText(maker.subject, limit: 100).description, "fingerprint": maker.fingerprint]
        if maker.isForTests { facts["tests"] = "true" }
        let entry = try await actions.writeEntry(
            .makerTrust, by: identity, target: maker.id.rawValue, metadata: facts.merging(metadata) { $1 })
        do throws(DeviceMakerFailure) {
            return try await act()
        } catch {
            await actions.recordFailure(of: [entry], .notStored)
            throw ActionRefusal(error)
        }
    }
}

extension ActionRefusal {
    fileprivate init(_ failure: DeviceMakerFailure) {
        self =
            switch failure {
            case .notFound: .notFound
            case .malformed(let reason): .invalid(field: "certificate", code: "invalidCertificate", detail: reason)
            case .known(let reason), .notStored(let reason): .conflict(reason)
            }
    }
}
