package import HomeModel
import HomeStorage

extension CommandService {
    package static let usualListing = 50

    /// What a device was told last, newest first: of the capabilities that the asker may see. What the ledger does not
    /// remember comes from the audit log.
    package func list(
        of id: DeviceID, atMost limit: Int, as identity: Identity
    ) async throws(ActRefusal) -> [CommandRecord] {
        let device = await registry.snapshot[id]
        let visible = await people.policy.visibility(of: identity, in: device.map { [$0] } ?? [], at: clock.now())
        guard visible.shows(id) else { throw .notFound }
        let remembered = await ledger.records(of: id)
        let shown = remembered.filter { visible.shows($0.series) }
        guard shown.count < limit else { return Array(shown.prefix(limit)) }
        let known = Set(remembered.map(\.id))
        do {
            let earlier = try await audit.commands(to: id, atMost: limit - shown.count) {
                visible.shows($0.series) && !known.contains($0.id)
            }
            return (shown + earlier).sorted { $0.receivedAt > $1.receivedAt }
        } catch {
            throw .notAudited
        }
    }
}
