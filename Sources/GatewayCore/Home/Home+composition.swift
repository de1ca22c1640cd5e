package import HomeModel
import HomeStore
import Logging
import TimeSeriesStore

extension Home {
    /// Composes the groups of services. `endpointDescription` returns nil while clients cannot connect over the
    /// network; `inventory` says what is stored, and `requestDeletion` stores that everything is deleted when the gateway
    /// has stopped. `incidentSources` are what only the composition of the gateway knows about incidents.
    package init(
        on core: CoreServices, residents: ResidentServices, naming: HomeNameService,
        endpointDescription: @escaping @Sendable () async -> EndpointDescription?, inventory: StoredDataInventory,
        consents: ConsentService, attachments: AttachmentService, operation: OperationServices,
        incidentSources: IncidentSources = IncidentSources(),
        requestDeletion: @escaping @Sendable () throws -> Void = {}
    ) {
        let (registry, people, clock) = (core.registry, core.people, core.clock)
        let state = HomeState(registry: registry, people: people, deviceStates: core.deviceStates, clock: clock)
        let personal = PersonalSettings(actions: core.actions)
        let notices = NoticeService(notices: core.notices, feed: core.feed, actions: core.actions)
        let readings = ReadingServices.compose(on: core, state: state, consents: consents)
        let incidents = IncidentServices.compose(
            on: core, residents: residents, state: state, diagnostics: operation.diagnostics, sources: incidentSources)
        self.init(
            actions: core.actions,
            devices: DeviceServices(
                state: state, devices: residents.devices, rooms: residents.rooms, credentials: residents.credentials,
                setups: residents.setups, pairings: residents.devicePairings, makers: residents.makers,
                discovered: core.discovered, findings: residents.findings),
            commands: CommandServices(commands: residents.commands, groups: residents.groups, clock: clock),
            readings: readings,
            access: AccessServices(people: residents.people, grants: residents.grants, pins: residents.pins),
            sessions: SessionServices(
                registry: core.sessions, clients: residents.clients, pins: residents.pins, tokens: residents.tokens,
                pairing: residents.pairing, invitations: residents.invitations, naming: naming,
                endpointDescription: endpointDescription),
            events: EventServices(feed: core.feed, sessions: core.sessions),
            activity: ActivityReader(
                audit: core.stores.audit, store: core.stores.database.readings, state: state,
                retention: core.retention),
            settings: SettingServices(
                state: state, naming: naming,
                timeZone: TimeZoneService(people: people, feed: core.feed, actions: core.actions),
                clocks: core.clocks, lockdown: residents.lockdown, pins: residents.pins,
                layouts: LayoutService(layouts: core.layouts, state: state, feed: core.feed, personal: personal),
                preferences: PreferencesService(
                    preferences: core.preferences, feed: core.feed, personal: personal),
                notices: notices, consents: consents, incidents: incidents.incidents, keys: incidents.keys),
            maintenance: .compose(on: core, state: state, logger: residents.logger),
            privacy: PrivacyServices(
                storedData: StoredDataService(
                    inventory: inventory, retention: core.retention, actions: core.actions),
                notices: notices, consents: consents,
                exports: .compose(on: core, history: readings.history, attachments: attachments),
                erasures: residents.erasures,
                wipe: WipeService(
                    links: residents.links, registry: registry, naming: naming, actions: core.actions,
                    requestDeletion: requestDeletion, logger: residents.logger),
                crashReports: core.crashReports),
            attachments: attachments, operation: operation, incidents: incidents)
    }
}

/// What only the composition of the gateway knows about incidents.
package struct IncidentSources: Sendable {
    let rotator: any KeyRotator
    let configuration: @Sendable () -> [String: String]
    let log: @Sendable (IncidentSubject) async -> [String]

    /// `configuration` returns the settings without any secret, and `log` lines about a subject.
    package init(
        rotator: any KeyRotator = UnmanagedKeys(), configuration: @escaping @Sendable () -> [String: String] = { [:] },
        log: @escaping @Sendable (IncidentSubject) async -> [String] = { _ in [] }
    ) {
        self.rotator = rotator
        self.configuration = configuration
        self.log = log
    }
}

