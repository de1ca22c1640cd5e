package import HomeModel

/// A pairing with the keys that the gateway uses towards its device. They do not depend on the roots of the home.
package struct PairingKeys: Sendable {
    package let pairing: DevicePairing
    /// Nil if its link cannot give the device new keys.
    package let state: PairingKeyState?

    package init(_ pairing: DevicePairing, state: PairingKeyState?) {
        self.pairing = pairing
        self.state = state
    }

    /// Whether the device has keys of the rotation that runs, and no older ones. While none runs, that is the last one: a
    /// device that was away at its end may still know older keys.
    func areRenewed(in rotation: KeyRotation?) -> Bool {
        guard let state, let own = state.rotation else { return false }
        return own == (rotation?.id ?? own) && !state.isRotating
    }

    /// What is left to do for the device in a rotation.
    func item(name: String, in rotation: KeyRotation?) -> KeyRotationPlan.Item {
        let isDone = areRenewed(in: rotation)
        let refusal = isDone ? nil : state?.refusal
        let effect: KeyRotationPlan.Effect =
            if state == nil { .notRotated } else if refusal != nil { .pairAgain } else { .renewedByGateway }
        return KeyRotationPlan.Item(
            kind: .pairedDevice, id: pairing.id.rawValue, name: name, effect: effect, isDone: isDone,
            obstacle: refusal ?? (isDone ? nil : state?.delay))
    }
}

extension DevicePairingService {
    /// The keys of all pairings, except those that are being removed.
    func keys() async -> [PairingKeys] {
        var found: [PairingKeys] = []
        for link in links {
            let states = await (link as? any KeyRotatingLink)?.pairingKeys()
            found += await link.pairings().filter { $0.state != .removing }.map { pairing in
                PairingKeys(pairing, state: states.flatMap { $0[pairing.id] })
            }
        }
        return found.sorted { $0.pairing.id < $1.pairing.id }
    }

    /// Gives each paired device new keys whose keys were not made for this rotation, see `KeyRotatingLink`. Tries all links,
    /// and throws the last failure.
    func rotateKeys(for rotation: KeyRotationID) async throws(KeyRotationFailure) {
        var failure: KeyRotationFailure?
        for case let link as any KeyRotatingLink in links {
            do throws(KeyRotationFailure) { try await link.rotateKeys(for: rotation) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
