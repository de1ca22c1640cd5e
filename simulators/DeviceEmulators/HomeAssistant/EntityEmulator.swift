import DeviceProtocols
import HomeModel

/// The device side of Home Assistant discovery. It parses its own announcements with the gateway's model and uses the
/// resulting bindings in the opposite direction.
struct EntityEmulator: Sendable {
    private let root: String
    private let device: String?
    private let configs: [DialectMessage]
    private let bindings: [EntityBinding]

    /// One connection has one device. `block` and `uniqueID` have the form that its firmware uses.
    init(
        root: String, _ device: EmulatedDevice?, block: JSONValue,
        uniqueID: (_ platform: String, _ object: String) -> String
    ) {
        self.root = root
        self.device = device?.id
        var parser = HomeAssistantDiscoveryParser(root: root)
        var (configs, bindings): ([DialectMessage], [EntityBinding]) = ([], [])
        for entity in device.map({ EmulatedEntities(root: root, $0).all }) ?? [] {
            let topic = "\(root)/ha/\(entity.platform)/\(root)/\(entity.object)/config"
            var fields = entity.fields
            fields["uniq_id"] = .text(uniqueID(entity.platform, entity.object))
            fields["dev"] = block
            let members = fields.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value) }
            let payload = JSONValue.object(JSONObject(members)).bytes
            configs.append(DialectMessage(topic: topic, payload: payload, qos: 1, retain: true))
            let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
            for case .described(_, let model as HomeAssistantModel, _) in parser.receive(
                levels, payload: payload, isRetained: true)
            {
                bindings = model.bindings.filter { binding in
                    device?.description[binding.part]?[binding.capability.name] != nil
                }
            }
        }
        (self.configs, self.bindings) = (configs, bindings)
    }

    func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath? {
        device == self.device ? bindings.lazy.map(\.value).path(conveying: capability, on: part) : nil
    }

    var will: DialectMessage { status("offline") }
    var ready: [DialectMessage] { [status("online")] }
    var announcement: [DialectMessage] { configs }

    var commandTopics: [String] { Set(bindings.compactMap(\.commandTopic)).sorted() }

    private func status(_ word: String) -> DialectMessage {
        DialectMessage(topic: "\(root)/status", payload: Array(word.utf8), qos: 1, retain: true)
    }

    // MARK: Reports

    /// Repeats all known values that share a topic with a changed value.
    func report(_ changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        let topics = Set(changed.compactMap { binding($0)?.stateTopic })
        return topics.sorted().compactMap { topic in
            var members: [JSONObject.Member] = []
            for value in state + changed.filter({ !state.contains($0) }) {
                guard let binding = binding(value), binding.stateTopic == topic,
                    let native = binding.encodeReport(value.value)
                else { continue }
                guard let key = binding.stateKey else {
                    return publish(topic, payload: native.word ?? native.description)
                }
                members.append(JSONObject.Member(key: key, value: native))
            }
            return members.isEmpty ? nil : publish(topic, payload: JSONValue.object(JSONObject(members)).description)
        }
    }

    private func publish(_ topic: String, payload: String) -> DialectMessage {
        DialectMessage(topic: topic, payload: Array(payload.utf8), qos: 0, retain: true)
    }

    private func binding(_ value: EmulatedValue) -> EntityBinding? {
        bindings.first { $0.part == value.part && $0.capability.name == value.capability }
    }

    // MARK: Commands

    func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        guard let device, let text = String(validating: payload, as: UTF8.self) else { return [] }
        let addressed = bindings.filter { $0.commandTopic == topic }
        let wanted = addressed.compactMap { binding in
            binding.decodeCommand(text).map {
                EmulatedValue(binding.part, capability: binding.capability.name, value: $0)
            }
        }
        // A command that sets more than the power also turns the light on, so the power is ignored.
        let best = wanted.count > 1 ? wanted.filter { $0.capability.kind != .switch } : wanted
        return best.map { .set(EmulatorCommand(device: device, wanted: $0, topic: topic, payload: payload)) }
    }
}