extension IncidentServices {
    fileprivate static func compose(
        on core: CoreServices, residents: ResidentServices, state: HomeState, diagnostics: Diagnostics,
        sources: IncidentSources
    ) -> IncidentServices {
        let keys = KeyRotationService(on: core, residents: residents, rotator: sources.rotator)
        let evidence = EvidenceSources(
            configuration: sources.configuration, diagnostics: diagnostics, log: sources.log)
        return IncidentServices(
            incidents: IncidentService(
                incidents: core.incidents, people: core.people, feed: core.feed, actions: core.actions,
                steps: ContainmentSteps(
                    clients: residents.clients, tokens: residents.tokens, invitations: residents.invitations,
                    pairing: residents.pairing, credentials: residents.credentials, lockdown: residents.lockdown,
                    sessions: core.sessions, keys: keys),
                evidence: EvidenceCollector(audit: core.stores.audit, actions: core.actions, sources: evidence)),
            keys: keys, state: state)
    }
}

extension PersonalExportService {
    fileprivate static func compose(
        on core: CoreServices, history: ReadingHistory, attachments: AttachmentService
    ) -> PersonalExportService {
        let sources = ExportSources(
            people: core.people, registry: core.registry, sessions: core.sessions, pins: core.pins,
            invitations: core.invitations, layouts: core.layouts, preferences: core.preferences,
            notices: core.notices, consents: core.consents, incidents: core.incidents,
            appliances: core.stores.database.appliances, services: core.stores.database.serviceHistory,
            tasks: core.stores.database.maintenanceTasks, attachments: attachments, audit: core.stores.audit,
            history: history, actions: core.actions)
        return PersonalExportService(sources: sources, sessions: core.sessions, feed: core.feed)
    }
}

extension MaintenanceServices {
    fileprivate static func compose(
        on core: CoreServices, state: HomeState, logger: Logger
    ) -> MaintenanceServices {
        let database = core.stores.database
        let evaluator = MaintenanceEvaluator(
            tasks: database.maintenanceTasks, readings: database.readings, retention: core.retention, state: state,
            feed: core.feed, checkpoints: database.clockCheckpoints, logger: logger)
        return MaintenanceServices(
            appliances: ApplianceService(
                store: database.appliances, history: database.serviceHistory, state: state, actions: core.actions,
                feed: core.feed),
            history: ServiceHistoryService(
                store: database.serviceHistory, appliances: database.appliances, state: state, actions: core.actions,
                feed: core.feed),
            tasks: MaintenanceService(
                evaluator: evaluator, appliances: database.appliances, state: state, actions: core.actions))
    }
}

extension ReadingServices {
    fileprivate static func compose(
        on core: CoreServices, state: HomeState, consents: ConsentService
    ) -> ReadingServices {
        let store = core.stores.database.readings
        let (registry, people, retention, clock) = (core.registry, core.people, core.retention, core.clock)
        return ReadingServices(
            state: state,
            history: ReadingHistory(
                registry: registry, people: people, store: store, retention: retention, clock: clock),
            energy: EnergyReport(
                registry: registry, people: people, store: store, retention: retention, tariffs: core.tariffs,
                clock: clock),
            tariffs: TariffService(tariffs: core.tariffs, people: people, actions: core.actions),
            imports: ImportService(
                registry: registry, deviceStates: core.deviceStates, feed: core.feed, store: store,
                retention: retention, actions: core.actions, makeID: { .random() }),
            strikes: StrikeService(
                registry: registry, deviceStates: core.deviceStates, store: store,
                timestampAssigner: core.timestampAssigner, actions: core.actions),
            retention: retention, retentionRuns: RetentionService(job: retention, consents: consents))
    }
}
