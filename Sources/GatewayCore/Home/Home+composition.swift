import HomeModel
import HomeStore

extension Home {
    /// Composes the groups of services. `endpointDescription` returns nil while clients cannot connect over the
    /// network.
    package init(
        on core: CoreServices, residents: ResidentServices, naming: HomeNameService,
        endpointDescription: @escaping @Sendable () async -> EndpointDescription?, operation: OperationServices
    ) {
        let (registry, people, clock) = (core.registry, core.people, core.clock)
        let state = HomeState(registry: registry, people: people, deviceStates: core.deviceStates, clock: clock)
        self.init(
            actions: core.actions,
            devices: DeviceServices(
                state: state, devices: residents.devices, rooms: residents.rooms, credentials: residents.credentials,
                discovered: DiscoveredServices(feed: core.feed), findings: residents.findings),
            commands: CommandServices(commands: residents.commands, clock: clock),
            readings: .compose(on: core, state: state),
            access: AccessServices(people: residents.people, grants: residents.grants, pins: residents.pins),
            sessions: SessionServices(
                registry: core.sessions, clients: residents.clients, pins: residents.pins, tokens: residents.tokens,
                pairing: residents.pairing, endpointDescription: endpointDescription),
            events: EventServices(feed: core.feed, sessions: core.sessions),
            settings: SettingServices(
                state: state, naming: naming, clocks: core.clocks, lockdown: residents.lockdown, pins: residents.pins,
                layouts: LayoutService(
                    layouts: core.layouts, state: state, feed: core.feed,
                    personal: PersonalSettings(actions: core.actions))),
            operation: operation)
    }
}

extension ReadingServices {
    fileprivate static func compose(on core: CoreServices, state: HomeState) -> ReadingServices {
        let store = core.stores.database.readings
        let (registry, people, retention, clock) = (core.registry, core.people, core.retention, core.clock)
        return ReadingServices(
            state: state,
            history: ReadingHistory(
                registry: registry, people: people, store: store, retention: retention, clock: clock),
            energy: EnergyReport(registry: registry, people: people, store: store, retention: retention, clock: clock),
            imports: ImportService(
                registry: registry, deviceStates: core.deviceStates, feed: core.feed, store: store,
                retention: retention, actions: core.actions, makeID: { .random() }),
            strikes: StrikeService(
                registry: registry, deviceStates: core.deviceStates, store: store,
                timestampAssigner: core.timestampAssigner, actions: core.actions),
            retention: retention)
    }
}
