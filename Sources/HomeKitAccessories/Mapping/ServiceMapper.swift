import HomeModel

/// Maps the characteristics of one service to values.
struct ServiceMapper {
    let service: AccessoryService
    /// The names of the linked inputs of a television, by their identifiers.
    let inputs: [NumberedWord]
    /// The characteristics that a row uses already.
    private var used: Set<UInt64> = []
    private(set) var values: [MappedValue] = []
    /// The characteristics that no capability can represent, as `what: why`.
    private(set) var others: [String] = []

    init(_ service: AccessoryService, inputs: [NumberedWord] = []) {
        self.service = service
        self.inputs = inputs
        let mapping = service.kind.flatMap { ServiceMapping.of($0) }
        let rows = (mapping?.rows ?? []) + (mapping == nil ? [] : CommonMapping.settings) + CommonMapping.rows
        // People do not see a hidden service, but its measurements are useful.
        if !service.isHidden { for row in rows { add(row) } }
        for characteristic in service.characteristics.sorted(by: { $0.iid < $1.iid }) { addVendor(characteristic) }
        if !service.isHidden {
            for characteristic in service.characteristics.sorted(by: { $0.iid < $1.iid }) { addRaw(characteristic) }
        }
    }

    private mutating func add(_ value: MappedValue) {
        used.formUnion(value.used)
        values.append(value)
    }

    /// All characteristics of a kind that no row uses yet, by their ids.
    private func unused(_ kind: CharacteristicKind) -> [Characteristic] {
        let type = HAPType(kind)
        return service.characteristics.filter { $0.type == type && !$0.isHidden && !used.contains($0.iid) }
            .sorted { $0.iid < $1.iid }
    }

    private func mapped(_ kind: CharacteristicKind?, isSettable: Bool) -> MappedCharacteristic? {
        guard let kind else { return nil }
        let type = HAPType(kind)
        let found = service.characteristics.filter { $0.type == type }.min { $0.iid < $1.iid }
        return found.map { MappedCharacteristic($0, isSettable: isSettable) }
    }

    // MARK: Rows of the specification

    private mutating func add(_ row: MappingRow) {
        switch row.form {
        case .boolean(let kind, let isInverted, let isSettable):
            for characteristic in unused(kind) {
                let mapped = MappedCharacteristic(characteristic, isSettable: isSettable)
                add(
                    MappedValue(
                        row.name, alternative: row.alternative,
                        coding: BooleanCoding(characteristic: mapped, isInverted: isInverted)))
            }
        case .number(let current, let target, let form): addNumber(row, from: current, to: target, form: form)
        case .color(let hue, let saturation, let power):
            guard !unused(hue).isEmpty, !unused(saturation).isEmpty, let hue = mapped(hue, isSettable: true),
                let saturation = mapped(saturation, isSettable: true)
            else { return }
            add(
                MappedValue(
                    row.name,
                    coding: ColorCoding(hue: hue, saturation: saturation, power: mapped(power, isSettable: true))))
        case .choice(let current, let words, let target, let commands):
            addChoice(row, current: current, words: words, target: target, commands: commands)
        case .climateMode(let active, let mode, let words):
            addClimateMode(row, active: active, mode: mode, words: words)
        case .press(let kind):
            for characteristic in unused(kind) {
                let coding = PressCoding(event: MappedCharacteristic(characteristic, isSettable: false))
                var value = MappedValue(row.name, coding: coding, options: coding.options)
                value.isPress = true
                add(value)
            }
        case .movement(let state, let hold):
            let coding = MovementCoding(
                state: mapped(state, isSettable: false), hold: mapped(hold, isSettable: true))
            guard coding.state != nil || coding.hold != nil else { return }
            add(MappedValue(row.name, coding: coding))
        case .input(let kind):
            guard !inputs.isEmpty, let active = mapped(kind, isSettable: true) else { return }
            let coding = ChoiceCoding(current: active, target: active, words: inputs, commands: inputs)
            add(MappedValue(row.name, coding: coding, options: inputs.map(\.word)))
        }
    }

    /// A device without a power of its own has only the modes.
    private mutating func addClimateMode(
        _ row: MappingRow, active: CharacteristicKind, mode: CharacteristicKind, words: [NumberedWord]
    ) {
        guard let mode = mapped(mode, isSettable: true) else { return }
        let choice = ChoiceCoding(current: mode, target: mode, words: words, commands: words)
        let modes = choice.words.map(\.word)
        guard let active = mapped(active, isSettable: true) else {
            add(MappedValue(row.name, coding: choice, options: Self.ordered(modes, of: row.kind)))
            return
        }
        add(
            MappedValue(
                row.name, coding: ClimateModeCoding(active: active, mode: choice),
                options: Self.ordered([ClimateModeCoding.off] + modes, of: row.kind)))
    }

