package import HomeCertificates

/// Everything that can be asked of a running home; what the API serves.
package struct Home: Sendable {
    package let naming: HomeNaming
    package let registry: HomeRegistry
    package let people: PeopleRegister
    package let board: StateBoard
    package let feed: LiveFeed
    package let services: NetworkServices
    package let devices: DeviceService
    package let deviceLists: DeviceLists
    package let findings: FindingService
    package let rooms: RoomService
    package let credentials: CredentialService
    package let peopleService: PeopleService
    package let grants: GrantService
    package let lockdown: LockdownService
    package let sessions: SessionRegister
    package let restrictions: RestrictionRecorder
    package let clients: ClientService
    package let tokens: TokenService
    package let pins: PINService
    package let pairing: PairingService
    /// Nil while there is no HTTPS door.
    package let doorSign: @Sendable () async -> DoorSign?
    package let certificates: HomeCertificates
    package let commands: CommandService
    package let history: ReadingHistory
    package let energy: EnergyReport
    package let imports: ImportService
    package let audit: AuditReader
    package let retention: RetentionKeeper
    package let strikes: StrikeService
    package let diagnostics: Diagnostics
    package let metrics: Metrics
    package let clocks: ClockService
    package let clock: HomeClock

    package init(
        naming: HomeNaming, registry: HomeRegistry, people: PeopleRegister, board: StateBoard, feed: LiveFeed,
        services: NetworkServices,
        devices: DeviceService, findings: FindingService, rooms: RoomService, credentials: CredentialService,
        peopleService: PeopleService,
        grants: GrantService,
        lockdown: LockdownService, sessions: SessionRegister, restrictions: RestrictionRecorder, clients: ClientService,
        tokens: TokenService,
        pins: PINService, pairing: PairingService, doorSign: @escaping @Sendable () async -> DoorSign?,
        certificates: HomeCertificates,
        commands: CommandService, history: ReadingHistory, energy: EnergyReport, imports: ImportService,
        audit: AuditReader, retention: RetentionKeeper, strikes: StrikeService, diagnostics: Diagnostics,
        metrics: Metrics, clocks: ClockService, clock: HomeClock
    ) {
        self.naming = naming
        self.registry = registry
        self.people = people
        self.board = board
        self.feed = feed
        self.services = services
        self.devices = devices
        deviceLists = DeviceLists(registry: registry, people: people, board: board, clock: clock)
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
        self.doorSign = doorSign
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
    /// Tells the disk again and again of what was taken back and it could not be told, and sessions of a clock that came to
    /// be known, until cancelled.
    package func settleRevocations() async {
        // What fails here is tried again at the next start; it concerns no device of this home.
        try? await devices.endRightsOfMissingDevices()
        while !Task.isCancelled {
            await feed.end(shortenedBy: sessions.anchor())
            await clock.sleep(for: .seconds(5))
            await people.settle()
            await sessions.settle()
            await pins.settle()
            await restrictions.record()
            await clocks.settle()
        }
    }
}
