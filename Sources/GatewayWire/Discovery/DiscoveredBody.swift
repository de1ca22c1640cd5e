package import HomeModel

/// `GET /discovered`: a device that announced itself and is not adopted. Its texts are escaped, because they come from
/// the network.
package struct DiscoveredBody: Codable, Sendable {
    package let id: DeviceID
    /// `homie5`, `_hap._tcp`, `_matter._tcp`…
    package let link: String
    /// The dialects that announce it, the most detailed first. It is adopted in the first one unless the request names
    /// another.
    package let dialects: [LinkKind]
    /// Other addresses that claim the same hardware: one of them may be an impostor.
    package let rivals: [String]
    /// The features that no capability can represent, as `what: why`.
    package let others: [String]
    /// MQTT: the root topic and the device's own id below it, `u/lamp`.
    package let address: String?
    package let name: String
    package let manufacturer: String?
    package let model: String?
    package let category: String?
    /// Whether another controller has paired with it already, where the protocol states that.
    package let isPaired: Bool?
    /// Whether the gateway can pair with the service; absent for a device that needs no pairing, or that the gateway
    /// cannot pair with.
    package let pairing: PairingOffer?
    package let availability: Availability?
    /// `192.168.1.20 (eth0)`
    package let addresses: [String]
    package let firstSeen: Timestamp
    package let lastSeen: Timestamp
    package let isAdoptable: Bool
    /// The parts for which a person must state what they move or supply.
    package let asksForPurpose: [PartID]
    /// What the device itself calls these parts, escaped; absent when it names none of them.
    package let partNames: [PartID: String]?
    /// The usual purposes of the parts in `asksForPurpose`, for devices of this family.
    package let suggestedPurposes: [PartID: Purpose]
    /// How the gateway can configure the device; absent for a device that needs no setup, or that it cannot configure.
    package let setup: SetupOfferBody?

    package init(
        id: DeviceID, link: String, dialects: [LinkKind] = [], rivals: [String] = [], others: [String] = [],
        address: String?, name: String, manufacturer: String?, model: String?, category: String?, isPaired: Bool?,
        availability: Availability?, addresses: [String], firstSeen: Timestamp, lastSeen: Timestamp,
        isAdoptable: Bool, asksForPurpose: [PartID], suggestedPurposes: [PartID: Purpose] = [:],
        partNames: [PartID: String]? = nil, setup: SetupOfferBody? = nil, pairing: PairingOffer? = nil
    ) {
        self.setup = setup
        self.pairing = pairing
        self.id = id
        self.link = link
        self.dialects = dialects
        self.rivals = rivals
        self.others = others
        self.address = address
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.category = category
        self.isPaired = isPaired
        self.availability = availability
        self.addresses = addresses
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.isAdoptable = isAdoptable
        self.asksForPurpose = asksForPurpose
        self.partNames = partNames
        self.suggestedPurposes = suggestedPurposes
    }
}

/// Whether the gateway can pair with an announced service.
package enum PairingOffer: String, Codable, Sendable, CaseIterable {
    case available
    /// Another controller has paired with it.
    case elsewhere
}

/// A device that the gateway can configure, and the address of its own web server.
package struct SetupOfferBody: Codable, Sendable {
    package let dialect: DeviceFamily
    package let address: IPv4Address
    package let port: UInt16

    package init(dialect: DeviceFamily, address: IPv4Address, port: UInt16) {
        self.dialect = dialect
        self.address = address
        self.port = port
    }
}

/// `POST /discovered/{id}/adopt`.
package struct AdoptionBody: Codable, Sendable {
    /// The name of the device; when absent, its own name, reduced to the name rule.
    package let name: String?
    package let room: String?
    package let purposes: [PartID: Purpose]
    /// The dialect to use; when absent, the most detailed one.
    package let dialect: LinkKind?

    package init(name: String?, room: String?, purposes: [PartID: Purpose] = [:], dialect: LinkKind? = nil) {
        self.name = name
        self.room = room
        self.purposes = purposes
        self.dialect = dialect
    }
}

/// `GET /findings`: a problem that was found on the devices' network. Its texts are escaped.
package struct LinkFindingBody: Codable, Sendable {
    package let id: FindingID
    package let topic: String
    package let code: String
    package let detail: String
    /// Whether the network retains it, so that clearing the finding removes it there.
    package let isKept: Bool
    package let count: Int
    package let lastSeen: Timestamp

    package init(
        id: FindingID, topic: String, code: String, detail: String, isKept: Bool, count: Int, lastSeen: Timestamp
    ) {
        self.id = id
        self.topic = topic
        self.code = code
        self.detail = detail
        self.isKept = isKept
        self.count = count
        self.lastSeen = lastSeen
    }
}
