import HomeModel

extension DialectModel {
    /// All topics on which the device receives commands. If the broker retains a message on one of them, the device
    /// receives it again at every connect and repeats an old command.
    package var commandTopics: Set<String> {
        var topics: Set<String> = []
        for part in description.parts {
            for capability in part.capabilities where capability.isCommanded {
                for value in capability.samples {
                    let messages =
                        encodeCommand(part.id, capability: capability.name, value: value, number: 0)?.messages ?? []
                    topics.formUnion(messages.map(\.topic))
                }
            }
        }
        return topics
    }
}

extension Capability {
    /// Values that cover all forms of a command: both ends of a range, both booleans, all options of a choice.
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