    private mutating func addChoice(
        _ row: MappingRow, current: [CharacteristicKind], words: [NumberedWord], target: CharacteristicKind?,
        commands: [NumberedWord]
    ) {
        let present = current.first { !unused($0).isEmpty }
        // One characteristic of a service that reports and receives.
        let isSame = present == target
        let current = mapped(present, isSettable: isSame)
        let target = isSame ? current : target.flatMap { unused($0).isEmpty ? nil : mapped($0, isSettable: true) }
        guard current != nil || target != nil else { return }
        let coding = ChoiceCoding(current: current, target: target, words: words, commands: commands)
        let found = coding.words.map(\.word) + coding.commands.map(\.word)
        add(MappedValue(row.name, coding: coding, options: Self.ordered(found, of: row.kind)))
    }

    /// The words without repetition, in the order of the catalogue if the kind has options there.
    private static func ordered(_ words: [String], of kind: CapabilityKind) -> [String] {
        var known: Set<String> = []
        let unique = words.filter { known.insert($0).inserted }
        let catalogue = kind.facts.options
        return catalogue.isEmpty
            ? unique : catalogue.filter(known.contains) + unique.filter { !catalogue.contains($0) }
    }

    private mutating func addNumber(
        _ row: MappingRow, from reported: CharacteristicKind, to settable: CharacteristicKind?, form: NumberForm
    ) {
        guard let settable else {
            for characteristic in unused(reported) {
                let mapped = MappedCharacteristic(characteristic, isSettable: false)
                add(Self.measured(row.name, alternative: row.alternative, current: mapped, factor: 1))
            }
            return
        }
        let isSame = reported == settable
        let current = unused(reported).isEmpty ? nil : mapped(reported, isSettable: isSame)
        let target = isSame ? current : unused(settable).isEmpty ? nil : mapped(settable, isSettable: true)
        guard current != nil || target != nil else { return }
        add(
            Self.level(
                row.name, alternative: row.alternative, current: current, target: target, form: form,
                power: mapped(form.power, isSettable: true)))
    }

    // MARK: Rows of manufacturers

    private mutating func addVendor(_ characteristic: Characteristic) {
        guard let row = VendorRow.byType[characteristic.type], !used.contains(characteristic.iid) else { return }
        let mapped = MappedCharacteristic(characteristic, isSettable: row.isSettable)
        switch row.kind.facts.valueType {
        case .choice:
            let target = row.target.flatMap { type in service.characteristics.first { $0.type == type } }
            let coding = ChoiceCoding(
                current: mapped, target: target.map { MappedCharacteristic($0, isSettable: true) }, words: row.words,
                commands: row.commands)
            add(
                MappedValue(
                    row.name, coding: coding,
                    options: Self.ordered((row.words + row.commands).map(\.word), of: row.kind)))
        case .text: add(MappedValue(row.name, coding: TextCoding(characteristic: mapped)))
        case .number, .boolean, .color:
            var value =
                row.isSettable
                ? Self.level(
                    row.name, alternative: nil, current: mapped, target: mapped,
                    form: NumberForm(
                        usual: row.kind.facts.range, tolerance: row.kind.isSetPoint ? .halfStep : .step), power: nil)
                : Self.measured(row.name, alternative: nil, current: mapped, factor: row.factor)
            value.unit = row.unit
            // All known ones are in plugs and switches.
            if row.kind.hasFlow { value.flow = .consumption }
            add(value)
        }
    }

    // MARK: Characteristics without a row

    /// A characteristic without a row is shown raw if a name is known for it, and listed otherwise. It never accepts
    /// commands, because nothing is known about their effect.
    private mutating func addRaw(_ characteristic: Characteristic) {
        guard !used.contains(characteristic.iid), !LeftOut.isSilent(characteristic) else { return }
        let mapped = MappedCharacteristic(characteristic, isSettable: false)
        // A characteristic without values is part of a protocol.
        guard mapped.isReported, !(characteristic.format?.isOpaque ?? false) else { return }
        // Some descriptions begin with a number: `2 CURRENT_HOUR_DATA`.
        let described = characteristic.label.map { PartID(slugging: String($0.drop { !$0.isLetter }), fallback: .main) }
        let label = characteristic.kind.flatMap { PartID(slugging: $0.name, fallback: .main) } ?? described
        guard let label, label != .main else {
            others.append("\(characteristic.type): the device gives it no name")
            return
        }
        switch characteristic.format {
        case .string?: add(MappedValue(CapabilityName(.text, label: label), coding: TextCoding(characteristic: mapped)))
        case .bool?:
            let coding = ChoiceCoding(current: mapped, target: nil, words: Words.offOn, commands: [])
            add(
                MappedValue(
                    CapabilityName(.choice, label: label), coding: coding, options: Words.offOn.map(\.word)))
        case .float?, .int?, .uint8?, .uint16?, .uint32?, .uint64?:
            var value = Self.measured(
                CapabilityName(.number, label: label), alternative: nil, current: mapped, factor: 1)
            value.unit = characteristic.unit.map { Self.unitSymbols[$0.lowercased()] ?? $0 }
            add(value)
        case .tlv8?, .data?: return
        case nil: others.append("\(label): the device does not announce its format")
        }
    }

    /// The symbols of the units of the specification.
    private static let unitSymbols = [
        "celsius": "°C", "percentage": "%", "arcdegrees": "°", "lux": "lx", "seconds": "s",
    ]
}
