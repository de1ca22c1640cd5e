/// The clusters that this program knows, as data: one literal for each element of the specification. Elements that no
/// capability uses are in the table as well, because the simulated nodes and the pages for people need their names.
package enum ClusterTable {
    typealias Attribute = ClusterDefinition.Attribute
    typealias Command = ClusterDefinition.Command
    typealias Event = ClusterDefinition.Event
    typealias Feature = ClusterDefinition.Feature
    typealias Field = ClusterDefinition.Field

    package static let all: [ClusterDefinition] =
        node + administration + lighting + openings + climate + sensors + concentrations + energy + water + appliances
        + operations + modes + vendors

    /// The definition of a cluster; nil for an unknown one.
    package static subscript(id: UInt32) -> ClusterDefinition? { byID[id] }

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
}
