import Crypto
import SeededRandom
import Testing

@testable import HomeKitProtocol

struct PairSetupTests {
    private let fixture: PairingFixture

    init() throws { fixture = try PairingFixture() }

    @Test func bothSidesLearnEachOthersKeys() throws {
        var fixture = fixture
        var (controller, accessory) = (fixture.setupController(), fixture.setupAccessory())
        let m1 = try controller.start()
        #expect(m1 == [6, 1, 1, 0, 1, 0])
        let m2 = accessory.respond(to: m1, admission: &fixture.admission)
        #expect(m2.event == .continues && accessory.isActive)
        guard case .send(let m3) = try controller.receive(m2.body) else { return #expect(Bool(false)) }
        #expect(m3.prefix(3) == [6, 1, 3])
        let m4 = accessory.respond(to: m3, admission: &fixture.admission)
        guard case .storeIdentity = try controller.receive(m4.body) else { return #expect(Bool(false)) }
        let m6 = accessory.respond(to: try controller.identityIsStored(), admission: &fixture.admission)
        #expect(m6.event == .paired(fixture.pairedController) && !accessory.isActive)
        guard case .paired(let paired) = try controller.receive(m6.body) else { return #expect(Bool(false)) }
        #expect(paired == fixture.pairedAccessory)
    }

    @Test func accessoryWithAuthenticationIsAskedWithThatMethod() throws {
        var controller = PairSetupController(
            method: .pairSetupWithAuth, code: fixture.code, identity: fixture.controller, expectedAccessory: nil)
        #expect(try controller.start() == [6, 1, 1, 0, 1, 1])
    }

    @Test func wrongCodeIsRefusedAndCounted() throws {
        var fixture = fixture
        let wrong = try SetupCode("031-45-155")
        for attempt in 1...3 {
            var (controller, accessory) = (fixture.setupController(code: wrong), fixture.setupAccessory())
            #expect(
                failure { () throws(PairingFailure) in _ = try fixture.pair(&controller, with: &accessory) }
                    == .refused(.authentication, retryDelay: nil))
            #expect(fixture.admission.failedAttempts == attempt && !accessory.isActive)
        }
        var (controller, accessory) = (fixture.setupController(), fixture.setupAccessory())
        #expect(try fixture.pair(&controller, with: &accessory) == fixture.pairedAccessory)
        #expect(fixture.admission.failedAttempts == 0)
    }

    @Test func sameConnectionMayTryAgainAfterAWrongCode() throws {
        var fixture = fixture
        var accessory = fixture.setupAccessory()
        var wrong = fixture.setupController(code: try SetupCode("031-45-155"))
        #expect(throws: PairingFailure.self) { try fixture.pair(&wrong, with: &accessory) }
        var right = fixture.setupController()
        #expect(try fixture.pair(&right, with: &accessory) == fixture.pairedAccessory)
    }

    @Test(arguments: [
        (PairingErrorCode.unavailable, UInt64?.none), (.maxTries, nil), (.busy, nil), (.backoff, 30),
    ])
    func accessoryThatDoesNotAcceptPairingSaysWhy(code: PairingErrorCode, delay: UInt64?) throws {
        var fixture = fixture
        switch code {
        case .unavailable: fixture.admission.isPaired = true
        case .maxTries: fixture.admission.failedAttempts = 100
        case .busy: fixture.admission.isBusy = true
        default: fixture.admission.retryDelay = 30
        }
        var (controller, accessory) = (fixture.setupController(), fixture.setupAccessory())
        #expect(
            failure { () throws(PairingFailure) in _ = try fixture.pair(&controller, with: &accessory) }
                == .refused(code, retryDelay: delay))
        let explanation = PairingFailure.refused(code, retryDelay: delay).explanation(during: .setup)
        #expect(code == .backoff ? explanation.contains("30 seconds") : explanation == code.explanation(during: .setup))
    }

    @Test func pairingFromElsewhereInTheMiddleIsReported() throws {
        var fixture = fixture
        var (controller, accessory) = (fixture.setupController(), fixture.setupAccessory())
        let m2 = accessory.respond(to: try controller.start(), admission: &fixture.admission)
        guard case .send(let m3) = try controller.receive(m2.body) else { return #expect(Bool(false)) }
        fixture.admission.isPaired = true
        let m4 = accessory.respond(to: m3, admission: &fixture.admission)
        #expect(throws: PairingFailure.refused(.unavailable, retryDelay: nil)) { try controller.receive(m4.body) }
    }

    @Test func accessoryThatDoesNotKnowTheCodeIsDetected() throws {
        var fixture = fixture
        var (controller, accessory) = (fixture.setupController(), fixture.setupAccessory())
        let found = failure { () throws(PairingFailure) in
            _ = try fixture.pair(&controller, with: &accessory) { number, body in
                number == 4 ? PairingMessage(state: 4, [(.proof, [UInt8](repeating: 1, count: 64))]).bytes : body
            }
        }
        #expect(found == .wrongAccessoryProof)
        // M5, which reveals the identity, is not made.
        #expect(throws: PairingFailure.outOfOrder) { try controller.identityIsStored() }
    }

    @Test func everyChangedAnswerIsRefused() throws {
        var fixture = fixture
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let target = [2, 4, 6].randomElement(using: &random) ?? 2
            var isChanged = false
            var (controller, accessory) = (fixture.setupController(), fixture.setupAccessory())
            fixture.admission = PairSetupAdmission()
            let found = failure { () throws(PairingFailure) in
                _ = try fixture.pair(&controller, with: &accessory) { number, body in
                    guard number == target else { return body }
                    let damaged = random.damaged(body)
                    isChanged = Self.essentials(of: damaged) != Self.essentials(of: body)
                    return damaged
                }
            }
            #expect(!isChanged || found != nil, "seed \(seed)")
            #expect(throws: PairingFailure.outOfOrder, "seed \(seed)") { try controller.receive([6, 1, 2]) }
        }
    }

    /// The items on which the security depends. Other changes may be accepted: a missing state, for example.
    private static func essentials(of body: [UInt8]) -> [[UInt8]?] {
        guard let message = try? PairingMessage(decoding: body) else { return [] }
        return [.salt, .publicKey, .proof, .encryptedData].map { message.value(of: $0) }
    }

    @Test func signatureOfTheAccessoryIsChecked() throws {
        let key = SymmetricKey(size: .bits256)
        func m6(identifier: String, publicKey: [UInt8], signature: [UInt8]) throws -> [UInt8] {
            let inner = PairingMessage(inner: [
                (.identifier, Array(identifier.utf8)), (.publicKey, publicKey), (.signature, signature),
            ])
            let sealed = try PairingCipher.seal(inner, key: KeyLabel.setupEncryption.key(from: key), nonce: .setupM6)
            return PairingMessage(state: 6, [(.encryptedData, sealed)]).bytes
        }
        let prefix = KeyLabel.setupAccessorySignature.key(from: key).withUnsafeBytes { Array($0) }
        let accessory = fixture.accessory
        let publicKey = accessory.key.publicKey.bytes
        let signature = try accessory.key.signature(for: prefix + Array(accessory.identifier.utf8) + publicKey)
        let other = try LongTermKey().signature(for: prefix + Array(accessory.identifier.utf8) + publicKey)
        func result(_ bytes: [UInt8], expecting: String? = nil) -> PairingFailure? {
            var controller = PairSetupController(
                method: .pairSetup, code: fixture.code, identity: fixture.controller, expectedAccessory: expecting,
                sessionKeyAfterM4: key)
            return failure { () throws(PairingFailure) in
                _ = try controller.identityIsStored()
                _ = try controller.receive(bytes)
            }
        }
        let identifier = accessory.identifier
        #expect(result(try m6(identifier: identifier, publicKey: publicKey, signature: signature)) == nil)
        #expect(result(try m6(identifier: identifier, publicKey: publicKey, signature: other)) == .wrongSignature)
        #expect(result(try m6(identifier: "X", publicKey: publicKey, signature: signature)) == .wrongSignature)
        #expect(result(try m6(identifier: "", publicKey: publicKey, signature: signature)) == .invalid(.identifier))
        #expect(result(try m6(identifier: identifier, publicKey: publicKey, signature: [1])) == .invalid(.signature))
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(result(try m6(identifier: identifier, publicKey: zero, signature: signature)) == .weakKey)
        let right = try m6(identifier: identifier, publicKey: publicKey, signature: signature)
        #expect(result(right, expecting: identifier.lowercased()) == nil)
        #expect(result(right, expecting: "11:22:33:44:55:66") == .otherAccessory(identifier: identifier))
        #expect(result([6, 1, 6]) == .missing(.encryptedData))
        #expect(result([6, 1, 6, 7, 1, 4]) == .refused(.maxPeers, retryDelay: nil))
        #expect(result([6, 1, 6, 5, 2, 1, 2]) == .undecryptable(.encryptedData))
    }

    @Test func stepsAreStrictlyOrdered() throws {
        var fixture = fixture
        var controller = fixture.setupController()
        #expect(throws: PairingFailure.outOfOrder) { try controller.receive([6, 1, 2]) }
        #expect(throws: PairingFailure.outOfOrder) { try controller.start() }
        controller = fixture.setupController()
        _ = try controller.start()
        #expect(throws: PairingFailure.outOfOrder) { try controller.start() }
        controller = fixture.setupController()
        _ = try controller.start()
        #expect(throws: PairingFailure.outOfOrder) { try controller.identityIsStored() }
        controller = fixture.setupController()
        var accessory = fixture.setupAccessory()
        _ = try fixture.pair(&controller, with: &accessory)
        #expect(throws: PairingFailure.outOfOrder) { try controller.receive([6, 1, 6]) }
    }

    @Test(
        arguments: [
            ([6, 1, 2], PairingFailure.missing(.salt)),
            ([6, 1, 2, 2, 1, 7], .missing(.publicKey)),
            ([6, 1, 2, 2, 1, 7, 3, 1, 0], .keyExchange(.illegalPublicKey)),
            ([6, 1, 2, 2, 0, 3, 1, 1], .keyExchange(.illegalSalt)),
            ([6, 1, 4, 2, 1, 7, 3, 1, 1], .unexpectedState(4)),
            ([6, 1], .malformed(.truncated)),
            (Array("{\"status\":-70401}".utf8), .malformed(.truncated)),
        ] as [([UInt8], PairingFailure)])
    func m2WithoutItsItemsIsRefused(body: [UInt8], expected: PairingFailure) throws {
        var controller = fixture.setupController()
        _ = try controller.start()
        #expect(throws: expected) { try controller.receive(body) }
        #expect(throws: PairingFailure.outOfOrder) { try controller.receive(body) }
    }

    @Test func accessoryRefusesMessagesOutOfOrderAndWithoutMeaning() throws {
        var fixture = fixture
        var accessory = fixture.setupAccessory()
        for (body, state) in [
            ([6, 1, 3], 4), ([6, 1, 5], 6), ([], 2), ([6, 1, 9], 2), ([6, 1, 1], 2), ([6, 1, 1, 0, 1, 5], 2), ([7], 2),
        ] as [([UInt8], UInt8)] {
            let answer = accessory.respond(to: body, admission: &fixture.admission)
            #expect(answer.event == .refused(.unknown) && answer.body == [6, 1, state, 7, 1, 1])
        }
        _ = accessory.respond(to: [6, 1, 1, 0, 1, 0], admission: &fixture.admission)
        let m6 = accessory.respond(to: [6, 1, 5], admission: &fixture.admission)
        #expect(m6.event == .refused(.unknown) && !accessory.isActive)
    }

    @Test func accessorySurvivesRandomBytes() {
        var fixture = fixture
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        var accessory = fixture.setupAccessory()
        for _ in 0..<300 {
            let state = UInt8.random(in: 1...6, using: &random)
            let body = [6, 1, state] + random.bytes(Int.random(in: 0...60, using: &random))
            let answer = accessory.respond(to: body, admission: &fixture.admission)
            if case .paired = answer.event { #expect(Bool(false), "seed \(seed)") }
        }
    }
}
