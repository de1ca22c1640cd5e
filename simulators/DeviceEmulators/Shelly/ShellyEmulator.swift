package import DeviceProtocols
package import HomeModel

/// The device side of Shelly for a simulated device. Each connection has one device, as with the real firmware.
package struct ShellyEmulator: DeviceEmulator {
    private let root: String
    private let device: String
    private let emulated: EmulatedShellyDevice?

    package init(root: String, devices: [EmulatedDevice]) {
        self.root = root
        device = devices.first?.id ?? ""
        emulated = devices.first.flatMap { try? EmulatedShellyDevice($0) }
    }

    package static func foreignID(of device: String) -> String { SyntheticHardwareID.mac(of: device) }

    /// The parts are those of the components.
    package func capabilityPath(of capability: Capability, on part: PartID, in device: String) -> CapabilityPath? {
        guard device == self.device else { return nil }
        let reported = emulated?.reportedCapabilities.first { $0.part == part && $0.name == capability.name }
        return reported?.binding.value.path(conveying: capability)
    }

    package var will: DialectMessage? { online(false) }
    package var commandFilters: [String] { [ShellyTopic.requests(root)] }
    package func announcement() -> [DialectMessage] { [online(true)] }
    package func ready() -> [DialectMessage] { [] }
    package func disconnectMessages() -> [DialectMessage] { [online(false)] }

    package func report(_ device: String, changed: [EmulatedValue], state: [EmulatedValue]) -> [DialectMessage] {
        guard let emulated, device == self.device, case let status = emulated.status(changed), !status.isEmpty else {
            return []
        }
        let frame: JSONValue = [
            "src": .text(emulated.id), "dst": .text("\(root)/events"), "method": "NotifyStatus",
            "params": .object(JSONObject(status)),
        ]
        return [message(ShellyTopic.notifications(root), json: frame)]
    }

    package func receive(_ topic: String, payload: [UInt8]) -> [EmulatorRequest] {
        guard let emulated, topic == ShellyTopic.requests(root), let call = ShellyCall(payload) else { return [] }
        switch call.method {
        case "Shelly.GetDeviceInfo": return [.reply(reply(call, result: emulated.information))]
        case "Shelly.GetConfig": return [.reply(reply(call, result: emulated.configuration))]
        case "Shelly.GetStatus":
            return [
                .replyWithState(device: device) { state in
                    reply(call, result: .object(JSONObject(emulated.status(state) + [emulated.system])))
                }
            ]
        default: break
        }
        do throws(ShellyRefusal) {
            let wanted = try emulated.wanted(call)
            return [.set(EmulatorCommand(device: device, wanted: wanted, topic: topic, payload: payload))]
        } catch {
            return [.reply(reply(call, refusal: error))]
        }
    }

    package func reply(_ command: EmulatorCommand, isAccepted: Bool, state: [EmulatedValue]) -> [DialectMessage] {
        guard let call = ShellyCall(command.payload) else { return [] }
        guard isAccepted else { return reply(call, refusal: .precondition) }
        let isConfiguration = call.method.hasSuffix(".SetConfig")
        return reply(call, result: isConfiguration ? ["restart_required": false] : .null)
    }

    // MARK: Messages

    private func online(_ isOnline: Bool) -> DialectMessage {
        DialectMessage(topic: ShellyTopic.online(root), payload: Array("\(isOnline)".utf8), qos: 1, retain: true)
    }

    private func reply(_ call: ShellyCall, result: JSONValue) -> [DialectMessage] {
        reply(call, member: .init(key: "result", value: result))
    }

    private func reply(_ call: ShellyCall, refusal: ShellyRefusal) -> [DialectMessage] {
        reply(call, member: .init(key: "error", value: refusal.json))
    }

    /// Replies only below the root, whatever the source of the request is.
    private func reply(_ call: ShellyCall, member: JSONObject.Member) -> [DialectMessage] {
        guard let emulated, TopicName.isBelow(root, topic: call.source), TopicName.isValid(call.source) else {
            return []
        }
        let frame = JSONObject([
            .init(key: "id", value: call.id), .init(key: "src", value: .text(emulated.id)),
            .init(key: "dst", value: .text(call.source)), member,
        ])
        return [message("\(call.source)/rpc", json: .object(frame))]
    }

    private func message(_ topic: String, json: JSONValue) -> DialectMessage {
        DialectMessage(topic: topic, payload: json.bytes, qos: 1, retain: false)
    }
}

extension SimulatedDialect {
    package static let shelly = SimulatedDialect(
        "shelly", family: .shelly, emulator: ShellyEmulator.self, setup: ShellySetupEmulator.self)
}
