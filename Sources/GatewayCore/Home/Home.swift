package import HomeCertificates

/// The services of a running home in groups. Each group of routes of the API gets one of them.
package struct Home: Sendable {
    /// Checks the permissions of callers, and records refusals.
    package let actions: AuthorizedActions
    package let devices: DeviceServices
    package let commands: CommandServices
    package let readings: ReadingServices
    package let access: AccessServices
    package let sessions: SessionServices
    package let events: EventServices
    package let activity: ActivityReader
    package let settings: SettingServices
    package let maintenance: MaintenanceServices
    package let privacy: PrivacyServices
    package let attachments: AttachmentService
    package let operation: OperationServices
    package let incidents: IncidentServices

    package var state: HomeState { devices.state }
}

extension Home {
    /// Repeats every few seconds, until cancelled: stores the revocations and restrictions that could not be stored
    /// before, and ends event streams whose tokens end earlier than was assumed, because the clock has become known.
    package func runPeriodicSaves(of restrictions: RestrictionRecorder) async {
        // A failure is repeated at the next start; it concerns no device of this home.
        try? await devices.devices.endRightsOfMissingDevices()
        while !Task.isCancelled {
            await events.feed.end(shortenedBy: sessions.registry.anchor())
            await state.clock.sleep(for: .seconds(5))
            await state.people.saveUnsaved()
            await sessions.registry.saveUnsaved()
            await sessions.pins.saveUnsaved()
            await sessions.invitations.invitations.saveUnsaved()
            await restrictions.record()
            await settings.clocks.saveUnsaved()
        }
    }
}

// MARK: - Groups

/// The state from which is computed what a caller may see.
package struct HomeState: Sendable {
    package let registry: HomeRegistry
    package let people: PeopleRegistry
    package let deviceStates: DeviceStateCache
    package let clock: HomeClock

    package init(registry: HomeRegistry, people: PeopleRegistry, deviceStates: DeviceStateCache, clock: HomeClock) {
        self.registry = registry
        self.people = people
        self.deviceStates = deviceStates
        self.clock = clock
    }
}

/// Devices, their rooms and credentials, and discovered devices that are not adopted.
package struct DeviceServices: Sendable {
    package let state: HomeState
    package let devices: DeviceService
    package let lists: DeviceListCache
    package let rooms: RoomService
    package let credentials: CredentialService
    package let setups: SetupService
    package let pairings: DevicePairingService
    package let makers: DeviceMakerService
    package let discovered: DiscoveredServices
    package let findings: FindingService

    package init(
        state: HomeState, devices: DeviceService, rooms: RoomService, credentials: CredentialService,
        setups: SetupService, pairings: DevicePairingService, makers: DeviceMakerService,
        discovered: DiscoveredServices, findings: FindingService
    ) {
        self.state = state
        self.devices = devices
        lists = DeviceListCache(
            registry: state.registry, people: state.people, deviceStates: state.deviceStates, clock: state.clock)
        self.rooms = rooms
        self.credentials = credentials
        self.setups = setups
        self.pairings = pairings
        self.makers = makers
        self.discovered = discovered
        self.findings = findings
    }
}

/// Commands to devices.
package struct CommandServices: Sendable {
    package let commands: CommandService
    package let groups: GroupCommandService
    package let clock: HomeClock

    package init(commands: CommandService, groups: GroupCommandService, clock: HomeClock) {
        self.commands = commands
        self.groups = groups
        self.clock = clock
    }
}

/// Stored readings: their history, their import, and their deletion.
package struct ReadingServices: Sendable {
    package let state: HomeState
    package let history: ReadingHistory
    package let energy: EnergyReport
    package let tariffs: TariffService
    package let imports: ImportService
    package let strikes: StrikeService
    package let retention: RetentionJob
    package let retentionRuns: RetentionService

    package init(
        state: HomeState, history: ReadingHistory, energy: EnergyReport, tariffs: TariffService, imports: ImportService,
        strikes: StrikeService, retention: RetentionJob, retentionRuns: RetentionService
    ) {
        self.state = state
        self.history = history
        self.energy = energy
        self.tariffs = tariffs
        self.imports = imports
        self.strikes = strikes
        self.retention = retention
        self.retentionRuns = retentionRuns
    }
}

