import DeviceProtocols
import DeviceSetup
import Foundation
import GatewayCore
import HTTPTypes
import HomeCertificates
import HomeModel
import HomeStore
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization

@testable import AuditTrail
@testable import GatewayAPI
@testable import GatewayCore

/// A home with people and devices, composed as in the gateway on real stores, whose routes answer in this process.
struct APIHome: Sendable {
    let client: any TestClientProtocol
    /// How often the daily checks were repeated.
    let rechecks: Counter

    /// A number that grows.
    final class Counter: Sendable {
        private let number = Atomic(0)

        var count: Int { number.load(ordering: .relaxed) }

        func increment() { number.add(1, ordering: .relaxed) }
    }

    /// The people of the home, one of each role.
    static let people: KeyValuePairs<String, Role> = [
        "Ola": .owner, "Ada": .admin, "Mia": .member, "Kim": .child, "Gus": .guest,
    ]

    /// The kinds of data of this home.
    private static let kinds = [
        StoredDataKind(
            "names", title: "Names of people", what: "The name of each person.", purpose: "To show it.",
            class: .confidential, about: .person, logs: .never, since: .database(1), kept: .untilPersonIsRemoved,
            readers: .personAnd(.managePeople), places: [.table("person", columns: "id", "name")]),
        StoredDataKind(
            "readings", title: "Energy readings", what: "Readings of energy.", purpose: "To show them.",
            class: .sensitive, about: .household, logs: .never, since: .database(1), kept: .retention([.energyDays]),
            readers: .permission(.viewEnergy), places: [.table("reading", columns: "value")]),
    ]

    static func with(_ body: @Sendable (APIHome) async throws -> Void) async throws {
        let folder = "/tmp/api-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let logger = Logger(label: "api") { _ in SwiftLogNoOpLogHandler() }
        let stores = try await TestStores.open(in: folder, logger: logger)
        let core = try await CoreServices.load(
            from: stores.core, timeZone: .gmt, clock: .synchronised(), logger: logger,
            detailLevel: DeviceFamilies.detailLevel)
        let residents = ResidentServices(
            on: core,
            links: [
                ObedientLink(pending: core.pending), PairableLink(registry: core.registry, clock: core.clock),
                CommissionableLink(registry: core.registry, clock: core.clock),
            ],
            issuer: NoCredentials(),
            configurator: HTTPDeviceConfigurator(subnets: AttachedSubnets { [] }), logger: logger)
        let rechecks = Counter()
        let home = compose(core, residents: residents, certificates: stores.certificates, rechecks: rechecks)
        try await populate(core, residents: residents)
        let router = APIRouterBuilder(home: home).build([
            ProblemMiddleware(), SingleFieldMiddleware(), APILevelMiddleware(version: "1.2.3"), CallerMiddleware(),
        ])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await residents.commands.run() }
            group.addTask { await residents.groups.run() }
            group.addTask { await core.feed.run() }
            group.addTask { await residents.erasures.run() }
            group.addTask { await home.privacy.wipe.run() }
            try await Application(router: router, logger: logger).test(.router) { client in
                try await body(APIHome(client: client, rechecks: rechecks))
            }
            group.cancelAll()
        }
        await stores.core.audit.close()
        stores.core.database.close()
    }

    private static func compose(
        _ core: CoreServices, residents: ResidentServices, certificates: HomeCertificates, rechecks: Counter
    ) -> Home {
        let naming = HomeNameService(
            registry: core.registry, feed: core.feed, actions: core.actions, configured: "Home")
        return Home(
            on: core, residents: residents, naming: naming,
            endpointDescription: {
                EndpointDescription(
                    host: "tomte.local", port: 443, certificateFingerprint: "c0ffee", publicKeyFingerprint: "c0ffee",
                    webRoot: certificates.ownWebRoot)
            },
            inventory: StoredDataInventory(kinds: Self.kinds) { ["names": StoredDataAmount(rows: 3, bytes: 300)] },
            consents: ConsentService(on: core, logger: Logger(label: "api") { _ in SwiftLogNoOpLogHandler() }),
            attachments: AttachmentService(on: core, logger: Logger(label: "api") { _ in SwiftLogNoOpLogHandler() }),
            operation: OperationServices(
                diagnostics: Diagnostics(
                    version: "test", startedAt: core.clock.now(), checks: HealthChecks([]),
                    recheck: { rechecks.increment() }, uptime: core.clock.uptime, counters: { [:] }),
                metrics: Metrics([]), certificates: certificates, naming: naming,
                audit: AuditReader(audit: core.stores.audit, people: core.people, actions: core.actions),
                sessions: core.sessions))
    }

    /// Adds the people, a lamp in the kitchen, a heater, a thermometer, and the announcements of `PairableLink` and
    /// `CommissionableLink`.
    private static func populate(_ core: CoreServices, residents: ResidentServices) async throws {
        for (name, role) in people { _ = try await residents.people.add(name: name, role: role, as: .console) }
        let kitchen = try await residents.rooms.add(name: "Kitchen", as: .console)
        let parts: KeyValuePairs<StaticString, (Capability, Purpose?)> = [
            "lamp": (Capability(CapabilityName(.switch), isCommanded: true), .light),
            "heater": (Capability(CapabilityName(.switch), isCommanded: true), .heater),
            "thermometer": (Capability(CapabilityName(.temperature)), nil),
        ]
        for (name, (capability, purpose)) in parts {
            let id = DeviceID(name)
            try await core.registry.add(
                Device(
                    id: id, name: DisplayName(name), room: kitchen.id,
                    address: LinkAddress(kind: .homie5, foreignID: id.rawValue, root: id.rawValue),
                    description: DeviceDescription(
                        name: id.rawValue, parts: [Part(id: .main, capabilities: [capability], purpose: purpose)]),
                    adoptedAt: core.clock.now()))
            _ = await core.deviceStates.set(.ready, of: id)
        }
        let now = core.clock.now()
        for service in try PairableLink.announcements(at: now) + CommissionableLink.announcements(at: now) {
            await core.discovered.apply(.found(service))
        }
    }
}

