import HomeModel

/// An announced entity with its candidates for capabilities.
struct Entity: Sendable {
    let config: EntityConfig
    let candidates: [CapabilityCandidate]
    /// The parts of the entity that no capability can represent, as `what: why`.
    let others: [String]
    let availability: [AvailabilityTopic]
    let availabilityMode: AvailabilityMode
    /// The slug of its name; empty if the entity is the main function of its device.
    let slug: String
    /// The words of the slug that neither name the platform nor the kinds or a period.
    let stem: String
    /// Whether the name contains a period, such as a day: the entity counts only within it.
    let isPeriodic: Bool
    /// The stored size in bytes.
    let size: Int

    init(_ config: EntityConfig) {
        self.config = config
        size = config.size
        slug = Self.slug(config)
        var mapping = EntityMapping(config, slug: slug)
        var availability: [AvailabilityTopic] = []
        var mode = AvailabilityMode.latest
        do throws(DialectError) {
            try mapping.map()
            availability = try config.availabilityKeys
            mode = try config.availabilityMode
        } catch {
            mapping.leaveOut(error)
        }
        (candidates, others) = (mapping.candidates, mapping.others)
        (stem, isPeriodic) = Self.taken(slug, candidates: candidates, platform: config.platform)
        (self.availability, availabilityMode) = (availability, mode)
    }

    private init(_ entity: Entity, candidates: [CapabilityCandidate]? = nil, slug: String? = nil) {
        config = entity.config
        others = entity.others
        availability = entity.availability
        availabilityMode = entity.availabilityMode
        size = entity.size
        self.slug = slug ?? entity.slug
        self.candidates = candidates ?? entity.candidates
        (stem, isPeriodic) = Self.taken(self.slug, candidates: self.candidates, platform: config.platform)
    }

    func with(_ candidates: [CapabilityCandidate]) -> Entity { Entity(self, candidates: candidates) }

    /// Removes the name of the device from the slug.
    func removingDeviceName(_ device: String?) -> Entity {
        guard let device, slug.hasPrefix(device) else { return self }
        if slug == device { return Entity(self, slug: "") }
        return slug.hasPrefix(device + "-") ? Entity(self, slug: String(slug.dropFirst(device.count + 1))) : self
    }

    /// Returns the trigger with additional words that it accepts.
    func accepting(_ words: Set<String>) -> Entity {
        with(
            candidates.map { candidate in
                var candidate = candidate
                guard case .only(let known)? = candidate.stateMapping?.transformation else { return candidate }
                candidate.stateMapping?.transformation = .only(known.union(words))
                candidate.options = known.union(words).sorted()
                return candidate
            })
    }

    private static func taken(_ slug: String, candidates: [CapabilityCandidate], platform: String) -> (
        stem: String, isPeriodic: Bool
    ) {
        let words = slug.split(separator: "-").map(String.init)
        let kinds = Set(candidates.filter { !$0.isLabelled }.map(\.kind)).flatMap(Self.words)
        let stem = words.filter { $0 != platform && !kinds.contains($0) && !isPeriod($0) }
        return (stem.joined(separator: "-"), words.contains(where: isPeriod))
    }

    /// Splits the name of a kind: `colorTemperature` becomes `color` and `temperature`.
    private static func words(_ kind: CapabilityKind) -> [String] {
        var words = [""]
        for character in kind.rawValue {
            if character.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        return words
    }

    /// Whether the word denotes a period: `today`, `daily`, `yieldday`.
    private static func isPeriod(_ word: String) -> Bool {
        ["day", "daily", "week", "weekly", "month", "monthly", "year", "yearly", "hour", "hourly"]
            .contains { word.hasSuffix($0) }
    }

    private static func slug(_ config: EntityConfig) -> String {
        let name = config.fields["name"]?.word ?? config.fields["device_class"]?.word ?? config.object
        return name.isEmpty ? "" : PartID(slugging: name, fallback: .main).rawValue
    }
}

/// How the messages of several availability topics are combined: all must report online, one is enough, or the latest
/// message counts.
enum AvailabilityMode: String, Sendable {
    case all, any, latest
}

extension EntityConfig {
    fileprivate var availabilityMode: AvailabilityMode {
        get throws(DialectError) {
            guard let word = try word("availability_mode") else { return .latest }
            guard let mode = AvailabilityMode(rawValue: word) else {
                throw .badField("availability_mode", expected: "all, any or latest")
            }
            return mode
        }
    }

    fileprivate var availabilityKeys: [AvailabilityTopic] {
        get throws(DialectError) {
            if let topic = topic("availability_topic") {
                return [
                    AvailabilityTopic(
                        topic: topic, template: try template("availability_template"),
                        online: try word("payload_available"), offline: try word("payload_not_available"))
                ]
            }
            var keys: [AvailabilityTopic] = []
            for entry in fields["availability"]?.list ?? [] {
                guard let topic = entry["topic"]?.text else { continue }
                let template = entry["value_template"]?.text
                keys.append(
                    AvailabilityTopic(
                        topic: topic, template: try Self.template(template),
                        online: entry["payload_available"]?.word, offline: entry["payload_not_available"]?.word))
            }
            return keys
        }
    }

    private static func template(_ text: String?) throws(DialectError) -> Template? {
        guard let text, !text.isEmpty else { return nil }
        return try Template(text)
    }
}

extension [Entity] {
    /// Removes duplicates: triggers on the same topic become one button, and a value that both a thermostat and its
    /// sensor report becomes one capability.
    var merged: [Entity] {
        var seen: Set<ReportedValueKey> = []
        var triggers: [StateMapping: Int] = [:]
        var result: [Entity] = []
        for entity in self {
            if let (stateMapping, words) = entity.trigger {
                if let index = triggers[stateMapping] {
                    result[index] = result[index].accepting(words)
                    continue
                }
                triggers[stateMapping] = result.count
            }
            let candidates = entity.candidates.filter { candidate in
                guard candidate.commandMapping == nil, !candidate.isLabelled, let stateMapping = candidate.stateMapping
                else { return true }
                return seen.insert(
                    ReportedValueKey(kind: candidate.kind, coding: candidate.coding, stateMapping: stateMapping)
                ).inserted
            }
            result.append(candidates.count == entity.candidates.count ? entity : entity.with(candidates))
        }
        return result
    }
}

/// Identifies a reported value, to find duplicates.
private struct ReportedValueKey: Hashable {
    let kind: CapabilityKind
    let coding: ValueCoding
    let stateMapping: StateMapping
}

extension Entity {
    /// The topic of a trigger and the words that it accepts.
    fileprivate var trigger: (stateMapping: StateMapping, words: Set<String>)? {
        guard config.platform == "device_automation", var stateMapping = candidates.first?.stateMapping,
            case .only(let words) = stateMapping.transformation
        else { return nil }
        stateMapping.transformation = .none
        return (stateMapping, words)
    }
}