/// People and their rights.
package struct AccessServices: Sendable {
    package let people: PeopleService
    package let grants: GrantService
    package let pins: PINService

    package init(people: PeopleService, grants: GrantService, pins: PINService) {
        self.people = people
        self.grants = grants
        self.pins = pins
    }
}

/// Clients with their sessions, PINs and tokens, and the pairing of new ones.
package struct SessionServices: Sendable {
    package let registry: SessionRegistry
    package let clients: ClientService
    package let pins: PINService
    package let tokens: TokenService
    package let pairing: PairingService
    package let invitations: InvitationService
    package let naming: HomeNameService
    /// Returns nil while clients cannot connect over the network.
    package let endpointDescription: @Sendable () async -> EndpointDescription?

    package init(
        registry: SessionRegistry, clients: ClientService, pins: PINService, tokens: TokenService,
        pairing: PairingService, invitations: InvitationService, naming: HomeNameService,
        endpointDescription: @escaping @Sendable () async -> EndpointDescription?
    ) {
        self.registry = registry
        self.clients = clients
        self.pins = pins
        self.tokens = tokens
        self.pairing = pairing
        self.invitations = invitations
        self.naming = naming
        self.endpointDescription = endpointDescription
    }
}

/// Live events, for as long as the session of their reader is valid.
package struct EventServices: Sendable {
    package let feed: LiveFeed
    package let sessions: SessionRegistry

    package init(feed: LiveFeed, sessions: SessionRegistry) {
        self.feed = feed
        self.sessions = sessions
    }
}

/// The settings of the home as a whole: its name, its time zone, its clock, its lockdown, the layouts of its home
/// screen, the preferences of its people, and the privacy notice, the consents and the new certificate, of which `GET /home`
/// says whether a person has yet to read, answer or install them.
package struct SettingServices: Sendable {
    package let state: HomeState
    package let naming: HomeNameService
    package let timeZone: TimeZoneService
    package let clocks: ClockService
    package let lockdown: LockdownService
    package let pins: PINService
    package let layouts: LayoutService
    package let preferences: PreferencesService
    package let notices: NoticeService
    package let consents: ConsentService
    package let incidents: IncidentService
    package let keys: KeyRotationService

    package init(
        state: HomeState, naming: HomeNameService, timeZone: TimeZoneService, clocks: ClockService,
        lockdown: LockdownService, pins: PINService, layouts: LayoutService, preferences: PreferencesService,
        notices: NoticeService, consents: ConsentService, incidents: IncidentService, keys: KeyRotationService
    ) {
        self.state = state
        self.naming = naming
        self.timeZone = timeZone
        self.clocks = clocks
        self.lockdown = lockdown
        self.pins = pins
        self.layouts = layouts
        self.preferences = preferences
        self.notices = notices
        self.consents = consents
        self.incidents = incidents
        self.keys = keys
    }
}

/// Incidents, and the rotation of the home's keys.
package struct IncidentServices: Sendable {
    package let incidents: IncidentService
    package let keys: KeyRotationService
    package let state: HomeState

    package init(incidents: IncidentService, keys: KeyRotationService, state: HomeState) {
        self.incidents = incidents
        self.keys = keys
        self.state = state
    }
}

/// The operation of the gateway: its health, its metrics, its certificates and its audit log.
package struct OperationServices: Sendable {
    package let diagnostics: Diagnostics
    package let metrics: Metrics
    package let certificates: HomeCertificates
    package let naming: HomeNameService
    package let audit: AuditReader
    package let sessions: SessionRegistry

    package init(
        diagnostics: Diagnostics, metrics: Metrics, certificates: HomeCertificates, naming: HomeNameService,
        audit: AuditReader, sessions: SessionRegistry
    ) {
        self.diagnostics = diagnostics
        self.metrics = metrics
        self.certificates = certificates
        self.naming = naming
        self.audit = audit
        self.sessions = sessions
    }
}
