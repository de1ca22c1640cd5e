import HomeDialects
import HomeModel
import SimulatedHome

/// The gateway's side of all dialects: hears what devices announce and say, and tells what it wants to ask them.
struct Ear {
    /// By root and foreign id, as `ScenarioDevice.address`.
    private(set) var models: [String: any DialectModel] = [:]
    private(set) var values: [String: [ValueAddress: CapabilityValue]] = [:]
    private(set) var ready: Set<String> = []
    private(set) var complaints: [String] = []
    private var announcements: [String: [any DialectAnnouncements]] = [:]
    private var readers: [String: [(address: String, reader: any PayloadReader)]] = [:]
    /// What was said before anybody knew whose it was.
    private var early: [String: [UInt8]] = [:]

    /// Returns what the gateway would ask.
    mutating func hear(_ topic: String, _ payload: [UInt8], isRetained: Bool) -> [DialectMessage] {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        let root = String(levels.first ?? "")
        var heard = announcements[root] ?? Dialects.announcements.map { $0.init(root: root) }
        var news: [Announcement] = []
        for index in heard.indices where type(of: heard[index]).hearsAll(of: levels) {
            news += heard[index].hear(levels, payload, isRetained: isRetained)
        }
        announcements[root] = heard
        let questions = news.flatMap { take($0) }
        guard readers[topic] != nil else {
            early[topic] = payload
            return questions
        }
        read(topic, payload)
        return questions
    }

    /// Whether every device is there, and said all that it shows.
    func hasHeard(_ shown: [String: [ValueAddress]]) -> Bool {
        shown.allSatisfy { address, places in
            ready.contains(address) && places.allSatisfy { values[address]?[$0] != nil }
        }
    }

    private mutating func take(_ news: Announcement) -> [DialectMessage] {
        switch news {
        case .described(let link, let model, _), .sketched(let link, let model, _):
            let address = "\(link.root)/\(link.foreignID)"
            models[address] = model
            for heard in model.topics {
                readers[heard.topic, default: []].removeAll { $0.address == address }
                readers[heard.topic, default: []].append((address, heard.reader))
                if let payload = early.removeValue(forKey: heard.topic) { read(heard.topic, payload) }
            }
        case .availability(.ready, let link): ready.insert("\(link.root)/\(link.foreignID)")
        case .availability(.unknown, _): break
        case .availability(_, let link): ready.remove("\(link.root)/\(link.foreignID)")
        case .removed(let link): models["\(link.root)/\(link.foreignID)"] = nil
        case .failed(let link, _, _, let words, _): complaints.append("\(link) \(words)")
        case .finding(let finding): complaints.append("\(finding.topic) \(finding.error)")
        case .ask(let message): return [message]
        }
        return []
    }

    private mutating func read(_ topic: String, _ payload: [UInt8]) {
        for (address, reader) in readers[topic] ?? [] {
            for lane in MessageLane.allCases {
                for statement in reader.read(payload, on: lane) { take(statement, of: address, topic) }
            }
        }
    }

    private mutating func take(_ statement: DeviceStatement, of address: String, _ topic: String) {
        switch statement {
        case .availability(.ready): ready.insert(address)
        case .availability(.unknown): break
        case .availability: ready.remove(address)
        case .reading(let part, let name, let value, let unit):
            let symbol = unit.flatMap(Unit.init(rawValue:))
            let canonical = name.kind.facts.unit
            let converted = canonical.flatMap { symbol?.convert(value, to: $0) } ?? value
            values[address, default: [:]][ValueAddress(part: part, capability: name)] = .number(converted)
        case .state(let part, let name, let value), .beyondRange(let part, let name, shown: let value):
            values[address, default: [:]][ValueAddress(part: part, capability: name)] = value
        case .unreadable(_, _, let error): complaints.append("\(topic) \(error)")
        case .failed(let words): complaints.append("\(topic) \(words)")
        case .accepted, .answered: break
        }
    }
}

extension DialectAnnouncements {
    /// Whether a message is on one of the filters and this dialect's.
    fileprivate static func hearsAll(of levels: [Substring]) -> Bool {
        filters.contains { filter in
            let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
            guard wanted.last == "#" || wanted.count == levels.count, levels.count >= wanted.count - 1 else {
                return false
            }
            return zip(wanted, levels).allSatisfy { $0 == "+" || $0 == "#" || $0 == $1 }
        } && hears(levels)
    }
}

extension Scenario {
    /// What each device shows, as the gateway knows it.
    var shown: [String: [ValueAddress]] {
        Dictionary(devices.map { ($0.address, GatewayPlaces(of: $0).all) }, uniquingKeysWith: +)
    }
}
