import GatewayCore
import HomeKitAccessories
import HomeKitProtocol
import HomeModel

/// The accessories of one pairing: what they are, which of them are devices of the home, and their last known values.
/// Values of accessories go in, values of capabilities come out.
struct AccessoryState: Sendable {
    /// A value of a capability of an adopted device, and the accessory that reported it.
    struct Update: Hashable, Sendable {
        let aid: UInt64
        let report: CapabilityReport
    }

    private(set) var models: [UInt64: AccessoryModel] = [:]
    private(set) var devices: [UInt64: Device] = [:]
    private var values: [UInt64: CharacteristicValues] = [:]
    /// The number of the message from which each value is.
    private var numbers: [CharacteristicID: Int] = [:]

    /// Replaces the models by those of a new database. The values in a database are not used: after a start, some hubs
    /// show values there that they have not measured.
    mutating func replace(_ database: AccessoryDatabase) {
        models = Dictionary(database.accessories.map { ($0.aid, AccessoryModel($0)) }) { $1 }
        forgetValues()
    }

    /// Replaces the adopted devices.
    mutating func follow(_ adopted: [Device]) {
        devices = Dictionary(
            adopted.compactMap { device in UInt64(device.address.foreignID).map { ($0, device) } }
        ) { $1 }
        values = values.filter { devices[$0.key] != nil }
    }

    /// Forgets all values, because the connection was lost.
    mutating func forgetValues() {
        values = [:]
        numbers = [:]
    }

    /// The characteristics to read, of adopted devices only: until its adoption, nothing of a device is recorded.
    var polled: [CharacteristicID] { ids(\.polled) }
    /// The characteristics to subscribe to.
    var subscribed: [CharacteristicID] { ids(\.subscribed) }

    func isPress(_ id: CharacteristicID) -> Bool {
        models[id.aid]?.bindings(reportedBy: [id.iid]).contains(where: \.isPress) ?? false
    }

    private func ids(_ list: (AccessoryModel) -> [UInt64]) -> [CharacteristicID] {
        devices.keys.sorted().flatMap { aid in
            models[aid].map { list($0).map { CharacteristicID(aid: aid, iid: $0) } } ?? []
        }
    }

    /// The value of a capability as it follows from the last known values; nil if it is not known.
    func value(of capability: EffectTracker<UInt64>.Capability) -> CapabilityValue? {
        models[capability.target]?[capability.part, capability.name]?.value(in: values[capability.target] ?? [:])
    }

    /// Applies what an accessory reports, and returns the values of the capabilities that it concerns. Presses count
    /// only in events: a press that is read was pressed some other time. A value that is older than the last one of its
    /// characteristic is ignored: answers and events are processed beside each other.
    mutating func apply(_ received: ReceivedValues, isEvent: Bool) -> [Update] {
        var updates: [Update] = []
        var changed: [UInt64: Set<UInt64>] = [:]
        let before = values
        for result in received.results where result.status == .success {
            guard let value = result.value, let device = devices[result.id.aid], let model = models[result.id.aid]
            else { continue }
            let known = value.characteristicValue
            if isEvent { updates += presses(known, of: result.id, in: model, device: device.id) }
            guard numbers[result.id].map({ $0 <= received.number }) ?? true else { continue }
            numbers[result.id] = received.number
            values[result.id.aid, default: [:]][result.id.iid] = known
            changed[result.id.aid, default: []].insert(result.id.iid)
        }
        for (aid, characteristics) in changed.sorted(by: { $0.key < $1.key }) {
            guard let device = devices[aid], let model = models[aid] else { continue }
            for binding in model.bindings(reportedBy: characteristics) where !binding.isPress {
                guard let value = binding.value(in: values[aid] ?? [:]) else { continue }
                let isChange = binding.value(in: before[aid] ?? [:]) != value
                updates.append(Update(value, of: binding, device: device.id, aid: aid, isChange: isChange))
            }
        }
        return updates
    }

    private func presses(
        _ value: HAPValue?, of characteristic: CharacteristicID, in model: AccessoryModel, device: DeviceID
    ) -> [Update] {
        guard let value else { return [] }
        return model.bindings(reportedBy: [characteristic.iid]).filter(\.isPress).compactMap { binding in
            binding.value(in: [characteristic.iid: value]).map {
                Update($0, of: binding, device: device, aid: characteristic.aid, isChange: true)
            }
        }
    }

    /// The accessories behind a bridge that it cannot reach: all values of such an accessory failed with that status.
    static func unreachable(in received: [ReceivedValues]) -> Set<UInt64> {
        let results = received.flatMap(\.results)
        let failed = Set(results.filter { $0.status == .serviceUnreachable }.map(\.id.aid))
        return failed.subtracting(results.filter { $0.status != .serviceUnreachable }.map(\.id.aid))
    }
}

extension AccessoryState.Update {
    init(
        _ value: CapabilityValue, of binding: CapabilityBinding, device: DeviceID, aid: UInt64, isChange: Bool
    ) {
        self.aid = aid
        report = CapabilityReport(
            value, of: binding.capability, part: binding.part, device: device, isEvent: binding.isPress,
            isChange: isChange)
    }
}
