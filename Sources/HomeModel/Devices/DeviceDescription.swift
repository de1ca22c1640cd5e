/// A device's description of itself, in the terms of the gateway.
package struct DeviceDescription: Hashable, Sendable, Codable {
    package let name: String
    package let manufacturer: String?
    package let model: String?
    package let parts: [Part]
    /// The features that its dialect offers and no capability can represent, as `what: why`.
    package let others: [String]
    /// The hardware ids by which it is recognised as the same device in every dialect.
    package let hardware: Set<HardwareID>

    package init(
        name: String, manufacturer: String? = nil, model: String? = nil, parts: [Part], others: [String] = [],
        hardware: Set<HardwareID> = []
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.parts = parts
        self.others = others
        self.hardware = hardware
    }

    package subscript(_ id: PartID) -> Part? { parts.first { $0.id == id } }
}

extension DeviceDescription {
    /// The description with the purposes that people stated for its parts.
    package func withPurposes(_ purposes: [PartID: Purpose]) -> DeviceDescription {
        DeviceDescription(
            name: name, manufacturer: manufacturer, model: model,
            parts: parts.map { part in
                var part = part
                part.purpose = purposes[part.id] ?? part.purpose
                return part
            }, others: others, hardware: hardware)
    }

    /// The purposes to suggest for the parts for which a person is asked.
    package var suggestedPurposes: [PartID: Purpose] {
        let asking = parts.filter(\.asksForPurpose)
        let suggested = asking.compactMap { part in part.suggestedPurpose.map { (part.id, $0) } }
        return Dictionary(suggested.filter { !$1.isOutdated }) { $1 }
    }

    /// The stated purposes of its parts.
    package var purposes: [PartID: Purpose] {
        Dictionary(parts.compactMap { part in part.purpose.map { (part.id, $0) } }) { $1 }
    }
}

extension DeviceDescription {
    /// Decodes a stored description. Earlier versions of the program stored neither `others` nor `hardware`.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            manufacturer: try values.decodeIfPresent(String.self, forKey: .manufacturer),
            model: try values.decodeIfPresent(String.self, forKey: .model),
            parts: try values.decode([Part].self, forKey: .parts),
            others: try values.decodeIfPresent([String].self, forKey: .others) ?? [],
            hardware: try values.decodeIfPresent(Set<HardwareID>.self, forKey: .hardware) ?? [])
    }
}
