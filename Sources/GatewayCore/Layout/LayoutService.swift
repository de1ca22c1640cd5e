import Concurrency
package import HomeModel

/// Returns and changes layouts of the home screen: people change their own one, and identities that may change settings
/// the default of the home.
package struct LayoutService: Sendable {
    let layouts: LayoutRegistry
    let state: HomeState
    let feed: LiveFeed
    let personal: PersonalSettings
    /// Held from the check of a version until the new layout is stored: the own one of each person, and with nil the
    /// default.
    private let edits = KeyedAsyncLock<PersonID?>()
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

    /// Sets the own layout of the person, and returns it. Entries that the person cannot see now stay in it.
    ///
    /// With `versions`, throws `.changedMeanwhile` unless the layout that applies now has one of them.
    @discardableResult package func set(
        _ layout: HomeLayout, expecting versions: Set<String>? = nil, as identity: Identity
    ) async throws(ActionRefusal) -> EffectiveLayout {
        let person = try personal.owner(identity, console: Self.consoleRefusal)
        try Self.check(layout)
        return try await edits.withLock(person) { () async throws(ActionRefusal) in
            let (known, standard) = await (layouts.own(of: person), layouts.standard)
            let (current, visibility) = (known ?? standard ?? HomeLayout(), await visibility(identity))
            try Self.check(visibility.visible(of: current), isIn: versions)
            let new = visibility.replacing(current, with: layout)
            if new != known { try await save(new, of: person, act: "layout", as: identity) }
            return EffectiveLayout(layout: visibility.visible(of: new), isOwn: true, mayChange: true)
        }
    }

    /// Removes the own layout of the person, who has the default of the home then. `versions` are as for `set`.
    package func reset(
        expecting versions: Set<String>? = nil, as identity: Identity
    ) async throws(ActionRefusal) {
        let person = try personal.owner(identity, console: Self.consoleRefusal)
        try await edits.withLock(person) { () async throws(ActionRefusal) in
            try Self.check(await effective(for: identity).layout, isIn: versions)
            guard await layouts.own(of: person) != nil else { return }
            try await save(nil, of: person, act: "resetLayout", as: identity)
        }
    }

    /// Sets the default of the home. With `versions`, throws `.changedMeanwhile` unless it has one of them now.
    package func setStandard(
        _ layout: HomeLayout, expecting versions: Set<String>? = nil, as identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        try Self.check(layout)
        try await edits.withLock(nil) { () async throws(ActionRefusal) in
            let (known, visibility) = await (layouts.standard, visibility(identity))
            try Self.check(visibility.visible(of: known ?? HomeLayout()), isIn: versions)
            let new = visibility.replacing(known ?? HomeLayout(), with: layout)
            guard new != known else { return }
            try await save(standard: new, act: "defaultLayout", as: identity)
        }
    }

    /// Removes the default of the home. `versions` are as for `setStandard`.
    package func resetStandard(
        expecting versions: Set<String>? = nil, as identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        try await edits.withLock(nil) { () async throws(ActionRefusal) in
            try Self.check(await standard(for: identity).layout, isIn: versions)
            guard await layouts.standard != nil else { return }
            try await save(standard: nil, act: "resetDefaultLayout", as: identity)
        }
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

    private static func check(_ current: HomeLayout, isIn versions: Set<String>?) throws(ActionRefusal) {
        guard let versions, !versions.contains(current.version) else { return }
        throw .changedMeanwhile("The layout was changed meanwhile. Get it again, and repeat your change on it.")
    }

    private static func check(_ layout: HomeLayout) throws(ActionRefusal) {
        guard let violation = layout.violation else { return }
        throw .invalid(field: violation.field, code: violation.code, detail: violation.sentence)
    }
}
