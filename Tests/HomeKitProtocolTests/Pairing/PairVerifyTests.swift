import SeededRandom
import Testing

@testable import HomeKitProtocol

struct PairVerifyTests {
    private let fixture: PairingFixture

    init() throws { fixture = try PairingFixture() }

    private func controller(
        identity: ControllerIdentity? = nil, accessory: PairedAccessory? = nil
    ) -> PairVerifyController {
        PairVerifyController(
            identity: identity ?? fixture.controller, accessory: accessory ?? fixture.pairedAccessory)
    }

    /// Runs Pair-Verify to its end. `change` may replace the answer with this number: 2 or 4.
    private func verify(
        _ controller: PairVerifyController, with accessory: AccessoryIdentity? = nil,
        controllers: [PairedController]? = nil, change: (Int, [UInt8]) -> [UInt8] = { $1 }
    ) throws(PairingFailure) -> (controller: SessionKeys, accessory: SessionKeys)? {
        var controller = controller
        var server = PairVerifyAccessory(identity: accessory ?? fixture.accessory)
        let known = controllers ?? [fixture.pairedController]
        let m2 = server.respond(to: try controller.start(), controllers: known)
        guard case .send(let m3) = try controller.receive(change(2, m2.body)) else { return nil }
        let m4 = server.respond(to: m3, controllers: known)
        guard case .verified(let keys) = try controller.receive(change(4, m4.body)),
            case .verified(let verified, let accessoryKeys) = m4.event, verified == fixture.pairedController
        else { return nil }
        return (keys, accessoryKeys)
    }

    private func refusal(
        _ controller: PairVerifyController, with accessory: AccessoryIdentity? = nil,
        controllers: [PairedController]? = nil, change: (Int, [UInt8]) -> [UInt8] = { $1 }
    ) -> PairingFailure? {
        failure { () throws(PairingFailure) in
            _ = try verify(controller, with: accessory, controllers: controllers, change: change)
        }
    }

    @Test func bothSidesGetTheKeysOfOneSession() throws {
        let keys = try #require(try verify(controller()))
        var encoder = FrameEncoder(keys: keys.controller)
        var decoder = FrameDecoder(keys: keys.accessory)
        decoder.append(try encoder.encode([1, 2, 3]))
        #expect(try decoder.next() == [1, 2, 3])
        let again = try #require(try verify(controller()))
        #expect(again.controller.outgoing != keys.controller.outgoing)
    }

    @Test func controllerThatIsNotPairedIsRefused() {
        let expected = PairingFailure.controllerUnknown
        // An accessory without any pairing refuses before it proves what it is.
        #expect(refusal(controller(), controllers: []) == .refused(.authentication, retryDelay: nil))
        #expect(refusal(controller(identity: .fresh())) == expected)
        let impostor = ControllerIdentity(identifier: fixture.controller.identifier, key: LongTermKey())
        #expect(refusal(controller(identity: impostor)) == expected)
    }

    @Test func accessoryThatIsNotThePairedOneIsDetected() {
        let other = AccessoryIdentity(identifier: "11:22:33:44:55:66", key: LongTermKey())
        #expect(refusal(controller(), with: other) == .otherAccessory(identifier: other.identifier))
        let impostor = AccessoryIdentity(identifier: fixture.accessory.identifier, key: LongTermKey())
        #expect(refusal(controller(), with: impostor) == .wrongSignature)
    }

