/// How the attributes, events and commands of one cluster become capabilities.
package struct ClusterMapping: Sendable {
    package let cluster: UInt32
    package let rows: [MappingRow]

    init(_ cluster: UInt32, rows: [MappingRow]) {
        self.cluster = cluster
        self.rows = rows
    }

    /// The mappings of all clusters that people use. Of two rows that want one name, the first one gets it.
    package static let all: [ClusterMapping] =
        lights + openings + sensors + climate + energy + alarms + concentrations + water + appliances + vendors

    /// The mapping of a cluster; nil for one that the table does not contain.
    static func of(_ cluster: UInt32) -> ClusterMapping? { byCluster[cluster] }

    private static let byCluster = Dictionary(all.map { ($0.cluster, $0) }) { first, _ in first }

    /// The clusters about which a person learns nothing: descriptions, groups, scenes, bindings, access, networks, fabrics,
    /// time, power saving, firmware, diagnostics, and settings of displays.
    package static let silent: Set<UInt32> = [
        0x03, 0x04, 0x05, 0x1C, 0x1D, 0x1E, 0x1F, 0x25, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x30, 0x31, 0x32,
        0x33,
        0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3C, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x46, 0x62, 0x9C, 0x0204,
        0x0301, 0x0451, 0x0452, 0x0453, 0x0750, 0x0751, 0x0752, 0x0753, 0x0801, 0x0802, 0x0503, 0x0508, 0x050E, 0x0510,
    ]

    /// The clusters that people know, and that the gateway does not support, with the reason.
    package static let unsupported: [UInt32: String] = [
        0x0150: "the areas that a robot vacuum cleans are not supported",
        0x98: "the plans of an energy management are not supported",
        0x9B: "the preferences of an energy management are not supported",
        0xA0: "the conditions of the grid are not supported", 0x95: "prices from a device are not supported",
        0x97: "messages on a display are not supported",
        0x0550: camera, 0x0551: camera, 0x0552: camera, 0x0553: camera, 0x0554: camera, 0x0555: camera,
        0x0556: "the sounds of a chime are not supported", 0x0504: media, 0x0505: media, 0x0507: media, 0x0509: media,
        0x050A: media, 0x050B: media, 0x050C: media, 0x050D: media, 0x050F: media,
        0x0700: "tariffs from a device are not supported",
    ]

    private static let camera = "pictures and sound of a camera are not supported"
    private static let media = "of a television only its player is supported"
}
