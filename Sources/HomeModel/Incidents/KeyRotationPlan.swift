/// The time in which the old and the new roots of the home both count.
package struct KeyRotationOverlap: Hashable, Sendable, Codable {
    /// It ends by itself after this time.
    package static let length = Duration.days(14)

    package let beganAt: Timestamp
    package let endsAt: Timestamp

    /// `endedAt` is when an end began that has not succeeded yet.
    package init(beganAt: Timestamp, endedAt: Timestamp? = nil) {
        self.beganAt = beganAt
        let latest = beganAt + Self.length
        endsAt = endedAt.map { min($0, latest) } ?? latest
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
        /// It is paired with keys of its own. The gateway gives it new ones as soon as it reaches it.
        case renewedByGateway
        /// It refused new keys and works on with the old ones. When its obstacle is gone, the gateway renews them; otherwise
        /// its pairing must be removed, and it must be paired again.
        case pairAgain
        /// Its keys do not depend on the roots, and stay as they are: a password.
        case notRotated
    }

    /// One device or client.
    package struct Item: Hashable, Sendable, Codable {
        package let kind: Kind
        package let id: String
        package let name: String?
        package let effect: Effect
        /// Whether nothing is left to do for it. A device is done when it has connected with its new credential.
        package let isDone: Bool
        /// Whether a new credential was issued to a device that needs one; nil for others.
        package let isIssued: Bool?
        /// True for a device that the end of a rotation cut off, until it has connected with a new certificate: with
        /// `isIssued`, it has that certificate and has not connected yet. Nil for others.
        package let isCutOff: Bool?
        /// Why it refused new keys, with `pairAgain`, or why it gets them only later, in a sentence or two.
        package let obstacle: String?
        /// The devices of the home that connect with this credential; nil for others.
        package let devices: [DeviceID]?
        /// What is needed to set a device up again; nil for others.
        package let setup: Setup?
        /// The person of a client, and when it was used; nil for others.
        package let use: ClientUse?

        package init(
            kind: Kind, id: String, name: String?, effect: Effect, isDone: Bool, isIssued: Bool? = nil,
            isCutOff: Bool? = nil, obstacle: String? = nil, devices: [DeviceID]? = nil, setup: Setup? = nil,
            use: ClientUse? = nil
        ) {
            self.kind = kind
            self.id = id
            self.name = name
            self.effect = effect
            self.isDone = isDone
            self.isIssued = isIssued
            self.isCutOff = isCutOff
            self.obstacle = obstacle
            self.devices = devices
            self.setup = setup
            self.use = use
        }
    }

    /// What a new credential of a device is issued with.
    package struct Setup: Hashable, Sendable, Codable {
        /// Nil for a credential that was issued before families were recorded.
        package let dialect: DeviceFamily?
        package let mac: MACAddress?

        package init(dialect: DeviceFamily?, mac: MACAddress?) {
            self.dialect = dialect
            self.mac = mac
        }
    }

    /// Whose client it is, and since when.
    package struct ClientUse: Hashable, Sendable, Codable {
        package let person: PersonID
        package let pairedAt: Timestamp
        /// Nil when no request was recorded.
        package let lastSeen: Timestamp?

        package init(person: PersonID, pairedAt: Timestamp, lastSeen: Timestamp?) {
            self.person = person
            self.pairedAt = pairedAt
            self.lastSeen = lastSeen
        }
    }

    /// Nil while no rotation runs.
    package let overlap: KeyRotationOverlap?
    package let items: [Item]

    package init(overlap: KeyRotationOverlap?, items: [Item]) {
        self.overlap = overlap
        self.items = items
    }

    /// The devices that the end of the overlap will cut off: no new certificate was issued to them.
    package var cutOffAtEnd: [Item] {
        items.filter { $0.effect == .setUpAgain && !$0.isDone && $0.isIssued != true && $0.isCutOff != true }
    }

    /// The items of which the gateway learns that they are done. It cannot know what a phone or browser trusts.
    package var followed: [Item] {
        items.filter { item in
            switch item.effect {
            case .setUpAgain, .renewedByGateway, .pairAgain: true
            case .trustAgain, .notRotated: false
            }
        }
    }
}
