/// The address of a characteristic: the number of its accessory and its own.
package struct CharacteristicID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let aid: UInt64
    package let iid: UInt64

    package init(aid: UInt64, iid: UInt64) {
        self.aid = aid
        self.iid = iid
    }

    /// Reads `aid.iid`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let aid = UInt64(parts[0]), let iid = UInt64(parts[1]) else { return nil }
        self.init(aid: aid, iid: iid)
    }

    /// Reads the members `aid` and `iid` of an object; nil without them.
    package init?(_ object: HomeKitJSON) {
        guard let aid = object["aid"]?.looseID, let iid = object["iid"]?.looseID else { return nil }
        self.init(aid: aid, iid: iid)
    }

    package var description: String { "\(aid).\(iid)" }

    package static func < (left: CharacteristicID, right: CharacteristicID) -> Bool {
        (left.aid, left.iid) < (right.aid, right.iid)
    }

    /// The members of the object of this characteristic. `aid` and `iid` always come first.
    var members: [(String, HomeKitJSON)] { [("aid", Self.json(aid)), ("iid", Self.json(iid))] }

    static func json(_ number: UInt64) -> HomeKitJSON {
        if let integer = Int64(exactly: number) { .integer(integer) } else { .unsigned(number) }
    }
}
