import DeviceProtocols
import HomeModel
import SimulatedHome

/// The gateway's side of all dialects: it parses announcements, decodes reports, and returns the gateway's queries.
struct GatewayStub {
    /// The models by root and foreign id, as in `ScenarioDevice.address`.
    private(set) var models: [String: any DialectModel] = [:]
    private(set) var values: [String: [ValueAddress: CapabilityValue]] = [:]
    private(set) var ready: Set<String> = []
    private(set) var problems: [String] = []
    private var parsers: [String: [any DiscoveryParser]] = [:]
    private var decoders: [String: [(address: String, decoder: any PayloadDecoder)]] = [:]
    /// The last payloads on topics that no described device has yet.
    private var early: [String: [UInt8]] = [:]

    /// Receives one message and returns the gateway's queries.
    mutating func receive(_ topic: String, payload: [UInt8], isRetained: Bool) -> [DialectMessage] {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        let root = String(levels.first ?? "")
        var rootParsers = parsers[root] ?? DeviceFamilies.discoveryParsers.map { $0.init(root: root) }
        var events: [DiscoveryEvent] = []
        for index in rootParsers.indices where type(of: rootParsers[index]).accepts(levels) {
            events += rootParsers[index].receive(levels, payload: payload, isRetained: isRetained)
        }
        parsers[root] = rootParsers
        let queries = events.flatMap { handle($0) }
        guard decoders[topic] != nil else {
            early[topic] = payload
            return queries
        }
        decode(topic, payload: payload)
        return queries
    }

    /// Returns whether every device is available and all of its values are decoded.
    func hasDecoded(_ expected: [String: [ValueAddress]]) -> Bool {
        expected.allSatisfy { address, values in
            ready.contains(address) && values.allSatisfy { self.values[address]?[$0] != nil }
        }
    }

    private mutating func handle(_ event: DiscoveryEvent) -> [DialectMessage] {
        switch event {
        case .described(let link, let model, _), .partiallyDescribed(let link, let model, _):
            let address = "\(link.root)/\(link.foreignID)"
            models[address] = model
            for topic in model.topics {
                decoders[topic.topic, default: []].removeAll { $0.address == address }
                decoders[topic.topic, default: []].append((address, topic.decoder))
                if let payload = early.removeValue(forKey: topic.topic) { decode(topic.topic, payload: payload) }
            }
        case .availability(.ready, let link): ready.insert("\(link.root)/\(link.foreignID)")
        case .availability(.unknown, _): break
        case .availability(_, let link): ready.remove("\(link.root)/\(link.foreignID)")
        case .removed(let link): models["\(link.root)/\(link.foreignID)"] = nil
        case .failed(let link, _, _, let words, _): problems.append("\(link) \(words)")
        case .finding(let finding): problems.append("\(finding.topic) \(finding.error)")
        case .query(let message): return [message]
        }
        return []
    }

    private mutating func decode(_ topic: String, payload: [UInt8]) {
        for (address, decoder) in decoders[topic] ?? [] {
            for lane in MessageLane.allCases {
                for update in decoder.decode(payload, on: lane) { handle(update, of: address, topic: topic) }
            }
        }
    }

    private mutating func handle(_ update: DeviceUpdate, of address: String, topic: String) {
        switch update {
        case .availability(.ready): ready.insert(address)
        case .availability(.unknown): break
        case .availability: ready.remove(address)
        case .reading(let part, let name, let value, let unit):
            let symbol = unit.flatMap(Unit.init(rawValue:))
            let canonical = name.kind.facts.unit
            let converted = canonical.flatMap { symbol?.convert(value, to: $0) } ?? value
            values[address, default: [:]][ValueAddress(part: part, capability: name)] = .number(converted)
        case .state(let part, let name, let value), .event(let part, let name, let value),
            .beyondRange(let part, let name, shown: let value):
            values[address, default: [:]][ValueAddress(part: part, capability: name)] = value
        case .unreadable(_, _, let error): problems.append("\(topic) \(error)")
        case .failed(let words): problems.append("\(topic) \(words)")
        case .accepted, .replied: break
        }
    }
}

extension DiscoveryParser {
    /// Returns whether a topic matches one of the filters and belongs to this dialect.
    fileprivate static func accepts(_ levels: [Substring]) -> Bool {
        filters.contains { filter in
            let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
            guard wanted.last == "#" || wanted.count == levels.count, levels.count >= wanted.count - 1 else {
                return false
            }
            return zip(wanted, levels).allSatisfy { $0 == "+" || $0 == "#" || $0 == $1 }
        } && matches(levels)
    }
}

extension Scenario {
    /// The values of each device, by its address and theirs in the gateway.
    var gatewayAddresses: [String: [ValueAddress]] {
        Dictionary(devices.map { ($0.address, GatewayAddresses(of: $0).all) }, uniquingKeysWith: +)
    }
}
