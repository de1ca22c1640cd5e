/// The time in which the old and the new roots of the home both count.
package struct KeyRotationOverlap: Hashable, Sendable, Codable {
    /// It ends by itself after this time.
    package static let length = Duration.days(14)

    package let beganAt: Timestamp
    package let endsAt: Timestamp

    package init(beganAt: Timestamp) {
        self.beganAt = beganAt
        endsAt = beganAt + Self.length
    }
}

/// What a rotation of the home's keys means for each device and client.
package struct KeyRotationPlan: Hashable, Sendable, Codable {
    package enum Kind: String, Sendable, Codable, CaseIterable {
        /// Connects with a credential of the home.
        case device
        /// Has a pairing of its own with the gateway.
        case pairedDevice
        /// A phone, browser or terminal.
        case client
    }

    /// What people must do before the overlap ends.
    package enum Effect: String, Sendable, Codable, CaseIterable {
        /// It needs a new certificate, or it cannot connect any more.
        case setUpAgain
        /// It must trust the new root; a terminal that remembers the gateway's key is paired again.
        case trustAgain
        /// It has keys of its own, which the rotation leaves. Its pairing must be removed, and it must be paired again.
        case pairAgain
        /// Its keys stay as they are: a password, or a root that all devices of its kind share.
        case notRotated
    }

    /// One device or client.
    package struct Item: Hashable, Sendable, Codable {
        package let kind: Kind
        package let id: String
        package let name: String?
        package let effect: Effect
        /// Whether nothing is left to do for it.
        package let isDone: Bool

        package init(kind: Kind, id: String, name: String?, effect: Effect, isDone: Bool) {
            self.kind = kind
            self.id = id
            self.name = name
            self.effect = effect
            self.isDone = isDone
        }
    }

    /// Nil while no rotation runs.
    package let overlap: KeyRotationOverlap?
    package let items: [Item]

    package init(overlap: KeyRotationOverlap?, items: [Item]) {
        self.overlap = overlap
        self.items = items
    }
}
