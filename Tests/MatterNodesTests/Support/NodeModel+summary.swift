import HomeModel
import MatterNodes
import MatterProtocol

extension NodeModel {
    /// The devices of the node in a form that people read and tests compare.
    func summary(of values: AttributeValues) -> [String] {
        let sources: [PowerProfile.Source: String] = [.mains: "mains", .battery: "battery", .unknown: "unknown"]
        let seconds = subscriptionPlan.maximumInterval.components.seconds
        let polled = pollPlan.attributes.count
        let power = "power \(sources[power.source] ?? "") \(seconds) s" + (polled > 0 ? ", \(polled) polled" : "")
        return [power] + devices.flatMap { $0.summary(of: values) }
    }
}

extension NodeDevice {
    func summary(of values: AttributeValues) -> [String] {
        let maker = "\(description.manufacturer ?? "–") / \(description.model ?? "–")"
        let unreachable = isReachable(in: values) == false ? ", not reachable" : ""
        var lines = ["\(endpoint): \(description.name) (\(maker))\(unreachable)"]
        for part in description.parts {
            let name = part.name.map { " “\($0)”" } ?? ""
            let purpose = part.suggestedPurpose.map { ", \($0.rawValue)?" } ?? ""
            lines.append("  \(part.id)\(name)\(purpose)")
            for capability in part.capabilities {
                guard let binding = self[part.id, capability.name] else { continue }
                lines.append("    " + line(of: capability, binding: binding, values: values))
            }
        }
        return lines + description.others.map { "  other: \($0)" }
    }

    private func line(of capability: Capability, binding: CapabilityBinding, values: AttributeValues) -> String {
        var words = ["\(capability.name)", capability.isReported ? "r" : "-", capability.isCommanded ? "w" : "-"]
        if binding.isPress { words.append("press") }
        if binding.isPolled { words.append("polled") }
        if let flow = capability.flow { words.append(flow.rawValue) }
        if capability.minimum != nil || capability.maximum != nil {
            words.append((capability.minimum.map { "\($0)" } ?? "") + "…" + (capability.maximum.map { "\($0)" } ?? ""))
        }
        if let step = capability.step { words.append("step \((step * 1000).rounded() / 1000)") }
        if capability.valueType == .choice || binding.isPress {
            words.append(capability.options.joined(separator: "|"))
        }
        if let unit = capability.unitText { words.append(unit) }
        if binding.needsPIN(in: values) { words.append("PIN") }
        if let value = binding.value(in: values) { words.append("= \(value)") }
        return words.joined(separator: " ")
    }
}
