package import HomeDialects
package import HomeModel

extension Capability {
    /// `switch rw`, `power r`, `brightness rw 0…100 step 1`, `thermostatMode rw off|heat`, `energy r production`,
    /// `number.countdown rw in s`.
    package var line: String {
        var words = ["\(name)", (isReported ? "r" : "") + (isCommanded ? "w" : "")]
        if minimum != nil || maximum != nil {
            words.append(
                [minimum, maximum].map { $0.map { CapabilityValue.number($0).description } ?? "" }.joined(
                    separator: "…"))
        }
        if let step { words.append("step \(CapabilityValue.number(step))") }
        if options != kind.facts.options { words.append(options.joined(separator: "|")) }
        if let flow { words.append(flow.rawValue) }
        if let announcedUnit { words.append("in \(announcedUnit)") }
        return words.joined(separator: " ")
    }
}

extension DeviceUpdate {
    /// `main switch on`, `main power 12.5 W`, `available ready`, `accepted main switch on`, `answered 7`, `failed …`,
    /// `unreadable main power badPayload`.
    package var line: String {
        switch self {
        case .availability(let availability): "available \(availability.rawValue)"
        case .reading(let part, let name, let value, let unit):
            "\(part) \(name) \(CapabilityValue.number(value))\(unit.map { " \($0)" } ?? "")"
        case .state(let part, let name, let value): "\(part) \(name) \(value)"
        case .beyondRange(let part, let name, shown: let shown): "\(part) \(name) \(shown) (beyond its range)"
        case .accepted(let part, let name, let value): "accepted \(part) \(name) \(value)"
        case .replied(let number, let failure): "answered \(number)\(failure.map { " \($0)" } ?? "")"
        case .failed(let reason): "failed \(reason)"
        case .unreadable(let part, let name, let error):
            (["unreadable"] + [part?.rawValue, name?.description].compactMap(\.self) + [error.code])
                .joined(separator: " ")
        }
    }
}
