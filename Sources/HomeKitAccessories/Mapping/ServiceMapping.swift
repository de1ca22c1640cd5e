import HomeModel

/// How the characteristics of one kind of service become the capabilities of a part.
package struct ServiceMapping: Sendable {
    package let service: AccessoryServiceKind
    /// The first piece of the ids of such parts: `outlet-13` is the outlet with the iid 13.
    package let part: String
    /// The usual purpose of such a part.
    let purpose: Purpose?
    /// Whether every command needs a `/prepare` request, because it opens or locks a way into the home.
    let isTimed: Bool
    /// The rows of the service itself; those of `CommonMapping` follow.
    package let rows: [MappingRow]

    init(
        _ service: AccessoryServiceKind, part: String, purpose: Purpose? = nil, isTimed: Bool = false,
        rows: [MappingRow] = []
    ) {
        self.service = service
        self.part = part
        self.purpose = purpose
        self.isTimed = isTimed
        self.rows = rows
    }

    /// The mappings of all services that people use.
    package static let all = lights + climate + openings + security + water + sensors + media

    /// The mapping of a service; nil for one that the table does not contain.
    static func of(_ kind: AccessoryServiceKind) -> ServiceMapping? { byKind[kind] }

    private static let byKind = Dictionary(all.map { ($0.service, $0) }) { first, _ in first }
}
