import DeviceEmulators
import SeededRandom
import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

/// The gateway decodes the messages of an emulated device, and the emulator decodes the commands of the gateway.
@Suite struct TasmotaRoundTripTests {
    @Test(arguments: 0..<200 as Range<UInt64>) func emulatedDeviceIsDescribedWithItsCapabilities(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, _, model) = try Self.pair(using: &random)
        for part in device.description.parts {
            for capability in part.capabilities {
                let read = try #require(
                    model.description[part.id]?[capability.name], "seed \(seed): \(capability.line)")
                #expect(read.isCommanded == capability.isCommanded && read.flow == capability.flow)
            }
        }
        let extra = Set(model.description.parts.map(\.id)).subtracting(device.description.parts.map(\.id))
        #expect(extra.subtracting([.main]).isEmpty && model.description.others.isEmpty, "seed \(seed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func emulatedValuesAreDecodedUnchanged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, emulator, model) = try Self.pair(using: &random)
        let state = device.state(using: &random)
        let updates = Self.receive(emulator.report(device.id, changed: state, state: state), by: model)
        for value in state {
            let isReported = updates.contains { Self.isReport($0, of: value) }
            #expect(isReported, "seed \(seed): \(value.part) \(value.capability) \(value.value)")
        }
        #expect(updates.allSatisfy { $0.error == nil }, "seed \(seed)")
        // The gateway decodes no other states.
        let shown = Set(state.map { "\($0.part) \($0.capability)" })
        for case .state(let part, let name, _) in updates { #expect(shown.contains("\(part) \(name)")) }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func changedValueIsReported(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, emulator, model) = try Self.pair(using: &random)
        let state = device.state(using: &random)
        let changed = random.pick(state)
        let updates = Self.receive(emulator.report(device.id, changed: [changed], state: state), by: model)
        #expect(updates.contains { Self.isReport($0, of: changed) }, "seed \(seed): \(changed)")
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func commandsReachTheEmulatorAndAreConfirmed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (device, emulator, model) = try Self.pair(using: &random)
        var state = device.state(using: &random)
        for index in state.indices {
            let (part, name) = (state[index].part, state[index].capability)
            guard let capability = device.description[part]?[name], capability.isCommanded else { continue }
            let command = try #require(
                model.encodeCommand(part, capability: name, value: .random(for: capability, using: &random), number: 1),
                "seed \(seed): \(name)")
            let message = try #require(command.messages.first)
            let requests = emulator.receive(message.topic, payload: message.payload)
            guard case .set(let request) = requests.first else {
                Issue.record("seed \(seed): The command to \(name) yields \(requests).")
                continue
            }
            #expect(request.wanted == EmulatedValue(part, capability: name, value: command.value), "seed \(seed)")
            let refusal = Self.receive(emulator.reply(request, isAccepted: false, state: state), by: model)
            #expect(refusal.contains { if case .failed = $0 { true } else { false } })
            var after = state
            after[index] = request.wanted
            let isLight = device.description[part]?[CapabilityName(.brightness)] != nil
            let reply = Self.receive(
                emulator.reply(request, isAccepted: true, state: isLight ? after : state), by: model)
            let isAccepted = reply.contains {
                $0 == .accepted(part, name, command.value) || $0 == .state(part, name, command.value)
            }
            #expect(isAccepted, "seed \(seed): \(name) \(command.value): \(reply)")
            state = after
            let report = Self.receive(emulator.report(device.id, changed: [request.wanted], state: state), by: model)
            #expect(report.contains(.state(part, name, command.value)), "seed \(seed): \(name)")
            let query = try #require(model.stateQuery(part, capability: name, number: 1))
            guard case .report(device.id) = emulator.receive(query.topic, payload: query.payload).first else {
                Issue.record("seed \(seed): The emulator does not reply to a query for \(name).")
                continue
            }
        }
    }

    @Test func connectAndDisconnectAreReported() throws {
        var random = SeededGenerator(seed: 1)
        let (_, emulator, model) = try Self.pair(using: &random)
        #expect(Self.receive(emulator.ready(), by: model).map(\.line) == ["available ready"])
        #expect(Self.receive(emulator.disconnectMessages(), by: model).map(\.line) == ["available lost"])
        #expect(emulator.will == emulator.disconnectMessages().first && emulator.will?.retain == true)
    }

    @Test func unknownCommandIsRefusedWithTasmotaText() throws {
        var random = SeededGenerator(seed: 1)
        let (_, emulator, model) = try Self.pair(using: &random)
        guard case .reply(let messages) = emulator.receive("u/cmnd/d/Warp", payload: []).first else {
            Issue.record("The emulator sends no reply.")
            return
        }
        #expect(Self.receive(messages, by: model).map(\.line) == ["failed The device says: Unknown (WARP)"])
        #expect(emulator.receive("v/cmnd/d/POWER1", payload: [0x31]).isEmpty)
    }

    @Test func simulatedAddressesAreLocallyAdministered() {
        let macs = (0..<200).map { TasmotaEmulator.foreignID(of: "device-\($0)") }
        #expect(Set(macs).count == 200 && macs[0] == TasmotaEmulator.foreignID(of: "device-0"))
        #expect(macs.allSatisfy { HardwareID($0) != nil && "26AE".contains($0.dropFirst().first ?? " ") })
    }

    private static func pair(
        using random: inout SeededGenerator
    ) throws -> (EmulatedDevice, TasmotaEmulator, any DialectModel) {
        let description = DeviceDescription(
            name: "Simulated", model: random.chance(0.5) ? "plug" : nil, parts: random.pick(families))
        let device = EmulatedDevice(id: "d", description: description)
        let emulator = TasmotaEmulator(root: "u", devices: [device, EmulatedDevice(id: "e", description: description)])
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        let events = emulator.announcement().flatMap {
            parser.receive($0.topic.split(separator: "/"), payload: $0.payload, isRetained: $0.retain)
        }
        #expect(emulator.commandFilters == ["u/cmnd/d/+"])
        return (device, emulator, try #require(events.described.last?.model, "\(events)"))
    }

    /// The device families of the simulated home that use Tasmota.
    private static let families: [[Part]] = {
        let meters = [Capability(CapabilityName(.power)), Capability(CapabilityName(.energy), flow: .consumption)]
        let commanded = { (kind: CapabilityKind, range: ClosedRange<Double>?) in
            Capability(
                CapabilityName(kind), minimum: range?.lowerBound, maximum: range?.upperBound,
                step: range == nil ? nil : 1, isCommanded: true)
        }
        let plug = [commanded(.switch, nil)]
        let light = [commanded(.switch, nil), commanded(.brightness, 0...100)]
        let measured = { (kinds: [CapabilityKind]) in kinds.map { Capability(CapabilityName($0)) } }
        let mains: [[Capability]] = [
            plug, plug + meters, light + meters, light + [commanded(.colorTemperature, 2200...6500)] + meters,
            [commanded(.position, 0...100)], measured([.temperature]), measured([.temperature, .humidity]),
            measured([.temperature, .humidity, .co2]), measured([.temperature, .humidity, .pressure, .illuminance]),
            measured([.illuminance]), measured([.contact, .battery]), measured([.motion, .battery]),
            measured([.leak, .battery]), measured([.smoke, .battery]),
        ]
        let relays = { (capabilities: [Capability], count: Int) in
            (1...count).compactMap { PartID("relay-\($0)") }.map { Part(id: $0, capabilities: capabilities) }
        }
        return mains.map { [Part(id: .main, capabilities: $0)] } + [relays(plug, 2), relays(plug + meters, 3)]
    }()

    private static func receive(_ messages: [DialectMessage], by model: any DialectModel) -> [DeviceUpdate] {
        messages.flatMap { message in
            #expect(
                model.topics.contains { $0.topic == message.topic },
                "The model does not subscribe to \(message.topic).")
            return model.receive(message.topic, payload: String(decoding: message.payload, as: UTF8.self))
        }
    }

    /// Whether `update` contains `value`, rounded as the device rounds the value of a command.
    private static func isReport(_ update: DeviceUpdate, of value: EmulatedValue) -> Bool {
        switch update {
        case .state(let part, let name, let reported), .accepted(let part, let name, let reported):
            guard (part, name) == (value.part, value.capability) else { return false }
            guard case (.number(let reported), .number(let shown)) = (reported, value.value) else {
                return reported == value.value
            }
            return abs(reported - shown) <= (name.kind == .colorTemperature ? 22 : 0.5)
        case .reading(let part, let name, let reported, nil):
            return (part, name) == (value.part, value.capability) && .number(reported) == value.value
        default: return false
        }
    }
}

extension EmulatedDevice {
    fileprivate func state(using random: inout SeededGenerator) -> [EmulatedValue] {
        description.parts.flatMap { part in
            part.capabilities.map {
                EmulatedValue(part.id, capability: $0.name, value: .random(for: $0, using: &random))
            }
        }
    }
}
