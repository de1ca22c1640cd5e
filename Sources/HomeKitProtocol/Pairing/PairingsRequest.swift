/// What a verified controller asks of `/pairings`.
package enum PairingsRequest: Hashable, Sendable {
    case add(PairedController)
    case remove(identifier: String)
    case list

    package var method: PairingMethod {
        switch self {
        case .add: .addPairing
        case .remove: .removePairing
        case .list: .listPairings
        }
    }

    package var bytes: [UInt8] { PairingMessage(state: 1, [(.method, [method.rawValue])] + items).bytes }

    private var items: [(PairingItemType, [UInt8])] {
        switch self {
        case .add(let controller):
            [
                (.identifier, Array(controller.identifier.utf8)), (.publicKey, controller.publicKey.bytes),
                (.permissions, [controller.permissions.rawValue]),
            ]
        case .remove(let identifier): [(.identifier, Array(identifier.utf8))]
        case .list: []
        }
    }

    /// Reads the body of a request, for simulated accessories.
    package init(decoding bytes: [UInt8]) throws(PairingFailure) {
        let message = try PairingMessage(decoding: bytes)
        guard message.integer(of: .state) == 1 else { throw .invalid(.state) }
        let method = message.integer(of: .method).flatMap { UInt8(exactly: $0) }
        switch method.flatMap({ PairingMethod(rawValue: $0) }) {
        case .addPairing:
            let permissions = try message.requiredValue(of: .permissions, count: 1)
            self = .add(
                PairedController(
                    identifier: try message.requiredText(of: .identifier),
                    publicKey: try LongTermPublicKey(bytes: message.requiredValue(of: .publicKey)),
                    permissions: PairedController.Permissions(rawValue: permissions[0])))
        case .removePairing: self = .remove(identifier: try message.requiredText(of: .identifier))
        case .listPairings: self = .list
        default: throw .invalid(.method)
        }
    }
}
