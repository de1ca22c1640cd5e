package import HomeKitAccessories

/// A characteristic without a number, for `AccessoryBuilder`. The constants have the formats, units, limits and
/// permissions of the specification; sources are the HAP specification R2, chapter 9, and for Eve the descriptions that
/// its devices send themselves.
package struct CharacteristicTemplate: Sendable {
    package let type: HAPType
    package var permissions: CharacteristicPermissions
    package var format: ValueFormat
    package var unit: String?
    package var range: ClosedRange<Double>?
    package var step: Double?
    package var validValues: [Double] = []
    package var value: HAPValue?
    package var label: String?

    package init(
        _ type: HAPType, format: ValueFormat, permissions: CharacteristicPermissions, unit: String? = nil,
        range: ClosedRange<Double>? = nil, step: Double? = nil
    ) {
        self.type = type
        self.format = format
        self.permissions = permissions
        self.unit = unit
        self.range = range
        self.step = step
    }

    private init(
        kind: CharacteristicKind, format: ValueFormat, permissions: CharacteristicPermissions, unit: String? = nil,
        range: ClosedRange<Double>? = nil, step: Double? = nil
    ) {
        self.init(HAPType(kind), format: format, permissions: permissions, unit: unit, range: range, step: step)
    }

    /// The same characteristic with this value at the start.
    package func showing(_ value: HAPValue) -> CharacteristicTemplate {
        var copy = self
        copy.value = value
        return copy
    }

    /// The same characteristic with these limits.
    package func limited(to range: ClosedRange<Double>, step: Double? = nil) -> CharacteristicTemplate {
        var copy = self
        copy.range = range
        copy.step = step ?? copy.step
        return copy
    }

    /// The same characteristic, of which a controller may write only these values.
    package func restricted(to validValues: [Double]) -> CharacteristicTemplate {
        var copy = self
        copy.validValues = validValues
        return copy
    }

    /// The same characteristic, which accepts only timed writes.
    package var timed: CharacteristicTemplate {
        var copy = self
        copy.permissions.insert(.timedWrite)
        return copy
    }

    func characteristic(iid: UInt64) -> Characteristic {
        Characteristic(
            iid: iid, type: type, permissions: permissions, format: format, unit: unit, minimum: range?.lowerBound,
            maximum: range?.upperBound, step: step, validValues: validValues, value: value, label: label)
    }

    private static let shown: CharacteristicPermissions = [.read, .notify]
    private static let settable: CharacteristicPermissions = [.read, .write, .notify]
}

extension CharacteristicTemplate {
    package static let identify = CharacteristicTemplate(kind: .identify, format: .bool, permissions: .write)
    package static let manufacturer = text(.manufacturer)
    package static let model = text(.model)
    package static let name = text(.name)
    package static let serialNumber = text(.serialNumber)
    package static let firmwareRevision = text(.firmwareRevision)
    package static let version = text(.version)

    package static let on = CharacteristicTemplate(kind: .on, format: .bool, permissions: settable)
    package static let brightness = percentage(.brightness, permissions: settable)
    /// In mired.
    package static let colorTemperature = CharacteristicTemplate(
        kind: .colorTemperature, format: .uint32, permissions: settable, range: 140...500, step: 1)
    package static let outletInUse = CharacteristicTemplate(kind: .outletInUse, format: .bool, permissions: shown)

    package static let currentTemperature = CharacteristicTemplate(
        kind: .currentTemperature, format: .float, permissions: shown, unit: "celsius", range: -60...100, step: 0.1)
    package static let currentRelativeHumidity = CharacteristicTemplate(
        kind: .currentRelativeHumidity, format: .float, permissions: shown, unit: "percentage", range: 0...100, step: 1)
    package static let currentAmbientLightLevel = CharacteristicTemplate(
        kind: .currentAmbientLightLevel, format: .float, permissions: shown, unit: "lux", range: 0.0001...100_000)
    package static let motionDetected = CharacteristicTemplate(
        kind: .motionDetected, format: .bool, permissions: shown)
    package static let contactSensorState = state(.contactSensorState, upTo: 1)
    package static let leakDetected = state(.leakDetected, upTo: 1)
    package static let smokeDetected = state(.smokeDetected, upTo: 1)
    package static let batteryLevel = percentage(.batteryLevel, permissions: shown)
    package static let chargingState = state(.chargingState, upTo: 2)
    package static let statusLowBattery = state(.statusLowBattery, upTo: 1)

    package static let lockCurrentState = state(.lockCurrentState, upTo: 3)
    package static let lockTargetState = state(.lockTargetState, upTo: 1, permissions: settable)
    package static let currentPosition = percentage(.currentPosition, permissions: shown)
    package static let targetPosition = percentage(.targetPosition, permissions: settable)
    package static let positionState = state(.positionState, upTo: 2)
    package static let holdPosition = CharacteristicTemplate(kind: .holdPosition, format: .bool, permissions: .write)

    package static let currentHeatingCoolingState = state(.currentHeatingCoolingState, upTo: 2)
    package static let targetHeatingCoolingState = state(.targetHeatingCoolingState, upTo: 3, permissions: settable)
    package static let targetTemperature = CharacteristicTemplate(
        kind: .targetTemperature, format: .float, permissions: settable, unit: "celsius", range: 10...38, step: 0.1)
    package static let temperatureDisplayUnits = state(.temperatureDisplayUnits, upTo: 1, permissions: settable)

    /// A press of a button: it has a value only in its events.
    package static let programmableSwitchEvent = state(.programmableSwitchEvent, upTo: 2)

    /// The power of an Eve plug in watts.
    package static let evePower = CharacteristicTemplate(
        eve(number: 0xE863_F10D), format: .float, permissions: shown, unit: "W", range: 0...100_000)
    /// The counter of an Eve plug in kilowatt-hours.
    package static let eveEnergy = CharacteristicTemplate(
        eve(number: 0xE863_F10C), format: .float, permissions: shown, unit: "kWh", range: 0...1_000_000)

    private static func text(_ kind: CharacteristicKind) -> CharacteristicTemplate {
        CharacteristicTemplate(kind: kind, format: .string, permissions: .read)
    }

    private static func state(
        _ kind: CharacteristicKind, upTo last: Double, permissions: CharacteristicPermissions = shown
    ) -> CharacteristicTemplate {
        CharacteristicTemplate(kind: kind, format: .uint8, permissions: permissions, range: 0...last, step: 1)
    }

    private static func percentage(
        _ kind: CharacteristicKind, permissions: CharacteristicPermissions
    ) -> CharacteristicTemplate {
        let format: ValueFormat = kind == .brightness ? .int : .uint8
        return CharacteristicTemplate(
            kind: kind, format: format, permissions: permissions, unit: "percentage", range: 0...100, step: 1)
    }

    /// A type whose UUID has the suffix of the manufacturer Eve. A test checks that the gateway knows these types.
    private static func eve(number: UInt32) -> HAPType {
        HAPType("\(String(number, radix: 16))-079E-48FF-8F27-9C2605A29F52") ?? HAPType(number: number)
    }
}
