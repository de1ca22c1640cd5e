/// What the specification says of a cluster: its features, attributes, commands and events.
package struct ClusterDefinition: Hashable, Sendable {
    package let id: UInt32
    /// The name in the specification.
    package let name: String
    package let features: [Feature]
    package let attributes: [Attribute]
    /// The commands that a client sends.
    package let commands: [Command]
    package let events: [Event]

    init(
        _ id: UInt32, name: String, features: [Feature] = [], attributes: [Attribute], commands: [Command] = [],
        events: [Event] = []
    ) {
        self.id = id
        self.name = name
        self.features = features
        self.attributes = attributes
        self.commands = commands
        self.events = events
    }

    package func attribute(_ id: UInt32) -> Attribute? { attributes.first { $0.id == id } }
    package func command(_ id: UInt32) -> Command? { commands.first { $0.id == id } }
    package func event(_ id: UInt32) -> Event? { events.first { $0.id == id } }

    /// The type of an element, as far as its form in TLV shows it.
    package enum DataType: Sendable {
        case boolean, unsigned, signed, enumeration, bitmap, float, text, bytes, list, structure
    }

    /// What else holds of an element.
    package enum Trait: Sendable { case writable, optional, nullable }

    /// One bit of the feature map.
    package struct Feature: Hashable, Sendable {
        package let bit: Int
        package let name: String
    }

    package struct Attribute: Hashable, Sendable {
        package let id: UInt32
        package let name: String
        package let type: DataType
        package let traits: Set<Trait>

        package var isWritable: Bool { traits.contains(.writable) }

        init(_ id: UInt32, name: String, type: DataType, traits: Set<Trait> = []) {
            self.id = id
            self.name = name
            self.type = type
            self.traits = traits
        }
    }

    /// A field of a command or an event.
    package struct Field: Hashable, Sendable {
        package let tag: UInt8
        package let name: String
        package let type: DataType
        package let traits: Set<Trait>

        init(_ tag: UInt8, name: String, type: DataType, traits: Set<Trait> = []) {
            self.tag = tag
            self.name = name
            self.type = type
            self.traits = traits
        }
    }

    package struct Command: Hashable, Sendable {
        package let id: UInt32
        package let name: String
        package let fields: [Field]
        /// Whether it must follow a timed request.
        package let isTimed: Bool
        /// The command that answers it; nil when only a status does.
        package let response: UInt32?

        init(_ id: UInt32, name: String, fields: [Field] = [], isTimed: Bool = false, response: UInt32? = nil) {
            self.id = id
            self.name = name
            self.fields = fields
            self.isTimed = isTimed
            self.response = response
        }
    }

    package enum EventPriority: Sendable { case debug, info, critical }

    package struct Event: Hashable, Sendable {
        package let id: UInt32
        package let name: String
        package let priority: EventPriority
        package let fields: [Field]

        init(_ id: UInt32, name: String, priority: EventPriority, fields: [Field] = []) {
            self.id = id
            self.name = name
            self.priority = priority
            self.fields = fields
        }
    }
}
