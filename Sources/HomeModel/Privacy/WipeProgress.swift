/// How far the wipe of a home is.
package struct WipeProgress: Hashable, Sendable, Codable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// No wipe was requested.
        case none
        /// Paired devices are asked to remove their pairing.
        case unpairing
        /// The gateway stops, and then overwrites and deletes everything.
        case wiping
    }

    package var state = State.none
    /// The number of pairings that the gateway had at the beginning.
    package var pairings = 0
    /// The names of the devices that removed their pairing.
    package var unpaired: [String] = []
    /// The names of devices that a person must reset before another gateway can use them.
    package var byHand: [String] = []

    package init() {}
}
