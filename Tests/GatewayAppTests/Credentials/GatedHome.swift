import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import Synchronization

@testable import GatewayApp

/// Who lets devices into a broker of which there is only the gate: what is done there waits where a test says so.
struct GatedHome: Sendable {
    let folder: String
    let certificates: HomeCertificates
    let roots = TasmotaRoots([])
    let gate = GateUnderTest()
    let issuer: BrokerCredentialIssuer

    static func with(_ body: (GatedHome) async throws -> Void) async throws {
        let folder = "/tmp/tg-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let home = try await GatedHome(folder)
        async let _: Void = home.issuer.workOnRequests()
        try await body(home)
    }

    private init(_ folder: String) async throws {
        self.folder = folder
        let certificates = try await HomeCertificates.open(
            folder: "\(folder)/certificates", secrets: .open(folder: "\(folder)/secrets", credentials: nil),
            homeName: "tomte.local", addresses: [], now: Date())
        self.certificates = certificates
        issuer = BrokerCredentialIssuer(
            certificates: certificates, roots: roots,
            door: try BrokerDoor(host: "127.0.0.1", port: 1, compatibilityPort: 2, folder: "\(folder)/keys"),
            gate: gate.gate, host: "tomte.local", clock: .system(trustsUnsynchronised: true),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func provision(
        _ root: String, _ family: DeviceFamily = .homie, mac: String? = nil
    ) async throws -> DeviceCredential {
        try await issuer.issue(
            CredentialRequest(
                root: try DeviceID(root).orThrow(), family: family, mac: try mac.map { try MACAddress($0).orThrow() }))
    }
}

/// A broker that does as it is told, at the moment that the test chooses.
final class GateUnderTest: Sendable {
    enum Step: Hashable, Sendable {
        case enforce, examine
        case takeOver(String)
    }

    private struct State {
        var isBrokerGone = false
        var verdict = ConfinementProbe.Verdict.confined
        var stops: [Step: Stop] = [:]
        var steps: [Step] = []
        var suspects: [Suspect] = []
    }

    private let state = Mutex(State())

    var steps: [Step] { state.withLock { $0.steps } }
    /// Everybody who was examined, in order.
    var suspects: [Suspect] { state.withLock { $0.suspects } }

    func set(isBrokerGone: Bool) { state.withLock { $0.isBrokerGone = isBrokerGone } }
    /// Of whoever is examined from now on.
    func set(verdict: ConfinementProbe.Verdict) { state.withLock { $0.verdict = verdict } }

    /// Whoever comes to `step` next waits there.
    func stop(at step: Step) -> Stop {
        let stop = Stop()
        state.withLock { $0.stops[step] = stop }
        return stop
    }

    var gate: BrokerGate {
        BrokerGate(
            enforce: { try await self.pass(.enforce) },
            examine: { suspects in
                self.state.withLock { $0.suspects += suspects }
                try? await self.pass(.examine)
                return self.state.withLock { state in suspects.map { _ in state.verdict } }
            },
            takeOver: { try await self.pass(.takeOver($0.id)) },
            clearRetained: { _ in })
    }

    private func pass(_ step: Step) async throws {
        let stop = state.withLock { state in
            state.steps.append(step)
            return state.stops.removeValue(forKey: step)
        }
        if let stop {
            stop.isReached.open()
            await stop.mayGoOn.wait()
        }
        if state.withLock(\.isBrokerGone) { throw ProvisioningHome.Untold() }
    }

    struct Stop: Sendable {
        fileprivate let isReached = Latch()
        fileprivate let mayGoOn = Latch()

        func whenReached() async { await isReached.wait() }
        func goOn() { mayGoOn.open() }
    }

    /// Opened once; one waits for it.
    fileprivate struct Latch: Sendable {
        private let gate = AsyncStream<Never>.makeStream()

        func open() { gate.continuation.finish() }
        func wait() async { for await _ in gate.stream {} }
    }
}
