package import HomeModel

/// Shows and clears the findings on the devices' network, for people who may add devices.
package struct FindingService: Sendable {
    private let findings: LinkFindings
    private let actions: AuthorizedActions
    private let links: [any DeviceLink]

    package init(findings: LinkFindings, actions: AuthorizedActions, links: [any DeviceLink]) {
        self.findings = findings
        self.actions = actions
        self.links = links
    }

    /// Returns all findings: dangerous ones first, then the latest.
    package func all(as identity: Identity) async throws(ActionRefusal) -> [LinkFindings.Entry] {
        try await actions.require(.addDevices, of: identity)
        return await findings.all
    }

    /// Removes a finding that a person has seen, and the message that the network retains for it. Its link may remember
    /// that it was seen; a message that comes again is found again.
    package func clear(_ id: FindingID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.addDevices, of: identity)
        guard let finding = await findings.entry(id)?.finding else { throw .notFound }
        let act = try await actions.writeEntry(
            .maintenanceClear, by: identity, target: id.rawValue,
            metadata: [
                "code": finding.code,
                finding.source.auditKey: EscapedText(finding.location.text, limit: 128).description,
            ])
        for link in links where link.findingSource == finding.source {
            do throws(LinkError) {
                try await link.clear(finding)
            } catch {
                await actions.recordFailure(of: [act], .notSent)
                throw .conflict(error.description)
            }
        }
        await findings.forget(id)
    }
}
