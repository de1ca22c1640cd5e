package import HomeModel

/// What was found on the network, shown to and cleared by whoever adds devices.
package struct FindingService: Sendable {
    private let findings: LinkFindings
    private let acts: AuditedActs
    private let links: [any DeviceLink]

    package init(findings: LinkFindings, acts: AuditedActs, links: [any DeviceLink]) {
        self.findings = findings
        self.acts = acts
        self.links = links
    }

    /// What is dangerous first, then the latest.
    package func all(as identity: Identity) async throws(ActRefusal) -> [LinkFindings.Entry] {
        try await acts.require(.addDevices, of: identity)
        return await findings.all
    }

    /// Has the network forget what it keeps there, and forgets the finding. What comes again is found again.
    package func clear(_ id: FindingID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.addDevices, of: identity)
        guard let finding = await findings.entry(id)?.finding else { throw .notFound }
        let act = try await acts.writeDown(
            .maintenanceClear, by: identity, target: id.rawValue,
            metadata: ["code": finding.code, "topic": InertText(finding.topic, limit: 128).description])
        if finding.isKept {
            for link in links {
                do throws(LinkError) {
                    try await link.clear(finding.topic)
                } catch {
                    await acts.noteFailure(of: [act], .notSent)
                    throw .conflict(error.description)
                }
            }
        }
        await findings.forget(id)
    }
}
