package import HomeModel

/// Sets and checks PINs. With a PIN, a person confirms one purpose at one client for five minutes.
package struct PINService: Sendable {
    package static let digits = 6...12
    /// The number of failures in a row that lock a client until the console unlocks it.
    static let mostFailures = 100

    let pins: PINRegistry
    let sessions: SessionRegistry
    let people: PeopleRegistry
    let clients: ClientService
    let service: PeopleService
    let incidents: IncidentRegistry
    let throttle: FailureThrottle<ClientID>
    let actions: AuthorizedActions

    package init(
        pins: PINRegistry, sessions: SessionRegistry, people: PeopleRegistry, clients: ClientService,
        service: PeopleService, incidents: IncidentRegistry, actions: AuthorizedActions
    ) {
        self.pins = pins
        self.sessions = sessions
        self.people = people
        self.clients = clients
        self.service = service
        self.incidents = incidents
        self.actions = actions
        throttle = FailureThrottle(uptime: actions.clock.uptime)
    }

    /// Sets the asker's own PIN; the previous PIN, if there is one, must be given. The console sets the PIN of any
    /// person.
    ///
    /// A first PIN needs no other proof, so an unlocked phone must not be enough for it: it is set within ten minutes
    /// after the client was paired, or after a person who manages people cleared the PIN or allowed a first one.
    package func set(
        _ pin: String, current: String?, of person: PersonID, as identity: Identity
    ) async throws(ActionRefusal) {
        let isConsole = identity.actor == .console
        guard await people.person(person) != nil, isConsole || identity.person == person else { throw .notFound }
        guard isConsole || identity.mayStepUp else { throw .denied(.outOfScope) }
        try Self.check(pin)
        let count = await pins.changeCount(of: person)
        if !isConsole {
            if await pins.has(person) {
                try await prove(current ?? "", of: person, as: identity, event: .policyChange)
            } else {
                try await requireFirst(of: person, as: identity)
            }
        }
        let roleBefore = await people.stableRole(of: person)
        let act = try await actions.writeEntry(.policyChange, by: identity, about: person, metadata: ["act": "setPIN"])
        let setting = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await pins.set(
                Secret(pin), of: person, at: identity.client?.rawValue ?? PINRegistry.console, after: count)
        }
        switch setting {
        case .isSet: break
        case .noMemory:
            await actions.recordFailure(of: [act], .noMemory)
            throw .conflict("The gateway is short of memory; try again.")
        case .overtaken:
            await actions.recordFailure(of: [act], .overtaken)
            throw .conflict("The PIN was just set or cleared by another request. Try again.")
        }
        try await keepPIN(of: person, setAt: identity.client, whileRoleWas: roleBefore, act)
        // An incident about this person lists it.
        let name = await people.person(person)?.name.text
        await incidents.record(
            IncidentAct(
                time: actions.clock.now(), actor: identity.description, containment: .changePIN,
                target: person.rawValue, targetName: name, isDone: true))
    }

    /// Clears a PIN that was set while the role of its person was raised, at a client that the raise removes.
    private func keepPIN(
        of person: PersonID, setAt client: ClientID?, whileRoleWas before: Role?, _ act: AuditedAction
    ) async throws(ActionRefusal) {
        // The check follows the write: a raise that begins later finds the PIN and clears it.
        let now = await people.stableRole(of: person)
        guard let client else { return }
        let known = await sessions.clients[client]
        guard known == nil || before == nil || now != before else { return }
        guard await !people.isCovered(person, by: known?.approval) else { return }
        try await actions.storing(survivingFailure: { true }) { () async throws(StorageError) in
            try await pins.clear(person)
        }
        await actions.recordFailure(of: [act], .overtaken)
        throw .conflict("The role of the person is being changed; set the PIN afterwards.")
    }

    package func has(_ person: PersonID) async -> Bool { await pins.has(person) }

    /// Repeats the writes of cleared PINs that failed.
    func saveUnsaved() async { await pins.saveUnsaved() }

    /// Whether a person without a PIN may set one at this client now.
    package func maySetFirst(of person: PersonID, as identity: Identity) async -> Bool {
        guard identity.mayStepUp, identity.person == person else { return false }
        let now = actions.clock.uptime()
        if let client = identity.client, await sessions.wasPaired(client, within: PINRegistry.firstSpan, of: now) {
            return true
        }
        return await pins.maySetFirstPIN(of: person, at: now)
    }

    /// Throws a refusal, with an audit entry, when a person without a PIN may not set one now.
    private func requireFirst(of person: PersonID, as identity: Identity) async throws(ActionRefusal) {
        guard await !maySetFirst(of: person, as: identity) else { return }
        try await actions.writeEntry(
            .policyChange, severity: .warning, by: identity, about: person, success: false,
            metadata: ["act": "firstPIN"])
        throw .invalid(
            field: "pin", code: "approvalNeeded",
            detail:
                "A first PIN is set within ten minutes after pairing. Ask an owner or admin to allow a first PIN: "
                + "tomte people pin \(person) --allow-first. The gateway's console can set it too."
        )
    }

    /// Allows a person without a PIN to set their first one, for ten minutes from now. Throws `.conflict` when they
    /// have one.
    package func allowFirst(of person: PersonID, as identity: Identity) async throws(ActionRefusal) {
        try await requireManaging(person, as: identity)
        guard await !pins.has(person) else {
            throw .conflict(
                "\(person) has a PIN. If it was forgotten, clear it: tomte people pin \(person) --clear.")
        }
        try await actions.writeEntry(.policyChange, by: identity, about: person, metadata: ["act": "allowFirstPIN"])
        await pins.allowFirst(of: person, at: actions.clock.uptime())
    }

    private func requireManaging(_ person: PersonID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        guard let owner = await people.person(person) else { throw .notFound }
        try await service.requireManaging(owner.role, as: identity)
    }

    /// Clears a forgotten PIN, also one that was never set: for ten minutes its owner may set a new one. The PIN ends
    /// at once, even if the disk does not store the change.
    package func clear(_ person: PersonID, as identity: Identity) async throws(ActionRefusal) {
        try await requireManaging(person, as: identity)
        let act = try await actions.writeEntry(
            .policyChange, by: identity, about: person, metadata: ["act": "clearPIN"])
        await pins.allowFirst(of: person, at: actions.clock.uptime())
        try await actions.storing(for: [act], survivingFailure: { true }) { () async throws(StorageError) in
            try await pins.clear(person)
        }
    }

    /// Confirms one purpose with a PIN, for the client that asks.
    package func stepUp(_ pin: String, for purpose: StepUp, as identity: Identity) async throws(ActionRefusal) {
        guard let client = identity.client, let person = identity.person else {
            throw .conflict("Only a paired client can confirm with a PIN; the console needs none.")
        }
        guard identity.mayStepUp else {
            try await actions.writeEntry(
                .authStepUp, severity: .warning, by: identity, success: false, metadata: ["purpose": purpose.rawValue])
            throw .denied(.outOfScope)
        }
        let round = await sessions.stepUpRound(of: person)
        guard await pins.has(person) else {
            throw .invalid(field: "pin", code: "noPIN", detail: "Set a PIN first.")
        }
        try await prove(pin, of: person, as: identity, event: .authStepUp)
        let act = try await actions.writeEntry(.authStepUp, by: identity, metadata: ["purpose": purpose.rawValue])
        guard await sessions.mark(purpose, by: client, in: round) else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .conflict("Your PIN or role was just changed. Enter your PIN again.")
        }
    }

    /// Unlocks a client that was locked after too many failures. For the console.
    package func unlock(_ id: ClientID, as identity: Identity) async throws(ActionRefusal) {
        guard let client = await sessions.clients[id] else { throw .notFound }
        let act = try await actions.writeEntry(
            .policyChange, by: identity, target: id.rawValue, about: client.person, metadata: ["act": "unlock"])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await sessions.unlock(id) }
        await throttle.succeeded(id)
    }

    private func prove(
        _ pin: String, of person: PersonID, as identity: Identity, event: AuditEvent
    ) async throws(ActionRefusal) {
        guard let client = identity.client else { throw .unauthenticated }
        let tries = try await throttle.attempt(client)
        // Of many attempts at once, those beyond the limit are not checked at all.
        guard tries <= Self.mostFailures else { throw .unauthenticated }
        guard await pins.isPIN(Secret(pin), of: person) else {
            try await actions.writeEntry(event, severity: .warning, by: identity, success: false)
            if tries == Self.mostFailures { try await clients.lock(client, as: identity) }
            throw .invalid(field: "pin", code: "wrongPIN", detail: "The PIN is wrong.")
        }
        await throttle.succeeded(client)
    }

    private static func check(_ pin: String) throws(ActionRefusal) {
        let bytes = Array(pin.utf8)
        guard digits.contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .invalid(field: "pin", code: "malformed", detail: "A PIN has 6 to 12 digits.")
        }
        let steps = Set(zip(bytes.dropFirst(), bytes).map { Int($0) - Int($1) })
        guard steps.count > 1 || steps.isDisjoint(with: [-1, 0, 1]) else {
            throw .invalid(field: "pin", code: "tooSimple", detail: "Do not use equal or consecutive digits only.")
        }
    }
}
