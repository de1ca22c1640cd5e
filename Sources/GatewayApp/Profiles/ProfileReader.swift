import DeviceProtocols
import Foundation
package import HomeModel
package import YAMLFields
import Yams

/// Reads one profile and reports all its mistakes at once.
package struct ProfileReader {
    package static let maximumBytes = 64 * 1024
    private static let maximumEntries = 64

    /// Reads the profile in `yaml`. Throws all mistakes together.
    package static func read(_ yaml: String) throws(ProfileMistakes) -> DeviceProfile {
        guard yaml.utf8.count <= maximumBytes else {
            throw ProfileMistakes([FieldError(line: 1, message: "a profile has at most \(maximumBytes) bytes")])
        }
        var reader = ProfileReader()
        do throws(FieldError) {
            let profile = reader.profile(try Node.parsed(yaml))
            if let profile, reader.mistakes.isEmpty { return profile }
        } catch {
            throw ProfileMistakes([error])
        }
        throw ProfileMistakes(reader.mistakes)
    }

    private var mistakes: [FieldError] = []

    private mutating func profile(_ root: Node) -> DeviceProfile? {
        var fields = FieldDecoder(root, thing: "a profile")
        let family = fields.name("family")?.text
        let note = fields.node("note") == nil ? nil : fields.text("note")
        let matches = matches(&fields)
        let isOptimistic = fields.node("optimistic").map { _ in fields.boolean("optimistic", default: false) }
        let parts = parts(&fields)
        if isOptimistic == nil, note == nil, parts.isEmpty {
            fields.note("a profile needs a “note”, “optimistic” or “parts”")
        }
        close(&fields)
        guard let family else { return nil }
        return DeviceProfile(
            family: family, matches: matches, note: note, isOptimistic: isOptimistic,
            everyPart: parts[nil] ?? PartProfile(),
            parts: Dictionary(parts.compactMap { id, part in id.map { ($0, part) } }) { first, _ in first })
    }

    /// Completes one mapping: refuses the remaining keys, and collects the mistakes that were noted in it.
    private mutating func close(_ fields: inout FieldDecoder) {
        fields.rejectUnknownKeys()
        mistakes += fields.mistakes
    }

    // MARK: Matches

    private mutating func matches(_ fields: inout FieldDecoder) -> [ProfileMatch] {
        guard let node = fields.required("match") else { return [] }
        let nodes = node.sequence.map(Array.init) ?? [node]
        guard (1...Self.maximumEntries).contains(nodes.count) else {
            fields.note("“match” has 1 to \(Self.maximumEntries) entries", at: node)
            return []
        }
        return nodes.compactMap { match($0) }
    }

    private mutating func match(_ node: Node) -> ProfileMatch? {
        var fields = FieldDecoder(node, thing: "a match")
        let dialect = fields.node("dialect").flatMap { fields.choice($0, key: "dialect", type: LinkKind.self) }
        let manufacturer = pattern(&fields, key: "manufacturer")
        let model = pattern(&fields, key: "model")
        let match = ProfileMatch(dialect: dialect, manufacturer: manufacturer, model: model)
        if match == nil, fields.mistakes.isEmpty { fields.note("a match names a manufacturer, a model or both") }
        close(&fields)
        return match
    }

    private func pattern(_ fields: inout FieldDecoder, key: String) -> TextPattern? {
        guard let node = fields.node(key) else { return nil }
        guard let pattern = node.scalar.flatMap({ TextPattern($0.string) }) else {
            fields.note("“\(key)” is a text of at most \(TextPattern.maximumBytes) bytes, and more than *", at: node)
            return nil
        }
        return pattern
    }

    // MARK: Parts and capabilities

    /// The parts by id. The part `*`, which stands for every part, has no id.
    private mutating func parts(_ fields: inout FieldDecoder) -> [PartID?: PartProfile] {
        var parts: [PartID?: PartProfile] = [:]
        for (key, value) in fields.entries("parts", most: Self.maximumEntries) {
            let id = key.scalar.flatMap { PartID($0.string) }
            guard id != nil || key.scalar?.string == "*" else {
                fields.note("a part is an id of a-z, 0-9 and -, or \"*\" for every part", at: key)
                continue
            }
            parts[id] = part(value)
        }
        return parts
    }

    private mutating func part(_ node: Node) -> PartProfile {
        var fields = FieldDecoder(node, thing: "a part")
        var part = PartProfile()
        part.purpose = fields.node("purpose").flatMap { fields.choice($0, key: "purpose", type: Purpose.self) }
        if let purpose = part.purpose, !PartProfile.decidedPurposes.contains(purpose) {
            let node = fields.node("purpose")
            fields.note("“purpose” is garage or gate; people decide all others: write “suggestedPurpose”", at: node)
        }
        part.suggestedPurpose = fields.node("suggestedPurpose").flatMap {
            fields.choice($0, key: "suggestedPurpose", type: Purpose.self)
        }
        for (key, value) in fields.entries("capabilities", most: Self.maximumEntries) {
            let text = key.scalar?.string ?? "?"
            if text.hasSuffix(".*"), let kind = CapabilityKind(rawValue: String(text.dropLast(2))) {
                part.kinds[kind] = capability(CapabilityName(kind), node: value)
            } else if let name = CapabilityName(text) {
                part.capabilities[name] = capability(name, node: value)
            } else {
                let name = EscapedText(text, limit: 40)
                fields.note("“\(name)” is not a capability; write power, number.label or power.*", at: key)
            }
        }
        close(&fields)
        return part
    }

    private mutating func capability(_ name: CapabilityName, node: Node) -> CapabilityProfile {
        var fields = FieldDecoder(node, thing: "a capability")
        var profile = CapabilityProfile(isIgnored: fields.boolean("ignore", default: false))
        profile.quantity = quantity(name, fields: &fields)
        let kind = profile.quantity?.kind ?? name.kind
        profile.flow = fields.node("flow").flatMap { fields.choice($0, key: "flow", type: EnergyFlow.self) }
        if profile.flow != nil, !kind.hasFlow { fields.note("only power and energy have a “flow”") }
        profile.isBidirectional = fields.boolean("bidirectional", default: false)
        if profile.isBidirectional, kind != .power { fields.note("only a power can be “bidirectional”") }
        if fields.node("rollover") != nil { profile.rollover = fields.number("rollover", in: 1...1e9, default: 1) }
        if profile.rollover != nil, !kind.isCounter {
            fields.note("only a counter, such as energy, gas, water and rain, has a “rollover”")
        }
        if profile == CapabilityProfile(), fields.mistakes.isEmpty {
            fields.note("a capability needs at least one fact")
        }
        let rest = CapabilityProfile(isIgnored: true)
        if profile.isIgnored, profile != rest { fields.note("a capability with “ignore” has no other facts") }
        close(&fields)
        return profile
    }

    private func quantity(_ name: CapabilityName, fields: inout FieldDecoder) -> CapabilityProfile.Quantity? {
        let kindNode = fields.node("kind")
        let unitNode = fields.node("unit")
        guard let kindNode else {
            if let unitNode { fields.note("a “unit” goes with a “kind”", at: unitNode) }
            return nil
        }
        guard let kind = fields.choice(kindNode, key: "kind", type: CapabilityKind.self) else { return nil }
        guard name.kind == .number else {
            fields.note("only a number can be given another “kind”", at: kindNode)
            return nil
        }
        guard let symbol = unitNode?.scalar?.string, let unit = Unit(symbol: symbol),
            let quantity = CapabilityProfile.Quantity(kind, in: unit)
        else {
            fields.note(
                "a “kind” is a quantity that is recorded, with its “unit”: temperature in °F, co2 in ppm",
                at: unitNode ?? kindNode)
            return nil
        }
        return quantity
    }
}

/// All mistakes in one profile, sorted by line.
package struct ProfileMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    package let all: [FieldError]

    init(_ mistakes: [FieldError]) { all = mistakes.sortedByLine }

    package var description: String { all.map(\.description).joined(separator: "\n") }
}