    /// The gateway stopped between M5 and M6: it has its own identity and not the accessory's key.
    @Test func unfinishedPairingIsReachedWithoutTheKeyOfTheAccessory() throws {
        func lastStep(
            controllers: [PairedController], identifier: String
        ) throws(PairingFailure) -> PairVerifyController.Step {
            var controller = PairVerifyController(
                unfinishedIdentity: fixture.controller, accessoryIdentifier: identifier)
            var server = PairVerifyAccessory(identity: fixture.accessory)
            var step = PairVerifyController.Step.send(try controller.start())
            while case .send(let request) = step {
                step = try controller.receive(server.respond(to: request, controllers: controllers).body)
            }
            return step
        }
        let identifier = fixture.accessory.identifier
        let step = try lastStep(controllers: [fixture.pairedController], identifier: identifier)
        guard case .acceptedByUnknownAccessory = step else { return #expect(Bool(false)) }
        #expect(throws: PairingFailure.refused(.authentication, retryDelay: nil)) {
            try lastStep(controllers: [], identifier: identifier)
        }
        #expect(throws: PairingFailure.otherAccessory(identifier: identifier)) {
            try lastStep(controllers: [fixture.pairedController], identifier: "11:22:33:44:55:66")
        }
    }

    @Test func identifierInAnotherCaseIsTheSame() throws {
        let lower = PairedAccessory(
            identifier: fixture.accessory.identifier.lowercased(), publicKey: fixture.accessory.key.publicKey)
        #expect(refusal(controller(accessory: lower)) == nil)
    }

    @Test(
        arguments: [
            ([6, 1, 2], PairingFailure.missing(.publicKey)),
            ([6, 1, 2, 3, 1, 1], .invalid(.publicKey)),
            ([6, 1, 2, 3, 32] + [UInt8](repeating: 0, count: 32), .invalid(.publicKey)),
            ([6, 1, 2, 3, 32, 9] + [UInt8](repeating: 0, count: 31), .missing(.encryptedData)),
            ([6, 1, 2, 3, 32, 9] + [UInt8](repeating: 0, count: 31) + [5, 1, 1], .undecryptable(.encryptedData)),
            ([6, 1, 2, 7, 1, 2], .refused(.authentication, retryDelay: nil)),
            ([6, 1, 4], .unexpectedState(4)),
            ([], .missing(.publicKey)),
        ] as [([UInt8], PairingFailure)])
    func m2WithoutItsItemsIsRefused(body: [UInt8], expected: PairingFailure) {
        #expect(refusal(controller()) { number, answer in number == 2 ? body : answer } == expected)
    }

    @Test func answerOfAnotherExchangeIsRefused() throws {
        var first = controller()
        var server = PairVerifyAccessory(identity: fixture.accessory)
        let old = server.respond(to: try first.start(), controllers: [fixture.pairedController])
        #expect(
            refusal(controller()) { number, answer in number == 2 ? old.body : answer }
                == .undecryptable(.encryptedData))
    }

    @Test func errorInM4EndsTheProcedure() {
        #expect(
            refusal(controller()) { number, answer in number == 4 ? [6, 1, 4, 7, 1, 1] : answer }
                == .refused(.unknown, retryDelay: nil))
        #expect(
            refusal(controller()) { number, answer in number == 4 ? [6, 1, 2] : answer } == .unexpectedState(2))
    }

    @Test func stepsAreStrictlyOrdered() throws {
        var controller = controller()
        #expect(throws: PairingFailure.outOfOrder) { try controller.receive([6, 1, 2]) }
        #expect(throws: PairingFailure.outOfOrder) { try controller.start() }
        var server = PairVerifyAccessory(identity: fixture.accessory)
        let answer = server.respond(to: [6, 1, 3, 5, 1, 1], controllers: [fixture.pairedController])
        #expect(answer.body == [6, 1, 4, 7, 1, 1])
    }

    @Test func randomChangesNeverVerify() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var isChanged = false
            let found = refusal(controller()) { number, answer in
                guard number == 2 else { return answer }
                let damaged = random.damaged(answer)
                let types: Set<UInt8> = [3, 5]
                isChanged =
                    (try? TLV8.decode(damaged))?.filter { types.contains($0.type) }
                    != (try? TLV8.decode(answer))?.filter { types.contains($0.type) }
                return damaged
            }
            #expect(!isChanged || found != nil, "seed \(seed)")
        }
    }
}
