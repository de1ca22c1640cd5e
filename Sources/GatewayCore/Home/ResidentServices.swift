import HomeModel
package import Logging

/// The services through which people act on the home: its commands, devices and their credentials, rooms, people,
/// grants, clients and PINs.
package struct ResidentServices: Sendable {
    package let commands: CommandService
    package let groups: GroupCommandService
    package let devices: DeviceService
    package let devicePairings: DevicePairingService
    package let makers: DeviceMakerService
    package let credentials: CredentialService
    package let setups: SetupService
    package let findings: FindingService
    package let rooms: RoomService
    package let people: PeopleService
    package let grants: GrantService
    package let clients: ClientService
    package let pins: PINService
    package let tokens: TokenService
    package let pairing: PairingService
    package let invitations: InvitationService
    package let pendingPairings: PendingPairings
    package let lockdown: LockdownService
    package let erasures: ErasureService
    let links: [any DeviceLink]
    let logger: Logger

    /// Creates the services. `links` connect the home to its devices, `issuer` gives the devices their credentials, and
    /// `configurator` configures new devices. `saveMessages` stores the messages
    /// that wait for devices, and throws when it cannot.
    package init(
        on core: CoreServices, links: [any DeviceLink], issuer: any CredentialIssuer,
        configurator: any DeviceConfigurator, saveMessages: @escaping @Sendable () async throws -> Void = {},
        logger: Logger
    ) {
        let (registry, people, sessions) = (core.registry, core.people, core.sessions)
        let (feed, actions, clock) = (core.feed, core.actions, core.clock)
        self.links = links
        self.logger = logger
        let authorization = CommandAuthorization(
            registry: registry, people: people, deviceStates: core.deviceStates, clock: clock,
            isStillValid: { await sessions.isStillValid($0) })
        commands = CommandService(
            registry: registry, people: people, authorization: authorization, audit: core.stores.audit,
            dispatcher: CommandDispatcher(
                links: links, authorization: authorization, pending: core.pending, tracker: core.tracker, clock: clock),
            tracker: core.tracker, clock: clock, logger: logger)
        groups = GroupCommandService(commands: commands, tracker: core.groupTracker, logger: logger)
        devicePairings = DevicePairingService(
            links: links, discovered: core.discovered, registry: registry, actions: actions)
        makers = DeviceMakerService(links: links, actions: actions)
        devices = DeviceService(
            registry: registry, people: people, invitations: core.invitations, deviceStates: core.deviceStates,
            layouts: core.layouts, feed: feed, actions: actions, links: links, issuer: issuer,
            pairings: devicePairings)
        credentials = CredentialService(issuer: issuer, registry: registry, actions: actions)
        setups = SetupService(
            configurator: configurator, credentials: credentials, issuer: issuer, registry: registry,
            discovered: core.discovered, actions: actions, isStillValid: { await sessions.isStillValid($0) },
            logger: logger)
        findings = FindingService(findings: core.findings, actions: actions, links: links)
        rooms = RoomService(
            registry: registry, people: people, layouts: core.layouts, feed: feed, actions: actions)
        pendingPairings = PendingPairings(clock: clock)
        let personRemoval = PersonRemoval(
            sessions: sessions, pins: core.pins, layouts: core.layouts, preferences: core.preferences,
            notices: core.notices, consents: core.consents, pendingPairings: pendingPairings,
            invitations: core.invitations, feed: feed)
        self.people = PeopleService(
            people: people, registry: registry, personRemoval: personRemoval, actions: actions)
        erasures = ErasureService(
            registries: ErasureService.Registries(
                people: people, personRemoval: personRemoval, tracker: core.tracker, groupTracker: core.groupTracker,
                restrictions: core.restrictions, incidents: core.incidents),
            stores: core.stores, service: self.people, actions: actions, saveMessages: saveMessages, logger: logger)
        grants = GrantService(people: people, registry: registry, actions: actions, service: self.people)
        clients = ClientService(
            sessions: sessions, people: people, service: self.people, feed: feed, actions: actions)
        pins = PINService(
            pins: core.pins, sessions: sessions, people: people, clients: clients, service: self.people,
            incidents: core.incidents, actions: actions)
        tokens = TokenService(sessions: sessions, people: people, feed: feed, actions: actions)
        pairing = PairingService(
            pendingPairings: pendingPairings, sessions: sessions, people: people, service: self.people,
            feed: feed, actions: actions)
        invitations = InvitationService(
            invitations: core.invitations, pairing: pairing, grants: grants)
        lockdown = LockdownService(people: people, incidents: core.incidents, actions: actions)
    }
}
