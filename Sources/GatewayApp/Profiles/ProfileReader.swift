import Foundation
package import HomeModel
package import YAMLFields
import Yams

/// Reads one profile and reports all its mistakes at once.
package struct ProfileReader {
    package static let maximumBytes = 64 * 1024
    private static let maximumEntries = 64

    package static func read(_ yaml: String) throws(ProfileMistakes) -> DeviceProfile {
        guard yaml.utf8.count <= maximumBytes else {
            throw ProfileMistakes([FieldMistake(line: 1, message: "a profile has at most \(maximumBytes) bytes")])
        }
        var reader = ProfileReader()
        do throws(FieldMistake) {
            let profile = reader.profile(try Node.composed(yaml))
            if let profile, reader.mistakes.isEmpty { return profile }
        } catch {
            throw ProfileMistakes([error])
        }
        throw ProfileMistakes(reader.mistakes)
    }

    private var mistakes: [FieldMistake] = []

    private mutating func profile(_ root: Node) -> DeviceProfile? {
        var fields = FieldReader(root, thing: "a profile")
        let family = fields.name("family")?.text
        let note = fields.node("note") == nil ? nil : fields.text("note")
        let matches = matches(&fields)
        let isOptimistic = fields.node("optimistic").map { _ in fields.boolean("optimistic", default: false) }
        let parts = parts(&fields)
        if isOptimistic == nil, note == nil, parts.isEmpty { fields.note("a profile tells something") }
        close(&fields)
        guard let family else { return nil }
        return DeviceProfile(
            family: family, matches: matches, note: note, isOptimistic: isOptimistic,
            everyPart: parts[nil] ?? PartProfile(),
            parts: Dictionary(parts.compactMap { id, part in id.map { ($0, part) } }) { first, _ in first })
    }

    /// The end of one mapping: keys that are left over, and everything noted in it.
    private mutating func close(_ fields: inout FieldReader) {
        fields.refuseOthers()
        mistakes += fields.mistakes
    }

    // MARK: Which devices

    private mutating func matches(_ fields: inout FieldReader) -> [ProfileMatch] {
        guard let node = fields.required("match") else { return [] }
        let nodes = node.sequence.map(Array.init) ?? [node]
        guard (1...Self.maximumEntries).contains(nodes.count) else {
            fields.note("“match” has 1 to \(Self.maximumEntries) entries", at: node)
            return []
        }
        return nodes.compactMap { match($0) }
    }

    private mutating func match(_ node: Node) -> ProfileMatch? {
        var fields = FieldReader(node, thing: "a match")
        let dialect = fields.node("dialect").flatMap { fields.choice($0, "dialect", LinkKind.self) }
        let manufacturer = pattern(&fields, "manufacturer")
        let model = pattern(&fields, "model")
        let match = ProfileMatch(dialect: dialect, manufacturer: manufacturer, model: model)
        if match == nil, fields.mistakes.isEmpty { fields.note("a match names a manufacturer, a model or both") }
        close(&fields)
        return match
    }

    private func pattern(_ fields: inout FieldReader, _ key: String) -> TextPattern? {
        guard let node = fields.node(key) else { return nil }
        guard let pattern = node.scalar.flatMap({ TextPattern($0.string) }) else {
            fields.note("“\(key)” is a text of at most \(TextPattern.maximumBytes) bytes, and more than *", at: node)
            return nil
        }
        return pattern
    }

    // MARK: What is known

    /// The part `*`, which is every part, is the one without an id.
    private mutating func parts(_ fields: inout FieldReader) -> [PartID?: PartProfile] {
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
        var fields = FieldReader(node, thing: "a part")
        var part = PartProfile()
        part.purpose = fields.node("purpose").flatMap { fields.choice($0, "purpose", Purpose.self) }
        if let purpose = part.purpose, !PartProfile.decidedPurposes.contains(purpose) {
            let node = fields.node("purpose")
            fields.note("“purpose” is garage or gate; of all else people decide: “suggestedPurpose”", at: node)
        }
        part.suggestedPurpose = fields.node("suggestedPurpose").flatMap {
            fields.choice($0, "suggestedPurpose", Purpose.self)
        }
        for (key, value) in fields.entries("capabilities", most: Self.maximumEntries) {
            let text = key.scalar?.string ?? "?"
            if text.hasSuffix(".*"), let kind = CapabilityKind(rawValue: String(text.dropLast(2))) {
                part.kinds[kind] = capability(CapabilityName(kind), value)
            } else if let name = CapabilityName(text) {
                part.capabilities[name] = capability(name, value)
            } else {
                let name = InertText(text, limit: 40)
                fields.note("“\(name)” is no capability; write power, number.label or power.*", at: key)
            }
        }
        close(&fields)
        return part
    }

    private mutating func capability(_ name: CapabilityName, _ node: Node) -> CapabilityProfile {
        var fields = FieldReader(node, thing: "a capability")
        var profile = CapabilityProfile(isIgnored: fields.boolean("ignore", default: false))
        profile.quantity = quantity(name, &fields)
        let kind = profile.quantity?.kind ?? name.kind
        profile.flow = fields.node("flow").flatMap { fields.choice($0, "flow", EnergyFlow.self) }
        if profile.flow != nil, !kind.hasFlow { fields.note("only power and energy have a “flow”") }
        profile.isBidirectional = fields.boolean("bidirectional", default: false)
        if profile.isBidirectional, kind != .power { fields.note("only a power can be “bidirectional”") }
        if fields.node("rollover") != nil { profile.rollover = fields.number("rollover", in: 1...1e9, default: 1) }
        if profile.rollover != nil, !kind.isCounter { fields.note("only what counts up, such as energy, gas, water and rain, has a “rollover”") }
        if profile == CapabilityProfile(), fields.mistakes.isEmpty { fields.note("a capability tells something") }
        let rest = CapabilityProfile(isIgnored: true)
        if profile.isIgnored, profile != rest { fields.note("what is ignored has no other facts") }
        close(&fields)
        return profile
    }

    private func quantity(_ name: CapabilityName, _ fields: inout FieldReader) -> CapabilityProfile.Quantity? {
        let kindNode = fields.node("kind")
        let unitNode = fields.node("unit")
        guard let kindNode else {
            if let unitNode { fields.note("a “unit” goes with a “kind”", at: unitNode) }
            return nil
        }
        guard let kind = fields.choice(kindNode, "kind", CapabilityKind.self) else { return nil }
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

/// Everything that is wrong with one profile, in the order of the lines.
package struct ProfileMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    package let all: [FieldMistake]

    init(_ mistakes: [FieldMistake]) { all = mistakes.sorted { $0.line < $1.line } }

    package var description: String { all.map(\.description).joined(separator: "\n") }
}
