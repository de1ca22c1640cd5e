import MatterNodes
import MatterProtocol

/// A node that carries out requests: what reports a state follows what sets it.
struct SimulatedNode {
    private(set) var values: AttributeValues

    init(_ values: AttributeValues) { self.values = values }

    mutating func receive(_ command: NodeCommand) {
        for step in command.steps {
            switch step.action {
            case .write(let attribute, let value):
                set(step, attribute, value)
                follow(step, attribute: attribute, value: value)
            case .invoke(let command, let fields): invoke(step, command: command, fields: fields)
            }
        }
    }

    mutating func set(_ path: AttributePath, to value: TLVValue) { values.set(path, to: value) }

    private mutating func set(_ step: NodeCommandStep, _ attribute: UInt32, _ value: TLVValue?, cluster: UInt32? = nil)
    {
        guard let value else { return }
        values.set(
            AttributePath(endpoint: step.endpoint, cluster: cluster ?? step.cluster, attribute: attribute), to: value)
    }

    /// What changes with a written attribute.
    private mutating func follow(_ step: NodeCommandStep, attribute: UInt32, value: TLVValue) {
        // The percentage of a fan, and its speed.
        if step.cluster == 0x0202, attribute == 2 { set(step, 3, value) }
        if step.cluster == 0x0202, attribute == 0, value == .unsigned(0) { set(step, 3, .unsigned(0)) }
    }

    private mutating func invoke(_ step: NodeCommandStep, command: UInt32, fields: TLVValue) {
        switch (step.cluster, command) {
        case (0x06, 0...1): set(step, 0, .boolean(command == 1))
        case (0x08, 0x00): set(step, 0, fields[0])
        case (0x08, 0x04):
            set(step, 0, fields[0])
            set(step, 0, true, cluster: 0x06)
        case (0x0300, 0x06):
            set(step, 0, fields[0])
            set(step, 1, fields[1])
            set(step, 0x4000, fields[0]?.unsigned.map { .unsigned($0 * 65_536 / 254) })
            setMode(step, 0)
        case (0x0300, 0x07):
            set(step, 3, fields[0])
            set(step, 4, fields[1])
            setMode(step, 1)
        case (0x0300, 0x0A):
            set(step, 7, fields[0])
            setMode(step, 2)
        case (0x0101, _): set(step, 0, .unsigned(command == 0 ? 1 : command == 0x27 ? 2 : has(step, 0x27) ? 3 : 2))
        case (0x0102, 0x00), (0x0102, 0x01):
            set(step, 14, .unsigned(command == 0 ? 0 : 10_000))
        case (0x0102, 0x02): set(step, 10, .unsigned(0))
        case (0x0102, 0x05): set(step, 14, fields[0])
        case (0x0102, 0x08): set(step, 15, fields[0])
        case (0x0104, 0x00): setClosure(step, position: 2)
        case (0x0104, 0x01): setClosure(step, position: fields[0]?.unsigned ?? 0)
        case (0x81, 0x00):
            set(step, 4, .unsigned(1))
            set(step, 6, fields[1] ?? .unsigned(100))
        case (0x81, 0x01):
            set(step, 4, .unsigned(0))
            set(step, 6, .unsigned(0))
        case (0x50, 0): set(step, 3, fields[0])
        case (0x54, 0):
            set(step, 1, fields[0])
            set(step, 4, .unsigned(fields[0] == .unsigned(1) ? 1 : 0), cluster: 0x61)
        case (0x49, 0),
            (0x51...0x59, 0) where step.cluster != 0x56, (0x9D...0x9F, 0):
            set(step, 1, fields[0])
        case (0x56, 0):
            set(step, 0, fields[0])
            set(step, 4, fields[1])
        case (0x60, _), (0x48, _): set(step, 4, .unsigned([0: 2, 1: 0, 2: 1, 3: 1][command] ?? 0))
        case (0x61, _): set(step, 4, .unsigned([0: 2, 3: 1, 0x80: 0x42][command] ?? 0))
        case (0x0506, _): set(step, 0, .unsigned(UInt64(command)))
        default: break
        }
    }

    private mutating func setMode(_ step: NodeCommandStep, _ mode: UInt64) {
        set(step, 8, .unsigned(mode))
        set(step, 0x4001, .unsigned(mode))
    }

    private mutating func setClosure(_ step: NodeCommandStep, position: UInt64) {
        set(step, 1, .unsigned(0))
        set(step, 3, .structure([0: .unsigned(position)]))
    }

    private func has(_ step: NodeCommandStep, _ command: UInt64) -> Bool {
        let path = AttributePath(endpoint: step.endpoint, cluster: step.cluster, attribute: 0xFFF9)
        return values[path]?.values?.contains(.unsigned(command)) ?? false
    }
}
