@testable import HomeKitProtocol

/// An accessory and a controller that can be paired.
struct PairingFixture {
    let code: SetupCode
    let accessory = AccessoryIdentity(identifier: "AA:BB:CC:DD:EE:FF", key: LongTermKey())
    let controller = ControllerIdentity.fresh()
    let verifier: SRPVerifier
    var admission = PairSetupAdmission()

    init() throws {
        code = try SetupCode("031-45-154")
        verifier = try SRPVerifier(code: code)
    }

    func setupAccessory() -> PairSetupAccessory { PairSetupAccessory(identity: accessory, verifier: verifier) }

    func setupController(code: SetupCode? = nil, expecting identifier: String? = nil) -> PairSetupController {
        PairSetupController(
            method: .pairSetup, code: code ?? self.code, identity: controller, expectedAccessory: identifier)
    }

    var pairedAccessory: PairedAccessory {
        PairedAccessory(identifier: accessory.identifier, publicKey: accessory.key.publicKey)
    }

    var pairedController: PairedController {
        PairedController(
            identifier: controller.identifier, publicKey: controller.key.publicKey, permissions: .administrator)
    }

    /// Runs Pair-Setup to its end. `change` may replace the answer with this number: 2, 4 or 6.
    mutating func pair(
        _ controller: inout PairSetupController, with accessory: inout PairSetupAccessory,
        change: (Int, [UInt8]) -> [UInt8] = { $1 }
    ) throws(PairingFailure) -> PairedAccessory? {
        var request = try controller.start()
        for number in stride(from: 2, through: 6, by: 2) {
            let answer = accessory.respond(to: request, admission: &admission)
            switch try controller.receive(change(number, answer.body)) {
            case .send(let bytes): request = bytes
            case .storeIdentity: request = try controller.identityIsStored()
            case .paired(let accessory): return accessory
            }
        }
        return nil
    }
}

/// The failure that the operation throws; nil without one.
func failure(of operation: () throws(PairingFailure) -> Void) -> PairingFailure? {
    do throws(PairingFailure) {
        try operation()
        return nil
    } catch {
        return error
    }
}
