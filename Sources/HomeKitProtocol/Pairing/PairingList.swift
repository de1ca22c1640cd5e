/// The controllers that a simulated accessory knows, and its answers to requests to change them. The rules are those of
/// HomeKitADK.
package struct PairingList: Hashable, Sendable {
    /// HAP asks accessories to store 16 controllers or more.
    package static let standardCapacity = 16

    package private(set) var controllers: [PairedController]
    private let capacity: Int

    package init(controllers: [PairedController] = [], capacity: Int = standardCapacity) {
        self.controllers = controllers
        self.capacity = capacity
    }

    /// Adds the controller that finished Pair-Setup.
    package mutating func add(_ controller: PairedController) { controllers.append(controller) }

    /// Removes a controller, and all others with the last administrator.
    package mutating func remove(_ identifier: String) {
        controllers.removeAll { $0.identifier == identifier }
        removeAllWithoutAdministrator()
    }

    /// Takes the body of a request to `/pairings` from a verified controller. The caller ends the sessions of
    /// controllers that are not in the list any more, after it has sent the answer.
    package mutating func respond(to body: [UInt8], from identifier: String) -> PairingsAnswer {
        guard let sender = controllers.first(where: { $0.identifier == identifier }),
            sender.permissions.contains(.administrator)
        else { return .refused(.authentication) }
        guard let request = try? PairingsRequest(decoding: body) else { return .refused(.unknown) }
        switch request {
        case .list: return .list(controllers)
        case .add(let controller): return add(requested: controller)
        case .remove(let removed):
            remove(removed)
            return .done
        }
    }

    /// A known controller gets other permissions, if the key is its own.
    private mutating func add(requested controller: PairedController) -> PairingsAnswer {
        if let index = controllers.firstIndex(where: { $0.identifier == controller.identifier }) {
            guard controllers[index].publicKey == controller.publicKey else { return .refused(.unknown) }
            controllers[index] = controller
            removeAllWithoutAdministrator()
            return .done
        }
        guard controllers.count < capacity else { return .refused(.maxPeers) }
        controllers.append(controller)
        return .done
    }

    /// Without an administrator the accessory could never be unpaired, so that all pairings end with the last one.
    private mutating func removeAllWithoutAdministrator() {
        if !controllers.contains(where: { $0.permissions.contains(.administrator) }) { controllers = [] }
    }
}
