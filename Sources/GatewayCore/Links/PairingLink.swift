package import HomeModel

/// A link whose devices are paired before they can be adopted. One pairing, the root of their addresses, gives one
/// device, or several behind a bridge; the link describes them as soon as it has read what they are.
package protocol PairingLink: DeviceLink {
    /// The name of the link in health reports, and its subcommand: `homekit`.
    var name: String { get }

    /// What the link calls one of its paired devices, and several: "node", "nodes".
    var deviceWords: (one: String, many: String) { get }

    /// The subcommand of `name` that removes a pairing: `unpair`.
    var removalVerb: String { get }

    /// Keeps all paired devices connected until cancelled.
    func run() async

    /// The pairings, with those that are not finished or that are to be removed.
    func pairings() async -> [DevicePairing]

    /// Pairs with an announced device by the code that is printed on it. Returns when the pairing is on disk. The code is
    /// neither kept nor logged. `announced` is the identity of the announced service, which may differ from the root of
    /// the pairing. `accepted` has the obstacles (`DevicePairingObstacle.acceptable`) to which a person has agreed.
    func pair(
        _ announced: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
    ) async throws(DevicePairingFailure) -> DevicePairing

    /// Removes a pairing, at the device too. Returns false when the device cannot be reached: then the keys are kept, and
    /// the pairing is removed there as soon as it is seen. With `discarding`, the keys are deleted all the same; the
    /// device must be reset then before it can be paired again.
    func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool

    /// Makes a device show where it is: a paired one, or one that is announced and not paired with anybody.
    func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure)

    /// Asks a paired device who may command it.
    func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController]

    /// Ends the right of another controller.
    func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure)
}

/// A link that makes another controller known to a device by its key.
package protocol KeySharingLink: PairingLink {
    /// Lets another controller command a paired device, past the gateway.
    func share(_ root: String, with controller: DeviceController) async throws(DevicePairingFailure)
}

/// A link whose devices are shared by a code, with which another controller pairs for itself.
package protocol CodeSharingLink: PairingLink {
    /// Makes a paired device accept a new code for so long. Only a controller with the code can pair.
    func openPairing(_ root: String, for duration: Duration) async throws(DevicePairingFailure) -> SharingCode

    /// Ends the time in which the device accepts a code.
    func closePairing(_ root: String) async throws(DevicePairingFailure)
}

/// A link that keeps the PINs of locks that demand one with each command over the network (`DevicePairing.lockPINs`).
package protocol LockPINLink: PairingLink {
    /// Keeps the PIN of a lock, in place of an earlier one. Returns when it is on disk. It is sent to the lock with each
    /// command, and is in no log and no description.
    func keepPIN(_ pin: Secret, of lock: LinkAddress) async throws(DevicePairingFailure)

    /// Deletes the PIN of a lock here. The lock itself still has it.
    func deletePIN(of lock: LinkAddress) async throws(DevicePairingFailure)
}

/// Why a device was not paired, or another act with its pairing was not done. Each has a sentence for people.
package enum DevicePairingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No such device is announced, or paired.
    case notFound
    /// The text is no code, or the code of another device.
    case invalidCode(String)
    /// The device does not accept the code.
    case wrongCode(String)
    case blocked(DevicePairingObstacle, reason: String)

    package var description: String {
        switch self {
        case .notFound: "No such device is announced or paired now."
        case .invalidCode(let reason), .wrongCode(let reason), .blocked(_, let reason): reason
        }
    }
}
