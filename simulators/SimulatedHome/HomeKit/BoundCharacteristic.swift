import HomeKitAccessories
import HomeKitEmulator
import HomeModel

/// A characteristic of a simulated device: how its value follows from the state of the device, and which command a write
/// of it is.
struct BoundCharacteristic: Sendable {
    let template: CharacteristicTemplate
    /// Nil if the state has no value for it.
    var value: @Sendable (ShownState) -> HAPValue? = { _ in nil }
    /// Nil for a value that is no command.
    var command: @Sendable (HAPValue) -> DeviceCommand? = { _ in nil }
}

extension BoundCharacteristic {
    /// A yes or no value.
    static func boolean(
        _ template: CharacteristicTemplate, at address: ValueAddress, isSettable: Bool = false
    ) -> BoundCharacteristic {
        BoundCharacteristic(template: template) { state in
            guard case .boolean(let value)? = state[address] else { return nil }
            return .boolean(value)
        } command: { value in
            guard isSettable, let truth = value.truth else { return nil }
            return DeviceCommand(address: address, value: .boolean(truth))
        }
    }

    /// A yes or no value that is 1 or 0.
    static func flag(
        _ template: CharacteristicTemplate, at address: ValueAddress, isInverted: Bool = false
    ) -> BoundCharacteristic {
        BoundCharacteristic(template: template) { state in
            guard case .boolean(let value)? = state[address] else { return nil }
            return .integer(value != isInverted ? 1 : 0)
        }
    }

    /// A measurement with a fraction.
    static func number(
        _ template: CharacteristicTemplate, at address: ValueAddress, isSettable: Bool = false
    ) -> BoundCharacteristic {
        BoundCharacteristic(template: template) { state in
            guard case .number(let value)? = state[address] else { return nil }
            return .number(value)
        } command: { value in
            guard isSettable, let number = value.number else { return nil }
            return DeviceCommand(address: address, value: .number(number))
        }
    }

    /// A percentage without a fraction. `isGoal` says whether it shows the value that the device will reach.
    static func percentage(
        _ template: CharacteristicTemplate, at address: ValueAddress, isGoal: Bool = false, isSettable: Bool = false
    ) -> BoundCharacteristic {
        BoundCharacteristic(template: template) { state in
            guard case .number(let value)? = isGoal ? state.goal(at: address) : state[address] else { return nil }
            return .integer(Int64(value.rounded()))
        } command: { value in
            guard isSettable, let number = value.number else { return nil }
            return DeviceCommand(address: address, value: .number(number))
        }
    }

    /// A word of the device, as the number of the word in HomeKit.
    static func choice(
        _ template: CharacteristicTemplate, at address: ValueAddress, words: [String: Int64], isGoal: Bool = false,
        isSettable: Bool = false
    ) -> BoundCharacteristic {
        BoundCharacteristic(template: template) { state in
            guard case .text(let word)? = isGoal ? state.goal(at: address) : state[address] else { return nil }
            return words[word].map { .integer($0) }
        } command: { value in
            guard isSettable, let number = value.whole,
                let word = words.first(where: { $0.value == Int64(number) })?.key
            else { return nil }
            return DeviceCommand(address: address, value: .text(word))
        }
    }

    /// A value that never changes.
    static func constant(_ template: CharacteristicTemplate, value: HAPValue) -> BoundCharacteristic {
        BoundCharacteristic(template: template) { _ in value }
    }
}
