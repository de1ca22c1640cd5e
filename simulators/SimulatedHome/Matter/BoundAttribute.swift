import HomeModel
import MatterProtocol

/// An attribute of a simulated device: how its value follows from the state of the device, and which command a change that
/// a controller wants is.
struct BoundAttribute: Sendable {
    let cluster: UInt32
    let attribute: UInt32
    /// Nil if the state has no value for it.
    var value: @Sendable (ShownState) -> TLVValue? = { _ in nil }
    /// Nil for a value that is no command.
    var command: @Sendable (TLVValue) -> DeviceCommand? = { _ in nil }

    init(
        _ cluster: UInt32, attribute: UInt32, value: @escaping @Sendable (ShownState) -> TLVValue?,
        command: @escaping @Sendable (TLVValue) -> DeviceCommand? = { _ in nil }
    ) {
        self.cluster = cluster
        self.attribute = attribute
        self.value = value
        self.command = command
    }
}

extension BoundAttribute {
    /// A yes or no value.
    static func boolean(
        _ cluster: UInt32, attribute: UInt32, at address: ValueAddress, isSettable: Bool = false
    ) -> BoundAttribute {
        BoundAttribute(cluster, attribute: attribute) { state in
            guard case .boolean(let value)? = state[address] else { return nil }
            return .boolean(value)
        } command: { value in
            guard isSettable, let truth = value.boolean else { return nil }
            return DeviceCommand(address: address, value: .boolean(truth))
        }
    }

    /// A yes or no value as the number `yes` or 0.
    static func flag(_ cluster: UInt32, attribute: UInt32, at address: ValueAddress, yes: UInt8) -> BoundAttribute {
        BoundAttribute(cluster, attribute: attribute) { state in
            guard case .boolean(let value)? = state[address] else { return nil }
            return .number(value ? yes : 0)
        }
    }

    /// A number that Matter counts in smaller units: `scale` of them are 1.
    static func signed(
        _ cluster: UInt32, attribute: UInt32, at address: ValueAddress, scale: Double, isSettable: Bool = false
    ) -> BoundAttribute {
        BoundAttribute(cluster, attribute: attribute) { state in
            guard case .number(let value)? = state[address] else { return nil }
            return .signed(Int64(scaling: value, by: scale))
        } command: { value in
            guard isSettable, let number = value.number else { return nil }
            return DeviceCommand(address: address, value: .number(number / scale))
        }
    }

    /// A number that is never negative, in smaller units: `scale` of them are 1.
    static func unsigned(
        _ cluster: UInt32, attribute: UInt32, at address: ValueAddress, scale: Double
    ) -> BoundAttribute {
        BoundAttribute(cluster, attribute: attribute) { state in
            guard case .number(let value)? = state[address] else { return nil }
            return .number(UInt64(clamping: Int64(scaling: value, by: scale)))
        }
    }

    /// A word of the device, as the number of the word in Matter. The first number of a word is the one that it is shown
    /// as. `isGoal` says whether it shows the value that the device will reach.
    static func choice(
        _ cluster: UInt32, attribute: UInt32, at address: ValueAddress, words: KeyValuePairs<String, UInt8>,
        isSettable: Bool = false
    ) -> BoundAttribute {
        let pairs = words.map { (word: $0.key, number: $0.value) }
        return BoundAttribute(cluster, attribute: attribute) { state in
            guard case .text(let word)? = state[address] else { return nil }
            return pairs.first { $0.word == word }.map { .number($0.number) }
        } command: { value in
            guard isSettable, let number = value.integer(as: UInt8.self),
                let word = pairs.first(where: { $0.number == number })?.word
            else { return nil }
            return DeviceCommand(address: address, value: .text(word))
        }
    }
}

extension Int64 {
    /// The product as the nearest whole number. The values of the simulation are far below the limits.
    init(scaling value: Double, by scale: Double) {
        self = Int64(exactly: (value * scale).rounded()) ?? 0
    }
}
