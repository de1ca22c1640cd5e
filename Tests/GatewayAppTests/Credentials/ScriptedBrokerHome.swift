import DeviceProtocols
import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import Synchronization

@testable import GatewayApp

/// The issuer of credentials with a scripted access control instead of a broker. A test can stop it at each operation.
struct ScriptedBrokerHome: Sendable {
    let folder: String
    let certificates: HomeCertificates
    let roots = AnnouncedRootTable([])
    let accessControl = ScriptedAccessControl()
    let issuer: BrokerCredentialIssuer

    static func with(_ body: (ScriptedBrokerHome) async throws -> Void) async throws {
        let folder = "/tmp/tg-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let home = try await ScriptedBrokerHome(folder)
        async let _: Void = home.issuer.processRequests()
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
            endpoint: try BrokerEndpoint(host: "127.0.0.1", port: 1, compatibilityPort: 2, folder: "\(folder)/keys"),
            accessControl: accessControl.operations, host: "tomte.local", clock: .system(trustsUnsynchronised: true),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func provision(
        _ root: String, family: DeviceFamily = .homie, mac: String? = nil
    ) async throws -> DeviceCredential {
        try await issuer.issue(
            CredentialRequest(
                root: try DeviceID(root).orThrow(), terms: try DeviceFamilies.definition(of: family).orThrow().terms,
                mac: try mac.map { try MACAddress($0).orThrow() }))
    }
}

/// Records the operations on the broker, and suspends or fails those that the test chooses.
final class ScriptedAccessControl: Sendable {
    enum Step: Hashable, Sendable {
        case enforce, examine
        case takeOver(String)
    }

    private struct State {
        var isBrokerGone = false
        var verdict = AccessRulesProbe.Verdict.confined
        var stops: [Step: Stop] = [:]
        var steps: [Step] = []
        var subjects: [ProbeSubject] = []
    }

    private let state = Mutex(State())

    var steps: [Step] { state.withLock { $0.steps } }
    /// All probed subjects, in order.
    var subjects: [ProbeSubject] { state.withLock { $0.subjects } }

    func set(isBrokerGone: Bool) { state.withLock { $0.isBrokerGone = isBrokerGone } }
    /// The verdict of all later probes.
    func set(verdict: AccessRulesProbe.Verdict) { state.withLock { $0.verdict = verdict } }

    /// Suspends the next operation `step` until the test calls `resume`.
    func stop(at step: Step) -> Stop {
        let stop = Stop()
        state.withLock { $0.stops[step] = stop }
        return stop
    }

    var operations: BrokerAccessControl {
        BrokerAccessControl(
            enforce: { try await self.perform(.enforce) },
            examine: { subjects in
                self.state.withLock { $0.subjects += subjects }
                try? await self.perform(.examine)
                return self.state.withLock { state in subjects.map { _ in state.verdict } }
            },
            takeOver: { try await self.perform(.takeOver($0.id)) },
            clearRetained: { _ in })
    }

    private func perform(_ step: Step) async throws {
        let stop = state.withLock { state in
            state.steps.append(step)
            return state.stops.removeValue(forKey: step)
        }
        if let stop {
            stop.reached.open()
            await stop.resumption.wait()
        }
        if state.withLock(\.isBrokerGone) { throw ProvisioningHome.SetupError() }
    }

    struct Stop: Sendable {
        fileprivate let reached = Latch()
        fileprivate let resumption = Latch()

        func waitUntilReached() async { await reached.wait() }
        func resume() { resumption.open() }
    }

    /// Opens once and stays open.
    fileprivate struct Latch: Sendable {
        private let stream = AsyncStream<Never>.makeStream()

        func open() { stream.continuation.finish() }
        func wait() async { for await _ in stream.stream {} }
    }
}
