import Concurrency
package import HomeModel
package import HomeStore

/// The maintenance tasks of appliances and devices, what is due, and the batteries. Each act requires the right to manage
/// maintenance. A task whose device the asker may not see does not exist for them.
package struct MaintenanceService: Sendable {
    let evaluator: MaintenanceEvaluator
    let appliances: ApplianceStore
    let state: HomeState
    let actions: AuthorizedActions
    /// Held from the read of a task until its change is stored.
    let edits = KeyedAsyncLock<MaintenanceTaskID>()
    var tasks: MaintenanceTaskStore { evaluator.tasks }

    package init(
        evaluator: MaintenanceEvaluator, appliances: ApplianceStore, state: HomeState, actions: AuthorizedActions
    ) {
        self.evaluator = evaluator
        self.appliances = appliances
        self.state = state
        self.actions = actions
    }

    /// Evaluates all tasks again and again, until cancelled.
    package func run() async { await evaluator.run() }

    // MARK: - Lists

    /// All tasks, the most urgent one first; of one appliance or device, with `subject`.
    package func list(
        of subject: ServiceSubject? = nil, as identity: Identity
    ) async throws(ActionRefusal) -> [MaintenanceTaskView] {
        try await actions.require(.manageMaintenance, of: identity)
        return try await views(for: identity).filter { subject == nil || $0.task.subject == subject }
    }

    /// One task.
    package func task(
        _ id: MaintenanceTaskID, as identity: Identity
    ) async throws(ActionRefusal) -> MaintenanceTaskView {
        try await actions.require(.manageMaintenance, of: identity)
        let task = try await known(id, for: identity)
        return try await context(for: identity).view(of: task)
    }

    /// What is due now, also soon, and the low batteries.
    package func due(as identity: Identity) async throws(ActionRefusal) -> DueMaintenance {
        try await actions.require(.manageMaintenance, of: identity)
        let context = try await context(for: identity)
        let views = try await views(in: context)
        return DueMaintenance(
            tasks: views.filter(\.status.isShown), batteries: context.batteries.filter(\.status.isLow),
            isClockKnown: state.clock.decisionTime().isKnown)
    }

    /// The batteries of all devices that the asker may see, the most urgent one first.
    package func batteries(as identity: Identity) async throws(ActionRefusal) -> [BatteryView] {
        try await actions.require(.manageMaintenance, of: identity)
        return try await context(for: identity).batteries
    }

    /// The usual tasks for an appliance or a device. None of them exists before a person adds it.
    package func suggestions(
        for subject: ServiceSubject, as identity: Identity
    ) async throws(ActionRefusal) -> [MaintenanceSuggestion] {
        try await actions.require(.manageMaintenance, of: identity)
        let context = try await context(for: identity)
        guard let thing = context.thing(subject) else { throw .notFound }
        let today = await evaluator.today() ?? LocalDate(state.clock.now(), in: context.timeZone)
        guard let today else { return [] }
        return thing.suggestions(today: today)
    }

    // MARK: - Common steps

    func views(for identity: Identity) async throws(ActionRefusal) -> [MaintenanceTaskView] {
        try await views(in: try await context(for: identity))
    }

    private func views(in context: MaintenanceContext) async throws(ActionRefusal) -> [MaintenanceTaskView] {
        let all = try await actions.storing { () async throws(StorageError) in try await evaluator.current() }
        return all.filter(context.shows).map(context.view).sorted(by: MaintenanceTaskView.isBefore)
    }

    /// The task. Throws `.notFound` when there is none, or when the asker may not see its device.
    func known(_ id: MaintenanceTaskID, for identity: Identity) async throws(ActionRefusal) -> MaintenanceTask {
        let found = try await actions.storing { () async throws(StorageError) in try await evaluator.current(id) }
        guard let found, try await context(for: identity).shows(found) else { throw .notFound }
        return found
    }

    func context(for identity: Identity) async throws(ActionRefusal) -> MaintenanceContext {
        let all = try await actions.storing { () async throws(StorageError) in try await appliances.all() }
        let (home, states) = await (state.registry.snapshot, state.deviceStates.snapshot)
        let (policy, today) = await (state.people.policy, evaluator.today())
        return MaintenanceContext(
            appliances: all, home: home, states: states, policy: policy, identity: identity, today: today,
            now: state.clock.decisionTime())
    }
}
