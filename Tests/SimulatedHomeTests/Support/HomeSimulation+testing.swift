import DeviceProtocols
import HomeModel
import SimulatedHome

extension HomeSimulation {
    func number(_ device: String, kind: CapabilityKind) -> Double? { number(device, part: .main, kind: kind) }
    func value(_ device: String, kind: CapabilityKind) -> CapabilityValue? { value(device, part: .main, kind: kind) }

    func number(_ device: String, part: PartID, kind: CapabilityKind) -> Double? {
        guard case .number(let number) = value(device, part: part, kind: kind) else { return nil }
        return number
    }

    func value(_ device: String, part: PartID, kind: CapabilityKind) -> CapabilityValue? {
        observations(of: device)?.first { $0.address == ValueAddress(part, kind: kind) }?.value
    }

    /// Delivers a command as the gateway sends it, and returns the effects.
    mutating func sendCommand(_ device: String, property: String, payload: String) -> [SimulationEffect] {
        receive(topic: "\(device)/5/\(device)/main/\(property)/set", payload: Array(payload.utf8), root: device)
    }

    /// Advances the simulation by `duration`, and returns the effects of all steps.
    mutating func run(_ duration: Duration, step: Duration = .milliseconds(250)) -> [SimulationEffect] {
        let end = elapsed + duration
        var effects: [SimulationEffect] = []
        while elapsed < end { effects += advance(by: step) }
        return effects
    }
}

extension HomeSimulation {
    /// Connects all devices, delivers their messages and the gateway's queries, and returns the gateway's side.
    mutating func connectAll() -> GatewayStub {
        var gateway = GatewayStub()
        for root in roots { deliver(connected(root: root), to: &gateway) }
        // All devices are described now, so the gateway decodes the reports of the second connection.
        for root in roots { deliver(connected(root: root), to: &gateway) }
        return gateway
    }

    /// Delivers the published messages to the gateway, and the gateway's queries to the devices.
    mutating func deliver(_ effects: [SimulationEffect], to gateway: inout GatewayStub) {
        for case .publish(let outgoing, _, let root) in effects {
            let message = outgoing.message
            for query in gateway.receive(message.topic, payload: message.payload, isRetained: message.retain) {
                deliver(query, to: root, receivedBy: &gateway)
            }
        }
    }

    /// Delivers a message of the gateway to the devices of `root`, and their replies to the gateway.
    mutating func deliver(_ message: DialectMessage, to root: String, receivedBy gateway: inout GatewayStub) {
        deliver(receive(topic: message.topic, payload: message.payload, root: root), to: &gateway)
    }
}

extension [SimulationEffect] {
    /// Topic and payload of the published messages, in order.
    var texts: [String] {
        messages.map { "\($0.message.topic) \(String(decoding: $0.message.payload, as: UTF8.self))" }
    }

    var messages: [OutgoingMessage] {
        compactMap { effect in
            guard case .publish(let message, _, _) = effect else { return nil }
            return message
        }
    }

    var connectionChanges: [ConnectionChange] {
        compactMap { effect in
            guard case .connection(let change, _) = effect else { return nil }
            return change
        }
    }
}

extension PartID {
    static func named(_ text: String) -> PartID { PartID(text) ?? .main }
}
