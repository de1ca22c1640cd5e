import HomeModel

/// A discovery topic: `<root>/ha/<component>/[<node>/]<object>/config`.
struct DiscoveryTopic: Hashable, Comparable, Sendable {
    let component: String
    /// `node/object`, or `object` if there is no node.
    let object: String

    static func matches(_ levels: [Substring]) -> Bool {
        (levels.count == 5 || levels.count == 6) && levels[1] == "ha" && levels.last == "config"
    }

    init(_ levels: [Substring]) throws(DialectError) {
        guard Self.matches(levels), levels[2..<levels.count - 1].allSatisfy(Self.isID) else {
            throw .badField("discovery topic", expected: "made of letters, digits, “_” and “-”")
        }
        component = String(levels[2])
        object = levels[3..<levels.count - 1].joined(separator: "/")
    }

    var isOfDevice: Bool { component == "device" }

    static func < (left: Self, right: Self) -> Bool {
        (left.component, left.object) < (right.component, right.object)
    }

    private static func isID(_ level: Substring) -> Bool {
        (1...128).contains(level.utf8.count)
            && level.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
