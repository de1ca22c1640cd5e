/// The answer of an accessory to a `PairingsRequest`.
package enum PairingsAnswer: Hashable, Sendable {
    /// A pairing was added, changed or removed. Removing an unknown one succeeds too.
    case done
    case list([PairedController])
    case refused(PairingErrorCode)

    /// Reads the body of an answer to `request`. Throws `.refused` if the accessory reported an error.
    package static func decode(
        _ bytes: [UInt8], answering request: PairingsRequest
    ) throws(PairingFailure) -> PairingsAnswer {
        let message = try PairingMessage(decoding: bytes)
        try message.check(state: 2)
        guard case .list = request else { return .done }
        return .list(try controllers(in: message))
    }

    /// Entries are divided by separators. A further identifier begins a new entry as well, because aiohomekit reads
    /// lists without separators, so that they may exist. An entry whose key cannot be used is refused, not left out: a
    /// list that hides a controller would be wrong.
    private static func controllers(in message: PairingMessage) throws(PairingFailure) -> [PairedController] {
        var entries: [PairingMessage] = []
        var entry = PairingMessage(inner: [])
        for item in message.items {
            guard let type = PairingItemType(rawValue: item.type) else { continue }
            let isBoundary = type == .separator || type == .identifier
            if isBoundary, !entry.items.isEmpty {
                entries.append(entry)
                entry = PairingMessage(inner: [])
            }
            if [.identifier, .publicKey, .permissions].contains(type) { entry.append(type, value: item.value) }
        }
        if !entry.items.isEmpty { entries.append(entry) }
        var controllers: [PairedController] = []
        for entry in entries { controllers.append(try controller(in: entry)) }
        return controllers
    }

    private static func controller(in entry: PairingMessage) throws(PairingFailure) -> PairedController {
        // Without permissions the entry counts as an ordinary user.
        let permissions = entry.integer(of: .permissions) ?? 0
        return PairedController(
            identifier: try entry.requiredText(of: .identifier),
            publicKey: try LongTermPublicKey(bytes: entry.requiredValue(of: .publicKey)),
            permissions: PairedController.Permissions(rawValue: UInt8(truncatingIfNeeded: permissions)))
    }

    /// The body of the answer, for simulated accessories. The last entry of a list has no separator after it.
    package var bytes: [UInt8] {
        switch self {
        case .done: return PairingMessage(state: 2).bytes
        case .refused(let code): return PairingMessage(state: 2, [(.error, [code.rawValue])]).bytes
        case .list(let controllers):
            var message = PairingMessage(state: 2)
            for (index, controller) in controllers.enumerated() {
                if index > 0 { message.append(.separator, value: []) }
                message.append(.identifier, value: Array(controller.identifier.utf8))
                message.append(.publicKey, value: controller.publicKey.bytes)
                message.append(.permissions, value: [controller.permissions.rawValue])
            }
            return message.bytes
        }
    }
}
