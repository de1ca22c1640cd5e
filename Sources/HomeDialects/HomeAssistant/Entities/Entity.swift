import HomeModel

/// One announced entity and what it can be here.
struct Entity: Sendable {
    let config: EntityConfig
    let claims: [Claim]
    /// What cannot be represented, as `what: why`.
    let others: [String]
    let availability: [AvailabilityKey]
    let availabilityMode: AvailabilityMode
    /// Its name as words; empty for what its device mainly is.
    let slug: String
    /// What its name says beyond its kind.
    let stem: String
    /// Whether it counts for a while only.
    let isPeriodic: Bool
    /// What it costs to keep, in bytes.
    let size: Int

    init(_ config: EntityConfig) {
        self.config = config
        size = config.size
        slug = Self.slug(config)
        var mapping = EntityMapping(config, slug: slug)
        var availability: [AvailabilityKey] = []
        var mode = AvailabilityMode.latest
        do throws(DialectError) {
            try mapping.map()
            availability = try config.availabilityKeys
            mode = try config.availabilityMode
        } catch {
            mapping.leaveOut(error)
        }
        (claims, others) = (mapping.claims, mapping.others)
        (stem, isPeriodic) = Self.taken(slug, claims, config.platform)
        (self.availability, availabilityMode) = (availability, mode)
    }

    private init(_ entity: Entity, claims: [Claim]? = nil, slug: String? = nil) {
        config = entity.config
        others = entity.others
        availability = entity.availability
        availabilityMode = entity.availabilityMode
        size = entity.size
        self.slug = slug ?? entity.slug
        self.claims = claims ?? entity.claims
        (stem, isPeriodic) = Self.taken(self.slug, self.claims, config.platform)
    }

    func with(_ claims: [Claim]) -> Entity { Entity(self, claims: claims) }

    /// Called without the name of its device.
    func within(_ device: String?) -> Entity {
        guard let device, slug.hasPrefix(device) else { return self }
        if slug == device { return Entity(self, slug: "") }
        return slug.hasPrefix(device + "-") ? Entity(self, slug: String(slug.dropFirst(device.count + 1))) : self
    }

    /// A trigger that another one listens along with.
    func hearing(_ words: Set<String>) -> Entity {
        with(
            claims.map { claim in
                var claim = claim
                guard case .only(let known)? = claim.source?.reshaping else { return claim }
                claim.source?.reshaping = .only(known.union(words))
                claim.options = known.union(words).sorted()
                return claim
            })
    }

    private static func taken(_ slug: String, _ claims: [Claim], _ platform: String) -> (stem: String, isPeriodic: Bool)
    {
        let words = slug.split(separator: "-").map(String.init)
        let kinds = Set(claims.filter { !$0.isLabelled }.map(\.kind)).flatMap(Self.words)
        let stem = words.filter { $0 != platform && !kinds.contains($0) && !isPeriod($0) }
        return (stem.joined(separator: "-"), words.contains(where: isPeriod))
    }

    /// `colorTemperature` is `color` and `temperature`.
    private static func words(_ kind: CapabilityKind) -> [String] {
        var words = [""]
        for character in kind.rawValue {
            if character.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        return words
    }

    /// `today`, `daily`, `yieldday`.
    private static func isPeriod(_ word: String) -> Bool {
        ["day", "daily", "week", "weekly", "month", "monthly", "year", "yearly", "hour", "hourly"]
            .contains { word.hasSuffix($0) }
    }

    private static func slug(_ config: EntityConfig) -> String {
        let name = config.fields["name"]?.word ?? config.fields["device_class"]?.word ?? config.object
        return name.isEmpty ? "" : PartID(slugging: name, fallback: .main).rawValue
    }
}

/// Whose word counts where several topics tell whether an entity is there.
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

    fileprivate var availabilityKeys: [AvailabilityKey] {
        get throws(DialectError) {
            if let topic = topic("availability_topic") {
                return [
                    AvailabilityKey(
                        topic: topic, template: try template("availability_template"),
                        online: try word("payload_available"), offline: try word("payload_not_available"))
                ]
            }
            var keys: [AvailabilityKey] = []
            for entry in fields["availability"]?.list ?? [] {
                guard let topic = entry["topic"]?.text else { continue }
                let template = entry["value_template"]?.text
                keys.append(
                    AvailabilityKey(
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
