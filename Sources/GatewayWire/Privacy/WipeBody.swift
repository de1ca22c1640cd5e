package import HomeModel

/// `GET /privacy/wipe` and the answer to `POST /privacy/wipe`.
package struct WipeBody: Codable, Sendable {
    package let state: WipeProgress.State
    /// The number of pairings that the gateway had at the beginning.
    package let pairings: Int
    /// The names of the devices that removed their pairing.
    package let unpaired: [String]
    /// The names of the devices that have to be reset by hand.
    package let byHand: [String]

    package init(_ progress: WipeProgress) {
        state = progress.state
        pairings = progress.pairings
        unpaired = progress.unpaired
        byHand = progress.byHand
    }
}

/// `POST /privacy/wipe`.
package struct NewWipeBody: Codable, Sendable {
    /// The name of the home, which confirms the wipe.
    package let name: String

    package init(name: String) { self.name = name }
}
