import HomeModel
import MatterProtocol

/// A tag by which a node tells its endpoints apart: a name in a namespace of the specification, or a label of its maker.
package struct SemanticTag: Hashable, Sendable {
    /// nil for a namespace of the specification.
    package let manufacturer: UInt64?
    package let namespace: UInt64
    package let tag: UInt64
    package let label: String?

    /// Nil when `value` is not the structure of a tag.
    init?(_ value: TLVValue) {
        guard let namespace = value[1]?.unsigned, let tag = value[2]?.unsigned else { return nil }
        manufacturer = value[0]?.unsigned
        self.namespace = namespace
        self.tag = tag
        label = value[3]?.text
    }

    /// The words for the tag, such as `left` or `row 1`; nil for an unknown tag without a label.
    var words: String? {
        let name = manufacturer == nil ? Self.names[namespace].flatMap { $0[tag] } : nil
        let label = label.flatMap { NodeInformation.shown($0) }
        // A label of a known tag says which one: *row*, and 1. That of a tag for own words replaces it.
        switch (name, label) {
        case ("custom"?, let label?): return label
        case (let name?, let label?) where Self.counted.contains(name): return "\(name) \(label)"
        case (let name?, _): return name == "custom" ? nil : name
        case (nil, let label): return label
        }
    }

    private static let counted: Set<String> = ["row", "column"]

    static let switches: UInt64 = 0x43
    static let closures: UInt64 = 0x44

    /// The names of the tags that help to tell endpoints apart, by their namespaces.
    private static let names: [UInt64: [UInt64: String]] = [
        0x02: [
            0: "north", 1: "north-east", 2: "east", 3: "south-east", 4: "south", 5: "south-west", 6: "west",
            7: "north-west",
        ],
        0x04: [0: "upward", 1: "downward", 2: "leftward", 3: "rightward", 4: "forward", 5: "backward"],
        0x05: [0: "low", 1: "medium", 2: "high"],
        0x06: [0: "indoor", 1: "outdoor", 2: "inside", 3: "outside"],
        0x07: Dictionary(uniqueKeysWithValues: (0...30).map { ($0, String($0)) }),
        0x08: [0: "left", 1: "right", 2: "top", 3: "bottom", 4: "middle", 5: "row", 6: "column"],
        0x0A: [0: "DC", 1: "AC", 2: "phase 1", 3: "phase 2", 4: "phase 3"],
        0x41: [0: "refrigerator", 1: "freezer"],
        0x42: [0: "evaporator", 1: "condenser"],
        0x43: [
            0: "on", 1: "off", 2: "toggle", 3: "up", 4: "down", 5: "next", 6: "previous", 7: "select", 8: "custom",
            9: "open", 10: "close", 11: "stop",
        ],
        0x44: [
            0: "covering", 1: "window", 2: "barrier", 3: "cabinet", 4: "gate", 5: "garage door", 6: "door",
        ],
        0x45: [0: "lift", 1: "tilt"],
    ]
}
