/// The key of a component in all documents: `switch:0`, or `wifi` for a type with only one component.
struct ShellyKey: Hashable, Sendable {
    let type: String
    let id: Int?

    /// Returns nil if the text is not a component key.
    init?(_ text: String) {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let type = pieces.first, Self.isType(type) else { return nil }
        switch pieces.count {
        case 1: self.init(type: String(type), id: nil)
        case 2:
            guard pieces[1].utf8.count <= 4, let id = NumberText.integer(pieces[1].utf8), id >= 0, "\(id)" == pieces[1]
            else { return nil }
            self.init(type: String(type), id: Int(id))
        default: return nil
        }
    }

    init(type: String, id: Int?) {
        self.type = type
        self.id = id
    }

    private static func isType(_ text: Substring) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension ShellyKey: CustomStringConvertible, Comparable {
    var description: String { id.map { "\(type):\($0)" } ?? type }

    static func < (left: Self, right: Self) -> Bool { (left.type, left.id ?? -1) < (right.type, right.id ?? -1) }
}
