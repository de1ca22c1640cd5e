package import HomeModel

/// Homie 5 devices behind one connection: a single one, or a bridge's.
package struct HomieSpeaker: DialectSpeaker {
    private let devices: [String: HomieDevice]
    /// In the order of the connection.
    private let ids: [String]

    package init(root: String, devices: [SpokenDevice]) {
        ids = devices.map(\.id)
        let spoken = devices.map {
            ($0.id, HomieDevice(domain: root, id: $0.id, description: $0.description, version: 1))
        }
        self.devices = Dictionary(spoken) { first, _ in first }
    }

    package func place(of capability: Capability, on part: PartID, in device: String) -> CapabilityPlace? {
        devices[device]?.place(of: capability, on: part)
    }

    /// MQTT has one will per connection: behind a bridge it is that of the first device.
    package var will: DialectMessage? { all.first?.will }

    package var commandFilters: [String] { all.map(\.commandFilter) }

    package func announcement() -> [DialectMessage] { all.flatMap { $0.announcement() } }

    package func ready() -> [DialectMessage] { all.compactMap { $0.state(.ready) } }

    package func farewell() -> [DialectMessage] { all.flatMap { $0.farewell() } }

    package func report(_ device: String, changed: [SpokenValue], state: [SpokenValue]) -> [DialectMessage] {
        guard let device = devices[device] else { return [] }
        return changed.compactMap { device.value($0.part, $0.capability, $0.value) }
    }

    package func hear(_ topic: String, _ payload: [UInt8]) -> [SpeakerRequest] {
        guard let id = (try? HomieTopic(topic))?.device, let device = devices[id],
            let command = try? device.command(topic: topic, payload: payload)
        else { return [] }
        let wanted = SpokenValue(command.part, command.capability, command.value)
        return [.set(SpeakerOrder(device: id, wanted: wanted, topic: topic, payload: payload))]
    }

    /// Homie has no word for no: the target stays what the device is, and that is what it says.
    package func answer(_ order: SpeakerOrder, isAccepted: Bool, state: [SpokenValue]) -> [DialectMessage] {
        guard let device = devices[order.device] else { return [] }
        if isAccepted {
            return device.acceptance(topic: order.topic, payload: order.payload).map { [$0] } ?? []
        }
        let wanted = order.wanted
        guard let now = state.first(where: { $0.part == wanted.part && $0.capability == wanted.capability }) else {
            return []
        }
        return [
            device.target(now.part, now.capability, now.value), device.value(now.part, now.capability, now.value),
        ].compactMap(\.self)
    }

    private var all: [HomieDevice] { ids.compactMap { devices[$0] } }
}
