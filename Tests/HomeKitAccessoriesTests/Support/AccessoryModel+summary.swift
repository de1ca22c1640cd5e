import HomeKitAccessories
import HomeModel

extension AccessoryModel {
    /// The description as lines of text, with the values of `accessory`.
    func summary(of accessory: Accessory) -> [String] {
        let maker = [description.manufacturer, description.model].map { $0 ?? "–" }.joined(separator: " / ")
        var lines = ["\(aid): \(description.name) (\(maker))"]
        for part in description.parts {
            let purpose = part.suggestedPurpose.map { ", \($0.rawValue)?" } ?? ""
            lines.append("  \(part.id)\(part.name.map { " “\($0)”" } ?? "")\(purpose)")
            for capability in part.capabilities {
                let value = self[part.id, capability.name]?.value(in: accessory.values)
                lines.append("    " + capability.summary(showing: value))
            }
        }
        return lines + description.others.map { "  other: \($0)" }
    }
}

extension Capability {
    fileprivate func summary(showing value: CapabilityValue?) -> String {
        var words = [name.description, isReported ? "r" : "-", isCommanded ? "w" : "-"]
        if valueType == .number {
            let isWhole = minimum == nil && maximum == nil
            words.append(isWhole ? "" : "\(minimum.map { "\($0)" } ?? "")…\(maximum.map { "\($0)" } ?? "")")
            if let step { words.append("step \(step)") }
            if let unitText { words.append(unitText) }
        }
        if valueType == .choice || kind == .button { words.append(options.joined(separator: "|")) }
        return words.filter { !$0.isEmpty }.joined(separator: " ") + " = \(value.map { $0.description } ?? "nil")"
    }
}

extension Accessory {
    /// The values of all characteristics at the time of the request.
    var values: CharacteristicValues {
        let values = services.flatMap(\.characteristics).compactMap { one in one.value.map { (one.iid, $0) } }
        return Dictionary(values) { first, _ in first }
    }
}
