import HomeModel

/// One value of the example document.
private struct TasmotaLeaf {
    let sensor: String
    let path: TasmotaPath
    let isText: Bool
    let quantity: TasmotaQuantity?

    var isSecondary: Bool { quantity?.isSecondary ?? false }

    /// The label of a value without a kind of its own.
    var label: String {
        let words = path.keys.count > 1 ? Array(path.keys.dropFirst()) : path.keys
        return words.joined(separator: "-")
    }
}

extension TasmotaMapping {
    /// Sensors that measure the same kind become parts of their own, and so do phases and channels. All other values
    /// belong to `main`.
    mutating func mapSensors(_ sensors: TasmotaSensors, config: TasmotaConfig, relays: [PartID]) {
        let switches = Set(config.switchNames.compactMap(\.self))
        var leaves: [TasmotaLeaf] = []
        for member in sensors.shape.members
        where !Self.isMappedElsewhere(member.key, value: member.value, switches: switches) {
            leaves += self.leaves(of: member.value, [member.key], sensors: sensors.shape)
        }
        let shared = Self.shared(leaves)
        for sensor in leaves.map(\.sensor).uniqued {
            let own = leaves.filter { $0.sensor == sensor }
            let isApart = own.contains { $0.quantity.map { shared.contains($0.kind) } ?? false }
            let part = isApart ? PartID(slugging: sensor, fallback: .main) : .main
            add(own, of: sensor, to: part, relays: relays)
        }
    }

    /// Whether the entry is not a sensor: units belong to the values, and shutters and switches are mapped elsewhere.
    private static func isMappedElsewhere(_ key: String, value: JSONValue, switches: Set<String>) -> Bool {
        if ["TempUnit", "PressureUnit", "SpeedUnit"].contains(key) || switches.contains(key) { return true }
        let stem = key.prefix { !$0.isNumber }
        guard stem.count < key.count, key.dropFirst(stem.count).allSatisfy(\.isNumber) else { return false }
        return stem == "Switch" && value.text != nil || stem == "Shutter" && value["Position"] != nil
    }

    private mutating func leaves(of value: JSONValue, _ keys: [String], sensors: JSONObject) -> [TasmotaLeaf] {
        switch value {
        case .object(let object):
            return object.members.flatMap { leaves(of: $0.value, keys + [$0.key], sensors: sensors) }
        case .list(let values):
            return values.indices.map { index in
                leaf(TasmotaPath(keys, index: index), isText: values[index].text != nil, sensors: sensors)
            }
        case .null where TasmotaQuantity(keys, in: sensors) == nil:
            leaveOut(keys.joined(separator: "."), why: "Its example has no value that shows its type.")
            return []
        default:
            return [leaf(TasmotaPath(keys), isText: value.text != nil, sensors: sensors)]
        }
    }

    private func leaf(_ path: TasmotaPath, isText: Bool, sensors: JSONObject) -> TasmotaLeaf {
        let quantity = isText || path.keys.count < 2 ? nil : TasmotaQuantity(path.keys, in: sensors)
        return TasmotaLeaf(sensor: path.keys.first ?? "", path: path, isText: isText, quantity: quantity)
    }

    /// The kinds that more than one sensor measures.
    private static func shared(_ leaves: [TasmotaLeaf]) -> Set<CapabilityKind> {
        var sensorsOf: [CapabilityKind: Set<String>] = [:]
        for leaf in leaves {
            guard let kind = leaf.quantity?.kind, kind != .number else { continue }
            sensorsOf[kind, default: []].insert(leaf.sensor)
        }
        return Set(sensorsOf.filter { $1.count > 1 }.keys)
    }

    /// Adds the secondary values of each kind last, so that the main value gets the plain name.
    private mutating func add(_ leaves: [TasmotaLeaf], of sensor: String, to part: PartID, relays: [PartID]) {
        let channels = leaves.filter { $0.quantity != nil }.compactMap(\.path.index).max().map { $0 + 1 } ?? 0
        for leaf in leaves.filter({ !$0.isSecondary }) + leaves.filter(\.isSecondary) {
            guard let index = leaf.path.index else {
                add(leaf, to: part, label: leaf.label)
                continue
            }
            // The counters of tariffs are not phases.
            let isOfChannel = channels > 1 && index < channels && !leaf.label.hasSuffix("Tariff")
            if isOfChannel {
                add(leaf, to: Self.channel(index, of: channels, sensor: sensor, relays: relays), label: leaf.label)
            } else {
                add(leaf, to: part, label: "\(leaf.label)-\(index + 1)")
            }
        }
    }

    /// The part of a channel. If a meter has a channel for each relay, the channel belongs to the relay.
    private static func channel(_ index: Int, of channels: Int, sensor: String, relays: [PartID]) -> PartID {
        if sensor == "ENERGY", relays.count == channels { return relays[index] }
        let stem = sensor == "ENERGY" ? "phase" : sensor
        return PartID(slugging: "\(stem)-\(index + 1)", fallback: .main)
    }

    private mutating func add(_ leaf: TasmotaLeaf, to part: PartID, label: String) {
        let location = TasmotaLocation.sensor(leaf.path)
        guard let quantity = leaf.quantity, quantity.kind != .number else {
            return leaf.isText
                ? add(.text, to: part, label: label, isLabelled: true, coding: .text, at: [location])
                : add(
                    .number, to: part, label: label, isLabelled: true, coding: .number(.identity), at: [location],
                    facts: TasmotaConstraints(announcedUnit: leaf.quantity?.announcedUnit))
        }
        let range = quantity.isTwoWay ? quantity.kind.facts.range : nil
        add(
            quantity.kind, to: part, label: label, coding: .number(.identity), encoding: quantity.encoding,
            unit: quantity.unit, at: [location], facts: TasmotaConstraints(range: range, flow: quantity.flow))
    }
}

extension [String] {
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
