package import HomeModel

/// The keys with which the gateway commands a paired device. They do not depend on the roots of the home.
package struct PairingKeys: Sendable {
    package let pairing: DevicePairing
    /// Whether a new pairing gives the device other keys of the gateway. If not, all devices of the link know the gateway by
    /// one root, which stays.
    package let areReplacedByPairing: Bool

    package init(_ pairing: DevicePairing, areReplacedByPairing: Bool) {
        self.pairing = pairing
        self.areReplacedByPairing = areReplacedByPairing
    }
}

extension DevicePairingService {
    /// The keys of all pairings, except those that are being removed.
    func keys() async -> [PairingKeys] {
        var found: [PairingKeys] = []
        for link in links {
            // Such a link has a key for each controller of each device.
            let hasKeys = link is any KeySharingLink
            found += await link.pairings().filter { $0.state != .removing }.map {
                PairingKeys($0, areReplacedByPairing: hasKeys)
            }
        }
        return found.sorted { $0.pairing.id < $1.pairing.id }
    }
}
