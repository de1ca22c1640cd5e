import HomeModel

extension DialectModel {
    /// Every topic on which it is told something. A message that the broker keeps on one of these is told again at every
    /// connect: a ghost at the switch.
    package var commandTopics: Set<String> {
        var topics: Set<String> = []
        for part in description.parts {
            for capability in part.capabilities where capability.isCommanded {
                for value in capability.samples {
                    let messages = order(part.id, capability.name, value, number: 0)?.messages ?? []
                    topics.formUnion(messages.map(\.topic))
                }
            }
        }
        return topics
    }
}

extension Capability {
    /// Values that are told in different ways where ways differ: the ends of a range, both of a pair, all of a choice.
    fileprivate var samples: [CapabilityValue] {
        switch valueType {
        case .boolean: [.boolean(true), .boolean(false)]
        case .number: [.number(range.lowerBound), .number(range.upperBound)]
        case .choice: commandedOptions.map { .text($0) }
        case .text: options.isEmpty ? [.text("text")] : options.map { .text($0) }
        case .color: [.color(hue: 120, saturation: 50)]
        }
    }
}
