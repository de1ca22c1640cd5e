package import HomeModel

/// Returns and changes layouts of the home screen: people change their own one, and identities that may change settings
/// the default of the home.
package struct LayoutService: Sendable {
    let layouts: LayoutRegistry
    let state: HomeState
    let feed: LiveFeed
    let personal: PersonalSettings
    private var actions: AuthorizedActions { personal.actions }

    package init(layouts: LayoutRegistry, state: HomeState, feed: LiveFeed, personal: PersonalSettings) {
        self.layouts = layouts
        self.state = state
        self.feed = feed
        self.personal = personal
    }

    /// The own layout of the person, else the default of the home, else an empty one.
    package func effective(for identity: Identity) async -> EffectiveLayout {
        let own = await own(of: identity)
        let standard = await layouts.standard
        return EffectiveLayout(
            layout: await visibility(identity).visible(of: own ?? standard ?? HomeLayout()), isOwn: own != nil,
            mayChange: personal.mayChange(identity))
    }

    /// The default of the home; an empty layout while there is none.
    package func standard(for identity: Identity) async -> EffectiveLayout {
        EffectiveLayout(
            layout: await visibility(identity).visible(of: await layouts.standard ?? HomeLayout()), isOwn: false,
            mayChange: await actions.isAllowed(.modifySettings, identity: identity))
    }

    /// Sets the own layout of the person. Entries that the person cannot see now stay in it.
    package func set(_ layout: HomeLayout, as identity: Identity) async throws(ActionRefusal) {
        let person = try personal.owner(identity, console: Self.consoleRefusal)
        try Self.check(layout)
        let (known, standard) = await (layouts.own(of: person), layouts.standard)
        let new = await visibility(identity).replacing(known ?? standard ?? HomeLayout(), with: layout)
        guard new != known else { return }
        try await save(new, of: person, act: "layout", as: identity)
    }

    /// Removes the own layout of the person, who has the default of the home then.
    package func reset(as identity: Identity) async throws(ActionRefusal) {
        let person = try personal.owner(identity, console: Self.consoleRefusal)
        guard await layouts.own(of: person) != nil else { return }
        try await save(nil, of: person, act: "resetLayout", as: identity)
    }

    /// Sets the default of the home.
    package func setStandard(_ layout: HomeLayout, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        try Self.check(layout)
        let known = await layouts.standard
        let new = await visibility(identity).replacing(known ?? HomeLayout(), with: layout)
        guard new != known else { return }
        try await save(standard: new, act: "defaultLayout", as: identity)
    }

    /// Removes the default of the home.
    package func resetStandard(as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        guard await layouts.standard != nil else { return }
        try await save(standard: nil, act: "resetDefaultLayout", as: identity)
    }

    private func save(
        _ layout: HomeLayout?, of person: PersonID, act: String, as identity: Identity
    ) async throws(ActionRefusal) {
        try await personal.change(act, of: person, as: identity) { () async throws(StorageError) in
            try await layouts.save(layout, of: person)
        }
        await feed.publish([.ownHomeChanged(person)])
    }

    private func save(
        standard layout: HomeLayout?, act: String, as identity: Identity
    ) async throws(ActionRefusal) {
        let entry = try await actions.writeEntry(
            .settingsChange, severity: .informational, by: identity, metadata: ["act": act])
        try await actions.storing(for: [entry]) { () async throws(StorageError) in
            try await layouts.save(standard: layout)
        }
        await feed.publish([.homeChanged])
    }

    private func own(of identity: Identity) async -> HomeLayout? {
        guard let person = identity.person else { return nil }
        return await layouts.own(of: person)
    }

    private func visibility(_ identity: Identity) async -> LayoutVisibility {
        LayoutVisibility(
            await state.registry.snapshot, for: identity, by: await state.people.policy,
            at: state.clock.decisionTime())
    }

    private static let consoleRefusal =
        "The console has no layout of its own. Act as a person (--as NAME), or change the home's default (--default)."

    private static func check(_ layout: HomeLayout) throws(ActionRefusal) {
        guard let violation = layout.violation else { return }
        throw .invalid(field: violation.field, code: violation.code, detail: violation.sentence)
    }
}
