/// What a subject may do with a node. A higher privilege contains the lower ones, but *operate* does not contain
/// *proxy view*, which this node does not have.
package enum AccessPrivilege: UInt8, Hashable, Sendable, Codable, Comparable {
    case view = 1
    case operate = 3
    case manage = 4
    case administer = 5

    package static func < (left: AccessPrivilege, right: AccessPrivilege) -> Bool { left.rawValue < right.rawValue }
}
