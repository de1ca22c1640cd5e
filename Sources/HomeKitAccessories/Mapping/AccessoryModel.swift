package import HomeModel

/// An accessory as a device of the gateway: its description, and the characteristics behind its capabilities.
///
/// The model does not depend on the order of services and characteristics in the database: the id of a part contains
/// the `iid` of its service, and everything is sorted by ids.
package struct AccessoryModel: Sendable {
    package let aid: UInt64
    package let description: DeviceDescription
    /// One for each capability, in the order of the description.
    package let bindings: [CapabilityBinding]
    /// The characteristic that makes the accessory identify itself; nil if it has none.
    package let identify: UInt64?

    static let shownScalars = 100
    private static let maximumCapabilities = 512
    private static let maximumOthers = 64

    package init(_ accessory: Accessory) {
        aid = accessory.aid
        let manufacturer = Self.shown(accessory.information(.manufacturer))
        let model = Self.shown(accessory.information(.model))
        let name =
            Self.shown(accessory.information(.name)) ?? model ?? manufacturer ?? "Accessory \(accessory.aid)"
        let mapping = PartMapping(accessory, deviceName: name)
        bindings = Array(mapping.bindings.prefix(Self.maximumCapabilities))
        let type = HAPType(AccessoryServiceKind.accessoryInformation)
        identify = accessory.services.filter { $0.type == type }.compactMap { $0[.identify]?.iid }.min()
        let kept = Set(bindings.map { CapabilityPath(part: $0.part, name: $0.capability.name) })
        description = DeviceDescription(
            name: name, manufacturer: manufacturer, model: model,
            parts: mapping.parts.map { part in
                Part(
                    id: part.id, name: part.name,
                    capabilities: part.capabilities.filter {
                        kept.contains(CapabilityPath(part: part.id, name: $0.name))
                    }, suggestedPurpose: part.suggestedPurpose)
            }.filter { !$0.capabilities.isEmpty }, others: Self.limited(mapping.others + accessory.problems))
    }

    static func shown(_ text: String?) -> String? {
        text.map { EscapedText($0, limit: shownScalars).description }
    }

    /// The entries sorted, each once. The last one says how many are missing.
    private static func limited(_ others: [String]) -> [String] {
        let all = Set(others.map { EscapedText($0, limit: 200).description }).sorted()
        guard all.count > maximumOthers else { return all }
        return all.prefix(maximumOthers) + ["\(all.count - maximumOthers) more: the list is too long"]
    }
}

extension AccessoryModel {
    package subscript(_ part: PartID, _ name: CapabilityName) -> CapabilityBinding? {
        bindings.first { $0.part == part && $0.capability.name == name }
    }

    /// The capabilities whose value changes when one of these characteristics does.
    package func bindings(reportedBy characteristics: Set<UInt64>) -> [CapabilityBinding] {
        bindings.filter { !characteristics.isDisjoint(with: $0.reported) }
    }

    /// The characteristics to poll, in ascending order. Presses are not among them.
    package var polled: [UInt64] { Set(bindings.flatMap(\.readable)).sorted() }

    /// The characteristics to subscribe to, in ascending order.
    package var subscribed: [UInt64] { Set(bindings.flatMap(\.notifying)).sorted() }
}

/// The address of a capability in a device.
private struct CapabilityPath: Hashable {
    let part: PartID
    let name: CapabilityName
}
