package import HomeModel

/// The device's side, for a simulated device: one for each connection, as a Shelly is.
package struct ShellySpeaker: DialectSpeaker {
    private let root: String
    private let device: String
    private let cast: ShellyCast?

    package init(root: String, devices: [SpokenDevice]) {
        self.root = root
        device = devices.first?.id ?? ""
        cast = devices.first.flatMap { try? ShellyCast($0) }
    }

    package static func foreignID(of device: String) -> String { InventedHardware.mac(of: device) }

    /// Its parts are the components.
    package func place(of capability: Capability, on part: PartID, in device: String) -> CapabilityPlace? {
        let voice = cast?.voices.first { $0.part == part && $0.name == capability.name }
        guard device == self.device, let value = voice?.binding.value, value.tells(capability) else { return nil }
        return value.place
    }

    package var will: DialectMessage? { online(false) }
    package var commandFilters: [String] { [ShellyTopic.requests(root)] }
    package func announcement() -> [DialectMessage] { [online(true)] }
    package func ready() -> [DialectMessage] { [] }
    package func farewell() -> [DialectMessage] { [online(false)] }

    package func report(_ device: String, changed: [SpokenValue], state: [SpokenValue]) -> [DialectMessage] {
        guard let cast, device == self.device, case let status = cast.status(changed), !status.isEmpty else {
            return []
        }
        let frame: JSONValue = [
            "src": .text(cast.id), "dst": .text("\(root)/events"), "method": "NotifyStatus",
            "params": .object(JSONObject(status)),
        ]
        return [message(ShellyTopic.notifications(root), frame)]
    }

    package func hear(_ topic: String, _ payload: [UInt8]) -> [SpeakerRequest] {
        guard let cast, topic == ShellyTopic.requests(root), let call = ShellyCall(payload) else { return [] }
        switch call.method {
        case "Shelly.GetDeviceInfo": return [.answer(reply(call, result: cast.information))]
        case "Shelly.GetConfig": return [.answer(reply(call, result: cast.configuration))]
        case "Shelly.GetStatus":
            return [
                .answerWithState(device: device) { state in
                    reply(call, result: .object(JSONObject(cast.status(state) + [cast.system])))
                }
            ]
        default: break
        }
        do throws(ShellyRefusal) {
            let wanted = try cast.wanted(call)
            return [.set(SpeakerOrder(device: device, wanted: wanted, topic: topic, payload: payload))]
        } catch {
            return [.answer(reply(call, refusal: error))]
        }
    }

    package func answer(_ order: SpeakerOrder, isAccepted: Bool, state: [SpokenValue]) -> [DialectMessage] {
        guard let call = ShellyCall(order.payload) else { return [] }
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

    /// Nothing leaves the root, whatever an asker calls itself.
    private func reply(_ call: ShellyCall, member: JSONObject.Member) -> [DialectMessage] {
        guard let cast, TopicText.isBelow(root, call.source), TopicText.isName(call.source) else {
            return []
        }
        let frame = JSONObject([
            .init(key: "id", value: call.id), .init(key: "src", value: .text(cast.id)),
            .init(key: "dst", value: .text(call.source)), member,
        ])
        return [message("\(call.source)/rpc", .object(frame))]
    }

    private func message(_ topic: String, _ json: JSONValue) -> DialectMessage {
        DialectMessage(topic: topic, payload: json.bytes, qos: 1, retain: false)
    }
}
