package import HomeCertificates

/// All services of a running home, for the API.
package struct Home: Sendable {
    package let naming: HomeNameService
    package let registry: HomeRegistry
    package let people: PeopleRegistry
    package let deviceStates: DeviceStateCache
    package let feed: LiveFeed
    package let services: DiscoveredServices
    package let devices: DeviceService
    package let deviceLists: DeviceListCache
    package let findings: FindingService
    package let rooms: RoomService
    package let credentials: CredentialService
    package let peopleService: PeopleService
    package let grants: GrantService
    package let lockdown: LockdownService
    package let sessions: SessionRegistry
    package let restrictions: RestrictionRecorder
    package let clients: ClientService
    package let tokens: TokenService
    package let pins: PINService
    package let pairing: PairingService
    /// Returns nil while there is no HTTPS endpoint.
    package let endpointDescription: @Sendable () async -> EndpointDescription?
    package let certificates: HomeCertificates
    package let commands: CommandService
    package let history: ReadingHistory
    package let energy: EnergyReport
    package let imports: ImportService
    package let audit: AuditReader
    package let retention: RetentionJob
    package let strikes: StrikeService
    package let diagnostics: Diagnostics
    package let metrics: Metrics
    package let clocks: ClockService
    package let clock: HomeClock

    package init(
        naming: HomeNameService, registry: HomeRegistry, people: PeopleRegistry, deviceStates: DeviceStateCache,
        feed: LiveFeed,
        services: DiscoveredServices,
        devices: DeviceService, findings: FindingService, rooms: RoomService, credentials: CredentialService,
        peopleService: PeopleService,
        grants: GrantService,
        lockdown: LockdownService, sessions: SessionRegistry, restrictions: RestrictionRecorder, clients: ClientService,
        tokens: TokenService,
        pins: PINService, pairing: PairingService,
        endpointDescription: @escaping @Sendable () async -> EndpointDescription?,
        certificates: HomeCertificates,
        commands: CommandService, history: ReadingHistory, energy: EnergyReport, imports: ImportService,
        audit: AuditReader, retention: RetentionJob, strikes: StrikeService, diagnostics: Diagnostics,
        metrics: Metrics, clocks: ClockService, clock: HomeClock
    ) {
        self.naming = naming
        self.registry = registry
        self.people = people
        self.deviceStates = deviceStates
        self.feed = feed
        self.services = services
        self.devices = devices
        deviceLists = DeviceListCache(registry: registry, people: people, deviceStates: deviceStates, clock: clock)
        self.findings = findings
        self.rooms = rooms
        self.credentials = credentials
        self.peopleService = peopleService
        self.grants = grants
        self.lockdown = lockdown
        self.sessions = sessions
        self.restrictions = restrictions
        self.clients = clients
        self.tokens = tokens
        self.pins = pins
        self.pairing = pairing
        self.endpointDescription = endpointDescription
        self.certificates = certificates
        self.commands = commands
        self.history = history
        self.energy = energy
        self.imports = imports
        self.audit = audit
        self.retention = retention
        self.strikes = strikes
        self.diagnostics = diagnostics
        self.metrics = metrics
        self.clocks = clocks
        self.clock = clock
    }
}

extension Home {
    /// Repeats every few seconds, until cancelled: stores the revocations and restrictions that could not be stored
    /// before, and ends event streams whose tokens end earlier than was assumed, because the clock has become known.
    package func runPeriodicSaves() async {
        // A failure is repeated at the next start; it concerns no device of this home.
        try? await devices.endRightsOfMissingDevices()
        while !Task.isCancelled {
            await feed.end(shortenedBy: sessions.anchor())
            await clock.sleep(for: .seconds(5))
            await people.saveUnsaved()
            await sessions.saveUnsaved()
            await pins.saveUnsaved()
            await restrictions.record()
            await clocks.saveUnsaved()
        }
    }
}
