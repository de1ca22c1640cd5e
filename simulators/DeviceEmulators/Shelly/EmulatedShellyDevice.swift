import DeviceProtocols
import HomeModel

/// The components of a simulated Shelly and the capabilities that they report.
struct EmulatedShellyDevice: Sendable {
    /// A capability of the simulated device and the binding that reports it.
    struct ReportedCapability: Sendable {
        let part: PartID
        let name: CapabilityName
        let binding: ShellyBinding
    }

    let document: ShellyDocument
    let reportedCapabilities: [ReportedCapability]

    init(_ device: EmulatedDevice) throws(DialectError) {
        var assignments = ShellyComponentAssignment()
        if ShellyComponentAssignment.isMains(device.description) {
            assignments.assignMains(device.description)
        } else {
            for part in device.description.parts { assignments.assign(part) }
        }
        let fields = Dictionary(grouping: assignments.all, by: \.key)
        let components = fields.keys.sorted().map { key in
            ShellyComponent(
                key: key, fields: fields[key]?.map(\.path) ?? [], facts: assignments.facts[key] ?? [:])
        }
        document = try ShellyDocument(
            mac: SyntheticHardwareID.mac(of: device.id), name: device.description.name, model: device.description.model,
            components: components)
        let bindings = document.bindings
        reportedCapabilities = assignments.all.compactMap { assignment in
            bindings.first { $0.key == assignment.key && $0.path.joined(separator: ".") == assignment.path }.map {
                ReportedCapability(part: assignment.part, name: assignment.name, binding: $0)
            }
        }
    }
}

/// The documents in the replies of a simulated device.
extension EmulatedShellyDevice {
    var id: String { "shellysim-\(document.mac)" }

    var information: JSONValue {
        [
            "name": .text(document.name), "id": .text(id), "mac": .text(document.mac.uppercased()),
            "model": "SIMULATED", "gen": 2, "ver": "1.7.5", "app": .text(document.model ?? "Simulated"),
        ]
    }

    var configuration: JSONValue {
        let components = document.components.filter { $0.key.type != "cover" }.map { component in
            JSONObject.Member(
                key: component.key.description,
                value: .object(JSONObject([Self.id(component.key)] + component.facts.members)))
        }
        let system: JSONValue = ["device": ["name": .text(document.name)], "cfg_rev": 1]
        return .object(JSONObject(components + [.init(key: "sys", value: system)]))
    }

    var system: JSONObject.Member {
        .init(key: "sys", value: ["mac": .text(document.mac.uppercased()), "uptime": 60, "cfg_rev": 1])
    }

    /// The components that have values.
    func status(_ values: [EmulatedValue]) -> [JSONObject.Member] {
        document.components.compactMap { component in
            let members = members(of: component.key, values)
            guard !members.isEmpty else { return nil }
            let facts = component.key.type == "cover" ? component.facts.members : []
            return JSONObject.Member(
                key: component.key.description,
                value: .object(JSONObject([Self.id(component.key)] + facts + members)))
        }
    }

    private func members(of key: ShellyKey, _ values: [EmulatedValue]) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        var inner: [String: [JSONObject.Member]] = [:]
        for capability in reportedCapabilities where capability.binding.key == key {
            guard let value = values.last(where: { $0.part == capability.part && $0.capability == capability.name }),
                let native = capability.native(value.value), let name = capability.binding.path.last,
                let first = capability.binding.path.first
            else { continue }
            let member = JSONObject.Member(key: name, value: native)
            if capability.binding.path.count == 1 {
                members.append(member)
            } else {
                inner[first, default: []].append(member)
            }
        }
        return members + inner.keys.sorted().map { .init(key: $0, value: .object(JSONObject(inner[$0] ?? []))) }
    }

    private static func id(_ key: ShellyKey) -> JSONObject.Member {
        .init(key: "id", value: .integer(Int64(key.id ?? 0)))
    }

    // MARK: Commands

    /// Decodes a command. Throws the error with which the device replies.
    func wanted(_ call: ShellyCall) throws(ShellyRefusal) -> EmulatedValue {
        guard let key = call.key else {
            let isKnown = ShellyVocabulary.namespaces.values.contains { call.method.hasPrefix($0 + ".") }
            throw isKnown ? .argument("id") : .method(call.method)
        }
        let own = reportedCapabilities.filter { $0.binding.key == key }
        guard !own.isEmpty else { throw .notFound(key.id ?? 0) }
        let isMethod = own.contains { $0.binding.method == call.method }
        guard isMethod else { throw .method(call.method) }
        // A command that sets more than the power also turns the lamp on, so the power is checked last.
        let isPower = { (capability: ReportedCapability) in capability.name.kind == .switch }
        for capability in own.filter({ !isPower($0) }) + own.filter(isPower) {
            guard capability.binding.method == call.method, let path = capability.binding.argumentPath,
                let argument = call.parameters[path: path]
            else { continue }
            guard let value = capability.binding.decodeCommand(argument) else { throw .argument(path.last ?? "") }
            return EmulatedValue(capability.part, capability: capability.name, value: value)
        }
        if call.method == "Cover.Stop", let stop = own.first(where: { $0.name.kind == .movement }) {
            return EmulatedValue(stop.part, capability: stop.name, value: .text("stopped"))
        }
        throw .argument("id")
    }
}

extension EmulatedShellyDevice.ReportedCapability {
    /// The value in the device's form.
    fileprivate func native(_ value: CapabilityValue) -> JSONValue? {
        // A thermostat that follows its own schedule is on.
        let isScheduled = name.kind == .thermostatMode && value != .text("off")
        return binding.encodeReport(isScheduled ? .text("heat") : value)
    }
}
