import HomeModel
import Synchronization
import TestSupport
import Testing

@testable import GatewayCore

/// What a rotation of the home's keys does to paired devices.
@Suite(.timeLimit(.minutes(10))) struct PairedKeyRotationTests {
    /// A rotation that has an overlap from its beginning to its end.
    private final class OverlappingRotator: KeyRotator {
        static let id = KeyRotationID(rawValue: "present")
        private let beganAt: Timestamp
        private let state: Mutex<Bool>

        init(beganAt: Timestamp, isRunning: Bool) {
            self.beganAt = beganAt
            state = Mutex(isRunning)
        }

        var isRunning: Bool { state.withLock(\.self) }

        func rotation() async throws(KeyRotationFailure) -> KeyRotation? {
            isRunning ? KeyRotation(id: Self.id, overlap: KeyRotationOverlap(beganAt: beganAt)) : nil
        }
        func lastRotation() async -> KeyRotationOverlap? { nil }
        func credentials() async throws(KeyRotationFailure) -> [RotatedCredential] { [] }
        func begin() async throws(KeyRotationFailure) {
            let wasRunning = state.withLock { isRunning in
                defer { isRunning = true }
                return isRunning
            }
            if wasRunning { throw .running }
        }
        func finish() async throws(KeyRotationFailure) { state.withLock { $0 = false } }
    }

    private func service(
        in home: CoreHome, rotator: OverlappingRotator, pairings: [PairingKeys] = [],
        rotatePairings: @escaping @Sendable (KeyRotationID) async throws(KeyRotationFailure) -> Void = { _ in }
    ) -> KeyRotationService {
        KeyRotationService(
            rotator: rotator, registry: home.registry, sessions: home.sessions, pairings: { pairings },
            rotatePairings: rotatePairings, actions: home.actions)
    }

    private func pairing(_ root: String, at time: Timestamp) -> DevicePairing {
        DevicePairing(
            kind: .homeKit, root: root, service: NetworkService.ID(kind: .homeKit, identity: root),
            announcedName: root, model: nil, category: nil, state: .paired, trouble: nil, devices: [], pairedAt: time)
    }

    /// The rotation for which the keys were made, whether older ones are left, a refusal, and what the plan shows in the
    /// overlap. After it, keys of any rotation are done once older ones are gone.
    @Test(
        arguments: [
            (nil, false, nil, .renewedByGateway, false), ("earlier", false, nil, .renewedByGateway, false),
            (nil, true, nil, .renewedByGateway, false), ("present", true, nil, .renewedByGateway, false),
            ("present", false, nil, .renewedByGateway, true), (nil, true, "It is full.", .pairAgain, false),
            ("present", false, "It is full.", .renewedByGateway, true),
        ] as [(String?, Bool, String?, KeyRotationPlan.Effect, Bool)])
    func planFollowsFromTheKeysOfADevice(
        rotation: String?, isRotating: Bool, refusal: String?, effect: KeyRotationPlan.Effect, isDone: Bool
    ) async throws {
        try await withCore { home in
            let beganAt = home.clock.now()
            let state = PairingKeyState(
                rotation: rotation.map { KeyRotationID(rawValue: $0) }, isRotating: isRotating, refusal: refusal)
            let keys = PairingKeys(pairing("lamp", at: beganAt - .seconds(60)), state: state)
            for isRunning in [true, false] {
                let rotator = OverlappingRotator(beganAt: beganAt, isRunning: isRunning)
                let plan = try await service(in: home, rotator: rotator, pairings: [keys])
                    .plan(as: try #require(CoreHome.console))
                let item = try #require(plan.items.first { $0.kind == .pairedDevice })
                #expect(item.name == "lamp")
                #expect(item.isDone == (isRunning ? isDone : rotation != nil && !isRotating))
                guard isRunning else { continue }
                #expect(item.effect == effect)
                #expect(item.obstacle == (effect == .pairAgain ? refusal : nil))
            }
        }
    }

    @Test func overlapIsKnownUntilItsEnd() async throws {
        try await withCore { home in
            let now = home.clock.now()
            for (beganAt, isRunning) in [(now, true), (now, false), (now - KeyRotationOverlap.length, true)] {
                let rotator = OverlappingRotator(beganAt: beganAt, isRunning: isRunning)
                let overlap = await service(in: home, rotator: rotator).overlap()
                #expect((overlap != nil) == (isRunning && beganAt == now))
            }
        }
    }

    @Test func deviceWhoseLinkGivesNoNewKeysKeepsItsKeys() async throws {
        try await withCore { home in
            let rotator = OverlappingRotator(beganAt: home.clock.now(), isRunning: true)
            let keys = PairingKeys(pairing("node", at: home.clock.now() + .seconds(60)), state: nil)
            let plan = try await service(in: home, rotator: rotator, pairings: [keys])
                .plan(as: try #require(CoreHome.console))
            let item = try #require(plan.items.first { $0.kind == .pairedDevice })
            #expect(item.effect == .notRotated && !item.isDone)
        }
    }

    @Test func pairedDevicesGetNewKeysAfterTheRootsAndBeforeTheEnd() async throws {
        try await withCore { home in
            let rotator = OverlappingRotator(beganAt: home.clock.now(), isRunning: false)
            let calls = Mutex<[KeyRotationID]>([])
            let keys = service(in: home, rotator: rotator) { rotation async throws(KeyRotationFailure) in
                #expect(rotator.isRunning)
                calls.withLock { $0.append(rotation) }
            }
            let console = try #require(CoreHome.console)
            try await keys.begin(as: console)
            #expect(calls.withLock(\.self) == [OverlappingRotator.id])
            try await keys.finish(as: console)
            #expect(calls.withLock(\.self) == [OverlappingRotator.id, OverlappingRotator.id])
            #expect(!rotator.isRunning)
        }
    }

    @Test func refusedRotationLeavesPairedDevices() async throws {
        try await withCore { home in
            let rotator = OverlappingRotator(beganAt: home.clock.now(), isRunning: true)
            let calls = Mutex(0)
            let keys = service(in: home, rotator: rotator) { _ async throws(KeyRotationFailure) in
                calls.withLock { $0 += 1 }
            }
            let console = try #require(CoreHome.console)
            await #expect(throws: ActionRefusal.self) { try await keys.begin(as: console) }
            #expect(calls.withLock(\.self) == 0)
        }
    }

    /// The machine has just started, and no time service has set its clock.
    @Test func keysAreNotRotatedByAClockThatMayBeWrong() async throws {
        try await withCore { home in
            let rotator = OverlappingRotator(beganAt: home.clock.now(), isRunning: false)
            let keys = service(in: home, rotator: rotator)
            let console = try #require(CoreHome.console)
            home.time.boot(at: home.time.now)
            await #expect(throws: ActionRefusal.self) { try await keys.begin(as: console) }
            #expect(!rotator.isRunning)
            home.time.set(isSynchronised: true)
            try await keys.begin(as: console)
            home.time.set(isSynchronised: false)
            await #expect(throws: ActionRefusal.self) { try await keys.finish(as: console) }
            #expect(rotator.isRunning)
        }
    }

    /// A link that cannot store new keys hinders neither the roots nor the end of the overlap.
    @Test func failureOfALinkDoesNotStopTheRotation() async throws {
        try await withCore { home in
            let rotator = OverlappingRotator(beganAt: home.clock.now(), isRunning: false)
            let keys = service(in: home, rotator: rotator) { _ async throws(KeyRotationFailure) in
                throw .failed("The disk is full.")
            }
            let console = try #require(CoreHome.console)
            try await keys.begin(as: console)
            #expect(rotator.isRunning)
            try await keys.finish(as: console)
            #expect(!rotator.isRunning)
        }
    }

    /// After a start, and until the overlap ends, the pairings are asked again.
    @Test func restartedGatewayGoesOnWithTheRotation() async throws {
        try await withCore { home in
            let rotator = OverlappingRotator(beganAt: home.clock.now(), isRunning: true)
            let (called, call) = AsyncStream.makeStream(of: KeyRotationID.self)
            let keys = service(in: home, rotator: rotator) { rotation async throws(KeyRotationFailure) in
                call.yield(rotation)
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await keys.run() }
                for await rotation in called {
                    #expect(rotation == OverlappingRotator.id)
                    break
                }
                group.cancelAll()
            }
        }
    }
}