private struct TestStores {
    let core: CoreStores
    let certificates: HomeCertificates

    static func open(in folder: String, logger: Logger) async throws -> TestStores {
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        let bytes = AuditKeys.makeBytes()
        let keys = try AuditKeys(sealing: bytes.sealing, signing: bytes.signing)
        let database = try HomeDatabase.open(path: "\(folder)/home.sqlite")
        return TestStores(
            core: CoreStores(
                database: database,
                audit: try await AuditLog.open(
                    folder: "\(folder)/audit", keys: keys, clock: .system(now: { Timestamp(Date()) }), logger: logger),
                restrictions: await RestrictionJournal.open(
                    folder: folder, name: "restrictions.journal", key: keys.sealing),
                erasures: await ErasureJournal.open(folder: folder, name: "erasures.journal", key: keys.sealing),
                incidents: database.incidents(sealedWith: keys.sealing),
                pinHasher: try PINHasher(secrets: secrets, rounds: 2),
                personHasher: try PersonIDHasher(secrets: secrets),
                crashReports: CrashReportService.Setup(folder: folder, version: "test"),
                attachments: try AttachmentStorage(folder: "\(folder)/attachments", secrets: secrets)),
            certificates: try await HomeCertificates.open(
                folder: "\(folder)/certificates", secrets: secrets, homeName: "tomte.local", addresses: [], now: Date())
        )
    }
}

extension HomeClock {
    fileprivate static func synchronised() -> HomeClock {
        let start = ContinuousClock.now
        return HomeClock(
            now: { Timestamp(Date()) }, uptime: { ContinuousClock.now - start }, boot: UUID(),
            waiting: ContinuousClock(), isSynchronised: { true })
    }
}

/// Sets the caller that a request names, instead of a connection's or a token's proof. `ola` is Ola at the console, who
/// has confirmed everything; `phone:ola` is a session of hers that has confirmed nothing.
private struct CallerMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.identity = try request.headers[.caller].flatMap(Identity.init(caller:))
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    /// No request of a client has this field; the gateway itself does not read it.
    static let caller = HTTPField.Name("Test-Caller") ?? .from
}

extension Identity {
    fileprivate static var console: Identity { get throws { try Identity.console(peer) } }

    private static var peer: ConsolePeer {
        get throws {
            guard let peer = ConsolePeer(peerUserID: 0, gatewayUserID: 0) else { throw UnknownCaller() }
            return peer
        }
    }

    /// Nil for `stranger`.
    fileprivate init?(caller: String) throws {
        let words = caller.split(separator: ":")
        switch caller {
        case "stranger": return nil
        case "console": self = try .console
        default:
            guard let person = words.last.flatMap({ PersonID(String($0)) }) else { throw UnknownCaller() }
            self = try words.first == "phone" ? .phone(of: person) : .console(Self.peer, as: person)
        }
    }

    private static func phone(of person: PersonID) throws -> Identity {
        let now = ClockSnapshot(wall: Timestamp(milliseconds: 0), uptime: .zero, boot: UUID(), isKnown: true)
        guard let key = KeyThumbprint(String(repeating: "k", count: 43)) else { throw UnknownCaller() }
        let client = Client(
            id: ClientID("phone"), person: person, name: DisplayName("Phone" as StaticString), key: key, scope: nil,
            pairedAt: now.wall, isLocked: false)
        let token = TokenDigest(bytes: [1])
        let session = Session(
            id: SessionID("session"), client: client.id, access: token, refresh: TokenDigest(bytes: [2]),
            renewedAt: now)
        guard let proof = AuthenticatedSession(session, of: client, token: token, key: key, stepUps: [], at: now)
        else { throw UnknownCaller() }
        return .session(proof)
    }

    private struct UnknownCaller: Error {}
}

/// A link whose devices carry out every command and report it.
private struct ObedientLink: DeviceLink {
    let kinds: Set<LinkKind> = [.homie5]
    let findingSource = LinkFinding.Source(name: "obedient", auditKey: "place", logKey: "net.place")
    let pending: PendingCommands

    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? {
        ObedientCommand(command: command.command, pending: pending)
    }
    func clear(_ finding: LinkFinding) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}
}

private struct ObedientCommand: PreparedCommand {
    let command: ValidCommand
    let pending: PendingCommands

    var expectedReport: ExpectedReport { ExpectedReport(value: command.value, confirmationMode: .report) }

    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) {
        await pending.reported(command.value, for: command.request.series)
    }
    func queryState(expiringIn remaining: Duration) async throws(LinkError) { throw .notExpressible }
}

/// A home without a broker: no credential can be issued.
private struct NoCredentials: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        throw .notManaged("The gateway does not manage this broker.")
    }
    func revoke(_ root: String) async throws(CredentialError) {}
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
    func port(for kind: CredentialKind) -> Int? { nil }
    func confirm(_ root: DeviceID) async throws(CredentialError) {}
    func revokeProvisional(_ root: DeviceID) async throws(CredentialError) {}
}
