package import HomeKitProtocol

/// Both sides of a pairing, as a controller knows them.
package struct Pairing: Sendable {
    package let identity: ControllerIdentity
    package let accessory: PairedAccessory

    package init(identity: ControllerIdentity, accessory: PairedAccessory) {
        self.identity = identity
        self.accessory = accessory
    }

    /// Pairs a fresh controller with the accessory on this port of the machine.
    package static func make(port: UInt16, code: SetupCode) async throws -> Pairing {
        let identity = ControllerIdentity.fresh()
        var accessory: PairedAccessory?
        try await ControllerClient.connect(port: port) { client in
            accessory = try await client.pair(as: identity, code: code)
        }
        guard let accessory else { throw ControllerClient.ConnectionEnded() }
        return Pairing(identity: identity, accessory: accessory)
    }

    /// The entry of the controller in the list of the accessory.
    package func entry(_ permissions: PairedController.Permissions) -> PairedController {
        PairedController(
            identifier: identity.identifier, publicKey: identity.key.publicKey, permissions: permissions)
    }
}
