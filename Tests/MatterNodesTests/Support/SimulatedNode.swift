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
                set(attribute, by: step, to: value)
                follow(step, attribute: attribute, value: value)
            case .invoke(let command, let fields): invoke(step, command: command, fields: fields)
            }
        }
    }

    mutating func set(_ path: AttributePath, to value: TLVValue) { values.set(path, to: value) }

    private mutating func set(
        _ attribute: UInt32, by step: NodeCommandStep, to value: TLVValue?, cluster: UInt32? = nil
    ) {
        guard let value else { return }
        values.set(
            AttributePath(endpoint: step.endpoint, cluster: cluster ?? step.cluster, attribute: attribute), to: value)
    }

    /// What changes with a written attribute.
    private mutating func follow(_ step: NodeCommandStep, attribute: UInt32, value: TLVValue) {
        // The percentage of a fan, and its speed.
        if step.cluster == 0x0202, attribute == 2 { set(3, by: step, to: value) }
        if step.cluster == 0x0202, attribute == 0, value == .unsigned(0) { set(3, by: step, to: .unsigned(0)) }
    }

    private mutating func invoke(_ step: NodeCommandStep, command: UInt32, fields: TLVValue) {
        switch (step.cluster, command) {
        case (0x06, 0...1): set(0, by: step, to: .boolean(command == 1))
        case (0x08, 0x00): set(0, by: step, to: fields[0])
        case (0x08, 0x04):
            set(0, by: step, to: fields[0])
            set(0, by: step, to: true, cluster: 0x06)
        case (0x0300, 0x06):
            set(0, by: step, to: fields[0])
            set(1, by: step, to: fields[1])
            set(0x4000, by: step, to: fields[0]?.unsigned.map { .unsigned($0 * 65_536 / 254) })
            setMode(by: step, to: 0)
        case (0x0300, 0x07):
            set(3, by: step, to: fields[0])
            set(4, by: step, to: fields[1])
            setMode(by: step, to: 1)
        case (0x0300, 0x0A):
            set(7, by: step, to: fields[0])
            setMode(by: step, to: 2)
        case (0x0101, _):
            set(0, by: step, to: .unsigned(command == 0 ? 1 : command == 0x27 ? 2 : accepts(0x27, by: step) ? 3 : 2))
        case (0x0102, 0x00), (0x0102, 0x01):
            set(14, by: step, to: .unsigned(command == 0 ? 0 : 10_000))
        case (0x0102, 0x02): set(10, by: step, to: .unsigned(0))
        case (0x0102, 0x05): set(14, by: step, to: fields[0])
        case (0x0102, 0x08): set(15, by: step, to: fields[0])
        case (0x0104, 0x00): setClosure(step, position: 2)
        case (0x0104, 0x01): setClosure(step, position: fields[0]?.unsigned ?? 0)
        case (0x0105, 0x00): set(0, by: step, to: .structure([0: fields[0]]))
        case (0x81, 0x00):
            set(4, by: step, to: .unsigned(1))
            set(6, by: step, to: fields[1] ?? .unsigned(100))
        case (0x81, 0x01):
            set(4, by: step, to: .unsigned(0))
            set(6, by: step, to: .unsigned(0))
        case (0x50, 0): set(3, by: step, to: fields[0])
        case (0x54, 0):
            set(1, by: step, to: fields[0])
            set(4, by: step, to: .unsigned(fields[0] == .unsigned(1) ? 1 : 0), cluster: 0x61)
        case (0x49, 0),
            (0x51...0x59, 0) where step.cluster != 0x56, (0x9D...0x9F, 0):
            set(1, by: step, to: fields[0])
        case (0x56, 0):
            set(0, by: step, to: fields[0])
            set(4, by: step, to: fields[1])
        case (0x60, _), (0x48, _): set(4, by: step, to: .unsigned([0: 2, 1: 0, 2: 1, 3: 1][command] ?? 0))
        case (0x61, _): set(4, by: step, to: .unsigned([0: 2, 3: 1, 0x80: 0x42][command] ?? 0))
        case (0x0506, _): set(0, by: step, to: .unsigned(UInt64(command)))
        default: break
        }
    }

    private mutating func setMode(by step: NodeCommandStep, to mode: UInt64) {
        set(8, by: step, to: .unsigned(mode))
        set(0x4001, by: step, to: .unsigned(mode))
    }

    private mutating func setClosure(_ step: NodeCommandStep, position: UInt64) {
        set(1, by: step, to: .unsigned(0))
        set(3, by: step, to: .structure([0: .unsigned(position)]))
    }

    private func accepts(_ command: UInt64, by step: NodeCommandStep) -> Bool {
        let path = AttributePath(endpoint: step.endpoint, cluster: step.cluster, attribute: 0xFFF9)
        return values[path]?.values?.contains(.unsigned(command)) ?? false
    }
}
