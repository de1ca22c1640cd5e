import Concurrency
package import HomeModel

/// Returns and changes the prices of electricity.
package struct TariffService: Sendable {
    let tariffs: TariffRegistry
    let people: PeopleRegistry
    let actions: AuthorizedActions
    /// Held from the audit entry of a change until it is stored, so that the entry names the prices that it replaces.
    private let changes = AsyncLock()

    package init(tariffs: TariffRegistry, people: PeopleRegistry, actions: AuthorizedActions) {
        self.tariffs = tariffs
        self.people = people
        self.actions = actions
    }

    /// The prices, for identities that may see the energy of at least one device. Throws `.denied` for others.
    package func table(as identity: Identity) async throws(ActionRefusal) -> TariffTable {
        let mayView = await people.policy.mayAnywhere(
            identity, permission: .viewEnergy, at: actions.clock.decisionTime())
        if !mayView { try await actions.require(.viewEnergy, of: identity) }
        return await tariffs.table
    }

    /// Sets the prices from one date on, and replaces those from the same date. Returns all versions. Requires the right to
    /// change settings.
    package func set(_ version: Tariff, as identity: Identity) async throws(ActionRefusal) -> TariffTable {
        try await actions.require(.modifySettings, of: identity)
        guard version.currency.isInUse else {
            throw .invalid(
                field: "currency", code: "unknown",
                detail: "“\(version.currency)” is no currency in use; give an ISO 4217 code such as SEK.")
        }
        let known = await tariffs.table
        guard !known.versions.contains(version) else { return known }
        guard known.setting(version) != nil else { throw Self.tooMany }
        return try await change(from: version.validFrom, as: identity, otherwise: Self.tooMany) { $0.setting(version) }
    }

    /// Removes the prices from one date on, so that the earlier ones apply. Returns all versions. Requires the right to
    /// change settings.
    package func remove(from date: LocalDate, as identity: Identity) async throws(ActionRefusal) -> TariffTable {
        try await actions.require(.modifySettings, of: identity)
        let none = ActionRefusal.missing("No price begins on \(date). tomte energy price lists all.")
        guard await tariffs.table.removing(from: date) != nil else { throw none }
        return try await change(from: date, as: identity, otherwise: none) { $0.removing(from: date) }
    }

    /// Throws `refusal` when another change has made this one impossible.
    private func change(
        from date: LocalDate, as identity: Identity, otherwise refusal: ActionRefusal,
        by edit: @escaping @Sendable (TariffTable) -> TariffTable?
    ) async throws(ActionRefusal) -> TariffTable {
        try await changes.withLock { () async throws(ActionRefusal) in
            let before = await tariffs.table
            guard let after = edit(before) else { throw refusal }
            let change = TariffChange(on: date, before: before, after: after)
            let act = try await actions.writeEntry(.settingsChange, by: identity, metadata: change.auditDetails)
            let new = try await actions.storing(for: [act]) { () async throws(StorageError) in
                try await tariffs.change(by: edit)
            }
            return new ?? after
        }
    }

    private static let tooMany = ActionRefusal.invalid(
        field: "validFrom", code: "tooMany",
        detail: "The table has \(TariffTable.maximumVersions) prices; remove one first (tomte energy price --remove).")
}
