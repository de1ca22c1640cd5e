import HomeModel
import YAMLFields

/// Reads the settings of one kind of device; settings of other kinds stay unknown keys.
enum TraitReader {
    static func traits(of kind: DeviceKind, from fields: inout FieldDecoder) -> DeviceTraits {
        var traits = DeviceTraits()
        for setting in DeviceKind.Setting.allCases where kind.settings.contains(setting) {
            read(setting, from: &fields, into: &traits)
        }
        if kind == .switch, traits.loads.count != 1 { fields.note("a switch has one load; a plug may have several") }
        return traits
    }

    private static func read(
        _ setting: DeviceKind.Setting, from fields: inout FieldDecoder, into traits: inout DeviceTraits
    ) {
        let key = setting.rawValue
        switch setting {
        case .watts:
            if fields.node(key) != nil { traits.watts = fields.number(key, in: 1...50_000, default: 1) }
        case .colorTemperature: traits.hasColorTemperature = fields.boolean(key, default: true)
        case .automatic: traits.isAutomatic = fields.boolean(key, default: false)
        case .loads:
            if let loads = fields.choices(key, type: ApplianceKind.self), !loads.isEmpty { traits.loads = loads }
        case .on: traits.isOn = fields.boolean(key, default: true)
        case .purpose: traits.purposes = fields.choices(key, type: Purpose.self) ?? []
        case .target: traits.targetCelsius = fields.number(key, in: 5...30, default: 21)
        case .position: traits.positionPercent = fields.number(key, in: 0...100, default: 100)
        case .travel: traits.travel = fields.duration(key, in: .seconds(1)...(.seconds(600)), default: .seconds(20))
        case .capacity: traits.capacityKilowattHours = fields.number(key, in: 0.1...1000, default: 10)
        }
    }
}
