package import HomeModel

/// Decides who may send a command: when it arrives, again when a stop has waited, and again directly before it is sent.
/// All three ask `AccessPolicy.authorize` through `decide`.
package struct CommandAuthorization: Sendable {
    private let registry: HomeRegistry
    private let people: PeopleRegistry
    private let deviceStates: DeviceStateCache
    private let isStillValid: @Sendable (Identity) async -> Bool
    private let clock: HomeClock

    /// `isStillValid` returns whether the client or token of an asker is still valid, and not revoked.
    package init(
        registry: HomeRegistry, people: PeopleRegistry, deviceStates: DeviceStateCache, clock: HomeClock,
        isStillValid: @escaping @Sendable (Identity) async -> Bool
    ) {
        self.registry = registry
        self.people = people
        self.deviceStates = deviceStates
        self.isStillValid = isStillValid
        self.clock = clock
    }

    /// Authorizes a command and then validates it, in this order: a refusal reveals nothing about the device.
    func authorize(_ request: CommandRequest, by identity: Identity) async throws(CommandRefusal) -> ValidCommand {
        let authorized = try await decide(request, by: identity)
        let values = await deviceStates.snapshot[request.device].values.filter { $0.key.part == request.part }
        let known = Dictionary(values.map { ($0.key.capability, $0.value.value) }) { $1 }
        return try await validate(authorized, known: known)
    }

    /// Decides a stop again. Its first decision may be older than the movement that it stops, and that movement may
    /// have spent the last use of the grant.
    func reauthorize(_ stop: ValidCommand) async -> ValidCommand {
        guard stop.isStop, case .grant = stop.authorized.reason,
            let now = try? await decide(stop.request, by: stop.identity), case .ownTravel = now.reason
        else { return stop }
        return (try? await validate(now, known: stop.known)) ?? stop
    }

    /// Decides again directly before the command is sent: throws when the sender's right was revoked while the command
    /// waited. The use of a grant that permits the command was counted before.
    func confirm(_ command: ValidCommand) async throws(CommandRefusal) {
        guard await isStillValid(command.identity) else { throw .denied(.revoked) }
        let counted: GrantID? = if case .grant(let id) = command.authorized.reason { id } else { nil }
        _ = try await decide(command.request, by: command.identity, beforeUseOf: counted)
    }

    /// Returns the refusal for a command whose grant no longer exists: the one that a new request would get now.
    func refusal(of command: ValidCommand) async -> CommandRefusal {
        do throws(CommandRefusal) {
            _ = try await decide(command.request, by: command.identity)
            return .denied(.revoked)
        } catch {
            return error
        }
    }

    /// Returns the direction of a command that `identity` may send: nil when it may not, or when the command is neither a
    /// stop nor in a safe direction.
    func safeDirection(of request: CommandRequest, by identity: Identity) async -> SafeDirection? {
        guard let authorized = try? await decide(request, by: identity),
            let part = authorized.device.description[request.part],
            part.isSafeDirection(of: request.capability.kind, becoming: request.value)
        else { return nil }
        return part.isStop(of: request.capability.kind, request.value) ? .stop : .other
    }

    enum SafeDirection { case stop, other }

    private func decide(
        _ request: CommandRequest, by identity: Identity, beforeUseOf grant: GrantID? = nil
    ) async throws(CommandRefusal) -> AuthorizedCommand {
        let device = await registry.snapshot[request.device]
        var policy = await people.policy
        if let grant { policy = policy.beforeUse(of: grant) }
        return try policy.authorize(request, by: identity, for: device, at: clock.decisionTime())
    }

    private func validate(
        _ authorized: AuthorizedCommand, known: [CapabilityName: CapabilityValue]
    ) async throws(CommandRefusal) -> ValidCommand {
        let availability = await deviceStates.availability(of: authorized.device.id)
        return try CommandValidator.validate(authorized, availability: availability, known: known)
    }
}
