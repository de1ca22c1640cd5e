/// A commissioned Matter node, identified by its fabric and node id. The fabric may belong to another person.
package struct MatterOperationalRecord: Hashable, Sendable {
    package let compressedFabricID: UInt64
    package let nodeID: UInt64
    package let session: MatterSessionParameters

    /// Parses the instance name `<16 hex digits>-<16 hex digits>`, or throws; the TXT record may be absent.
    package init(instance: String, txt: TXTRecord) throws(ServiceRejection) {
        let halves = instance.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard halves.count == 2, let fabric = Self.hex(halves[0]), let node = Self.hex(halves[1]) else {
            throw .malformedInstanceName
        }
        compressedFabricID = fabric
        nodeID = node
        session = MatterSessionParameters(txt)
    }

    private static func hex(_ digits: Substring.UTF8View) -> UInt64? {
        guard digits.count == 16, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt64(Substring(digits), radix: 16)
    }
}

/// The session parameters of a Matter node; a value that is missing or out of range is replaced by its default.
package struct MatterSessionParameters: Hashable, Sendable {
    /// `SII`: how long to wait for an idle node before sending again.
    package let idleInterval: Duration
    /// `SAI`: the same for a node that is active.
    package let activeInterval: Duration
    /// `SAT`: how long a node stays active after it communicated.
    package let activeThreshold: Duration
    /// `T`
    package let tcp: TCPSupport

    /// The roles in which the node supports TCP.
    package struct TCPSupport: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let client = TCPSupport(rawValue: 1 << 1)
        package static let server = TCPSupport(rawValue: 1 << 2)
    }

    package init(_ txt: TXTRecord) {
        func milliseconds(_ key: String, upTo maximum: UInt32, default standard: UInt32) -> Duration {
            .milliseconds(txt.number(key, upTo: maximum, leadingZeros: false) ?? standard)
        }
        idleInterval = milliseconds("SII", upTo: 3_600_000, default: 500)
        activeInterval = milliseconds("SAI", upTo: 3_600_000, default: 300)
        activeThreshold = milliseconds("SAT", upTo: 65_535, default: 4000)
        tcp = TCPSupport(rawValue: txt.number("T", leadingZeros: false) ?? 0)
    }
}
