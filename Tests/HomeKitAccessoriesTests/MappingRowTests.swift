import HomeModel
import Testing

@testable import HomeKitAccessories

/// Every row of every mapping, from the characteristic to the capability and back.
struct MappingRowTests {
    /// A row in one of its services.
    struct Sample: Sendable, CustomTestStringConvertible {
        let service: HAPType
        let name: CapabilityName
        let characteristics: [Characteristic]
        /// States of the device: values by `iid`.
        let states: [CharacteristicValues]

        var testDescription: String { "\(service.service?.name ?? service.description): \(name)" }

        var accessory: Accessory {
            let inputs = [1, 2].map { number in
                AccessoryService(
                    iid: 100 + UInt64(number), type: HAPType(.inputSource),
                    characteristics: [
                        Characteristic(
                            iid: 200 + UInt64(number), type: HAPType(.identifier), value: .integer(Int64(number)))
                    ])
            }
            let own = AccessoryService(iid: 10, type: service, linked: [101, 102], characteristics: characteristics)
            return Accessory(aid: 1, services: [own] + (service == HAPType(.television) ? inputs : []))
        }
    }

    static let samples: [Sample] =
        ServiceMapping.all.flatMap { mapping in mapping.rows.map { sample($0, in: HAPType(mapping.service)) } }
        + (CommonMapping.settings + CommonMapping.rows).map { sample($0, in: HAPType(.leakSensor)) }
        + VendorRow.all.map(sample)

    @Test(arguments: samples) func everyStateIsReadAndSetAgain(_ sample: Sample) throws {
        let model = AccessoryModel(sample.accessory)
        let binding = try #require(model.bindings.first { $0.capability.name == sample.name })
        #expect(!sample.states.isEmpty)
        for (index, state) in sample.states.enumerated() {
            let value = try #require(binding.value(in: state), "state \(index)")
            guard binding.capability.isCommanded, let command = binding.command(to: value) else { continue }
            // The device starts in another state.
            var device = SimulatedAccessory(sample.accessory)
            for (iid, other) in sample.states[(index + 1) % sample.states.count] { device[iid] = other }
            device.receive(command)
            let part = try #require(model.description[binding.part])
            // A lamp with the brightness 0 is off, and keeps its brightness for later.
            if part.turnsOff(sample.name, value: value) {
                #expect(command.writes == [CharacteristicSetting(iid: 13, value: .boolean(false))])
                #expect(command.readBack.contains(13))
                continue
            }
            let reported = try #require(binding.value(in: device.values), "state \(index)")
            #expect(command.isConfirmed(by: reported), "\(value) became \(reported)")
            #expect(command.tolerance.accepts(reported, for: value), "\(value) became \(reported)")
            #expect(Set(binding.reported).isSubset(of: command.readBack))
        }
    }

    @Test(arguments: samples) func nullIsNoValue(_ sample: Sample) throws {
        let model = AccessoryModel(sample.accessory)
        let binding = try #require(model.bindings.first { $0.capability.name == sample.name })
        #expect(binding.value(in: [:]) == nil)
    }

