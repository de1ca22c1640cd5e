import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import MatterProtocol
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

/// A node sends reports without an end, and another node of the home is not disturbed.
@Suite(.timeLimit(.minutes(5))) struct FloodTests {
    private static let vendorCluster: UInt32 = 0xFFF1_FC05
    private static let attributes: Range<UInt32> = 0..<1000

    private static func value(_ byte: UInt8) -> TLVValue { .bytes(Array(repeating: byte, count: 1000)) }

    /// A lamp with a megabyte of attributes.
    private static let endpoint = EndpointDefinition(
        1, deviceTypes: [EndpointDefinition.DeviceType(0x0100, revision: 3)],
        clusters: [
            .identify, .groups, .onOff(),
            ClusterTemplate(
                vendorCluster, revision: 1, attributes: attributes.map { AttributeTemplate($0, is: value(0)) }),
        ])

    /// The number of attributes that change, each of a kilobyte, and which are reported again and again.
    @Test(arguments: [1, attributes.count]) func floodOfReportsDisturbsNoOtherNode(_ count: Int) async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run([Self.endpoint]) { flooding in
                try await NodeUnderTest.run { other in
                    try await MatterHome.run(in: folder) { home in
                        try await EmulatedNode(node: flooding, home: home).announced { flooding in
                            try await EmulatedNode(node: other, home: home).announced { other in
                                try await check(other, beside: flooding, changing: count)
                            }
                        }
                    }
                }
            }
        }
    }

    private func check(_ other: EmulatedNode, beside flooding: EmulatedNode, changing count: Int) async throws {
        _ = try await flooding.adopt(try await flooding.commission())
        let lamp = try await other.adopt(try await other.commission())
        await flooding.server.changeFaults {
            $0.withholdsReports = true
            $0.repeatedReports = 1_000_000
        }
        for attribute in Self.attributes.prefix(count) { await change(attribute, of: flooding, to: 1) }
        let before = await flooding.server.reportCount
        await flooding.server.changeFaults { $0.withholdsReports = false }
        // Another change makes the node report all that it has withheld.
        await change(0, of: flooding, to: 2)
        try await eventually("the node floods") { await flooding.server.reportCount > before }
        let first = await flooding.server.reportCount
        for isOn in [true, false, true] {
            #expect(try await other.home.send(.boolean(isOn), to: lamp, kind: .switch).outcome == .confirmed)
        }
        try await eventually("the node floods on") { await flooding.server.reportCount > first }
        await flooding.server.changeFaults { $0.repeatedReports = 0 }
    }

    private func change(_ attribute: UInt32, of node: EmulatedNode, to byte: UInt8) async {
        await node.server.set(
            Self.value(byte), of: AttributePath(endpoint: 1, cluster: Self.vendorCluster, attribute: attribute))
    }
}
