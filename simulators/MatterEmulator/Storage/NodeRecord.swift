import MatterProtocol

/// What a node keeps over a restart.
struct NodeRecord: Hashable, Sendable, Codable {
    /// A value that a controller wrote.
    struct StoredValue: Hashable, Sendable, Codable {
        let endpoint: UInt16
        let cluster: UInt32
        let attribute: UInt32
        let encodedValue: [UInt8]

        var path: AttributePath { AttributePath(endpoint: endpoint, cluster: cluster, attribute: attribute) }
    }

    /// `UniqueID`
    let uniqueID: String
    var fabrics: [FabricRecord] = []
    /// The index that the last fabric got. Indexes are used again only after all others.
    var lastFabricIndex: UInt8 = 0
    /// No event has this number or a higher one.
    var nextEventNumber: UInt64 = 0
    var values: [StoredValue] = []
    /// What controllers can resume.
    var encodedResumptions: [[UInt8]] = []

    /// The record of a node that was just made.
    static func fresh() -> NodeRecord {
        let digits = (0..<16).map { _ in String(UInt8.random(in: 0...15), radix: 16) }
        return NodeRecord(uniqueID: digits.joined())
    }

    subscript(fabric index: UInt8) -> FabricRecord? {
        get { fabrics.first { $0.index == index } }
        set {
            guard let position = fabrics.firstIndex(where: { $0.index == index }) else {
                if let newValue { fabrics.append(newValue) }
                return
            }
            if let newValue { fabrics[position] = newValue } else { fabrics.remove(at: position) }
        }
    }

    /// The index for one more fabric; nil if there are too many.
    func nextFabricIndex(limit: UInt8) -> UInt8? {
        guard fabrics.count < Int(limit) else { return nil }
        var index = lastFabricIndex
        for _ in 0..<254 {
            index = index >= 254 ? 1 : index + 1
            if self[fabric: index] == nil { return index }
        }
        return nil
    }

    /// Keeps a value of an attribute.
    mutating func keep(_ value: TLVValue, of path: AttributePath) {
        values.removeAll { $0.path == path }
        values.append(
            StoredValue(
                endpoint: path.endpoint, cluster: path.cluster, attribute: path.attribute,
                encodedValue: TLVEncoder.encode(value)))
    }
}
