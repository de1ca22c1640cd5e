import GatewayCore
import HomeCertificates
import HomeKitProtocol
import HomeModel

/// Pairs with an accessory: Pair-Setup, with the writes to disk at the right moments.
struct AccessoryPairing: Sendable {
    /// Small accessories compute for several seconds.
    private static let answerTimeout = Duration.seconds(30)

    let service: NetworkService
    let announced: HomeKitRecord
    let code: SetupCode
    /// The rotation to which new keys belong; nil if none is known.
    let rotation: KeyRotationID?
    let store: PairingStore
    let clock: HomeClock

    /// Pairs over the first address that accepts a connection. When it throws, a record may be stored all the same: then
    /// the accessory may have the pairing, and it is removed there as soon as that is possible.
    func run() async throws(DevicePairingFailure) -> PairingRecord {
        for address in AccessoryAddress.all(of: service) {
            let result: Result<PairingRecord, DevicePairingFailure>
            do throws(AccessoryFailure) {
                result = try await AccessoryConnection.with(address, clock: clock.waiting) {
                    connection throws(AccessoryFailure) in
                    try await exchange(over: connection)
                }
            } catch {
                guard error == .unreachable else { throw DevicePairingFailure(error) }
                continue
            }
            return try result.get()
        }
        throw DevicePairingFailure(.unreachable)
    }

    private func exchange(
        over connection: AccessoryConnection
    ) async throws(AccessoryFailure) -> Result<PairingRecord, DevicePairingFailure> {
        let identity = ControllerIdentity.fresh()
        var record = PairingRecord(
            accessoryID: service.id.identity, identity: identity, announced: service, record: announced,
            for: rotation, at: clock.now())
        var procedure = PairSetupController(
            method: .pairSetup(featureFlags: UInt64(announced.features.rawValue)), code: code, identity: identity,
            expectedAccessory: service.id.identity)
        var message = try AccessoryFailure.during(.setup) { () throws(PairingFailure) in try procedure.start() }
        while true {
            let answer = try await connection.exchange(message, over: .pairSetup, within: Self.answerTimeout)
            let step = try AccessoryFailure.during(.setup) { () throws(PairingFailure) in
                try procedure.receive(answer)
            }
            switch step {
            case .send(let next): message = next
            case .storeIdentity:
                if let reason = save(record) {
                    return .failure(
                        .blocked(
                            .notStored, reason: "Nothing was paired, because the disk cannot store it. \(reason)"))
                }
                message = try AccessoryFailure.during(.setup) { () throws(PairingFailure) in
                    try procedure.identityIsStored()
                }
            case .paired(let accessory):
                record.finish(with: accessory)
                guard let reason = save(record) else { return .success(record) }
                return .failure(
                    .blocked(
                        .notStored,
                        reason: "The accessory was paired, and the disk cannot store it, so it is removed there again. "
                            + reason))
            }
        }
    }

    /// Returns why the record cannot be stored; nil once it is on disk.
    private func save(_ record: PairingRecord) -> String? {
        do throws(CertificateError) {
            try store.save(record)
            return nil
        } catch {
            return error.description
        }
    }
}

extension DevicePairingFailure {
    init(_ failure: AccessoryFailure) {
        self =
            switch failure {
            case .unreachable, .timedOut, .closed, .notSent: .blocked(.unreachable, reason: failure.description)
            case .pairing(.refused(.authentication, _), during: .setup):
                .wrongCode(failure.description)
            case .pairing(.refused(let code, _), _):
                .blocked(DevicePairingObstacle(code), reason: failure.description)
            default: .blocked(.deviceRefused, reason: failure.description)
            }
    }
}

extension DevicePairingObstacle {
    fileprivate init(_ code: PairingErrorCode) {
        self =
            switch code {
            case .unavailable: .pairedElsewhere
            case .busy: .deviceBusy
            case .maxTries: .tooManyTries
            case .backoff: .pauseNeeded
            case .maxPeers: .tooManyControllers
            case .unknown, .authentication, .other: .deviceRefused
            }
    }
}