    /// A command that can be sent is offered, and an option that is offered as a command can be sent.
    @Test(arguments: samples) func everyOfferedCommandCanBeSent(_ sample: Sample) throws {
        let model = AccessoryModel(sample.accessory)
        let binding = try #require(model.bindings.first { $0.capability.name == sample.name })
        guard binding.capability.isCommanded, binding.capability.valueType == .choice else { return }
        for word in binding.capability.commandWords { #expect(binding.command(to: .text(word)) != nil, "\(word)") }
        #expect(binding.command(to: .text("nonsense")) == nil)
    }

    // MARK: Samples

    private static let both: CharacteristicPermissions = [.read, .write, .notify]

    private static func characteristic(_ kind: CharacteristicKind, iid: UInt64, isSet: Bool) -> Characteristic {
        Characteristic(
            iid: iid, type: HAPType(kind), permissions: isSet ? both : [.read, .notify],
            format: kind.isBoolean ? .bool : nil)
    }

    private static func numbers(_ words: [NumberedWord], iid: UInt64) -> [CharacteristicValues] {
        words.map { [iid: .integer(Int64($0.number))] }
    }

    private static func sample(_ row: MappingRow, in service: HAPType) -> Sample {
        let (name, first, second, third) = (row.name, UInt64(11), UInt64(12), UInt64(13))
        let (characteristics, states): ([Characteristic], [CharacteristicValues]) =
            switch row.form {
            case .boolean(let kind, _, let isSettable):
                (
                    [characteristic(kind, iid: first, isSet: isSettable)],
                    [[first: .boolean(false)], [first: .integer(1)], [first: .text("0")]]
                )
            case .number(let current, let target, let form):
                (
                    [characteristic(current, iid: first, isSet: current == target)]
                        + (target == nil || target == current
                            ? [] : [characteristic(target ?? current, iid: second, isSet: true)])
                        + (form.power.map { [characteristic($0, iid: third, isSet: true)] } ?? []),
                    levels(row, form: form).map { [first: .number($0), third: .integer(1)] }
                        + (form.isZeroWhenOff ? [[first: .number(40), third: .integer(0)]] : [])
                )
            case .color(let hue, let saturation, let power):
                (
                    [
                        characteristic(hue, iid: first, isSet: true),
                        characteristic(saturation, iid: second, isSet: true),
                        characteristic(power, iid: third, isSet: true),
                    ],
                    [(0, 0), (360, 100), (123, 45)].map { [first: .number($0), second: .number($1)] }
                )
            case .choice(let current, let words, let target, _):
                (
                    current.prefix(1).map { characteristic($0, iid: first, isSet: $0 == target) }
                        + (target.flatMap { current.first == $0 ? nil : [characteristic($0, iid: second, isSet: true)] }
                            ?? []),
                    numbers(words, iid: first)
                )
            case .climateMode(let active, let mode, let words):
                (
                    [characteristic(active, iid: first, isSet: true), characteristic(mode, iid: second, isSet: true)],
                    [[first: .integer(0), second: .integer(1)]]
                        + words.map { [first: .integer(1), second: .integer(Int64($0.number))] }
                )
            case .press(let kind):
                ([characteristic(kind, iid: first, isSet: false)], numbers(PressCoding.words, iid: first))
            case .movement(let state, let hold):
                (
                    [
                        characteristic(state, iid: first, isSet: false),
                        Characteristic(iid: second, type: HAPType(hold), permissions: .write, format: .bool),
                    ], numbers(MovementCoding.words, iid: first)
                )
            case .input(let kind):
                (
                    [characteristic(kind, iid: first, isSet: true)],
                    [[first: .integer(1)], [first: .integer(2)]]
                )
            }
        return Sample(service: service, name: name, characteristics: characteristics, states: states)
    }

    /// Numbers of the device over its whole range.
    private static func levels(_ row: MappingRow, form: NumberForm) -> [Double] {
        let facts = row.kind.facts.range
        let range = form.usual ?? max(facts.lowerBound, -1000)...min(facts.upperBound, 1000)
        return [0, 0.25, 0.5, 1].map {
            (range.lowerBound + (range.upperBound - range.lowerBound) * $0).rounded()
        }
    }

    private static func sample(_ row: VendorRow) -> Sample {
        let target = row.target.map {
            [Characteristic(iid: 12, type: $0, permissions: .write, format: .uint8)]
        }
        let states: [CharacteristicValues] =
            switch row.kind.facts.valueType {
            case .choice: numbers(row.words, iid: 11)
            case .text: [[11: .text("a"), 12: .text("b")], [11: .text("c")]]
            case .number, .boolean, .color: [[11: .number(1)], [11: .number(20.5)], [11: .integer(0)]]
            }
        let own = Characteristic(
            iid: 11, type: row.type, permissions: row.isSettable ? both : [.read, .notify],
            format: row.kind.facts.valueType == .choice ? .uint8 : .float)
        return Sample(
            service: HAPType(.thermostat), name: row.name, characteristics: [own] + (target ?? []), states: states)
    }
}
