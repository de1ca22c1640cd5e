import HomeModel
package import MatterProtocol

/// How a node, or a device behind a bridge, describes itself. All texts are escaped and of limited length.
package struct NodeInformation: Hashable, Sendable {
    package let vendorName: String?
    package let vendorID: UInt16?
    package let productName: String?
    package let productID: UInt16?
    /// The name that a person gave to it with any controller.
    package let nodeLabel: String?
    package let productLabel: String?
    package let hardwareVersion: String?
    package let softwareVersion: String?
    package let serialNumber: String?
    package let uniqueID: String?
    /// Whether the bridge reaches the device; nil when it does not say.
    package let isReachable: Bool?
    /// The attribute from which `isReachable` is read.
    package let reachable: AttributePath

    static let basicInformation: UInt32 = 0x28
    static let bridgedDeviceBasicInformation: UInt32 = 0x39
    static let shownScalars = 100

    /// Both clusters have the same attributes.
    init(cluster: UInt32, endpoint: UInt16, values: AttributeValues) {
        func path(_ attribute: UInt32) -> AttributePath {
            AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute)
        }
        func text(_ attribute: UInt32) -> String? { values.text(at: path(attribute)).flatMap { Self.shown($0) } }
        vendorName = text(1)
        vendorID = values[path(2)]?.integer(as: UInt16.self)
        productName = text(3)
        productID = values[path(4)]?.integer(as: UInt16.self)
        nodeLabel = text(5)
        hardwareVersion = text(8)
        softwareVersion = text(10)
        productLabel = text(14)
        serialNumber = text(15)
        uniqueID = text(18)
        reachable = path(17)
        isReachable = values.truth(at: reachable)
    }

    /// The addresses of the node's own network interfaces, by which other dialects know the same hardware.
    static func hardware(in values: AttributeValues) -> Set<HardwareID> {
        let path = AttributePath(endpoint: 0, cluster: 0x33, attribute: 0)
        let interfaces = values[path]?.values?.prefix(16) ?? []
        // 1 is Wi-Fi and 2 Ethernet. The address of a node in a Thread network is random.
        return Set(
            interfaces.filter { (1...2).contains($0[7]?.unsigned ?? 0) }.compactMap { interface in
                guard let bytes = interface[4]?.bytes, bytes.count == 6 else { return nil }
                return HardwareID(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
            })
    }

    /// A text as people may see it; nil when nothing of it is visible.
    static func shown(_ text: String) -> String? {
        let words = text.unicodeScalars.prefix(shownScalars * 4).split { $0.properties.isWhitespace }
        let plain = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        return plain.isEmpty ? nil : EscapedText(plain, limit: shownScalars).description
    }
}
