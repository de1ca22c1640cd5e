import MatterEmulator
import MatterFixtures
import MatterProtocol
import Testing

@Suite struct AnnouncementTests {
    @Test func nodeWithoutAFabricAnnouncesThatItCanBeCommissioned() async throws {
        try await NodeUnderTest.run { node in
            let announced = await node.server.announcements(port: node.port)
            #expect(announced.map(\.service) == [.commissionable])
            let announcement = try #require(announced.first)
            #expect(announcement.subtypes == ["_S15", "_L3840", "_V65521", "_T257", "_CM"])
            #expect(announcement["D"] == "3840")
            #expect(announcement["VP"] == "65521+32768")
            #expect(announcement["CM"] == "1")
            #expect(announcement["DT"] == "257")
            #expect(announcement["SII"] == "500")
            #expect(announcement.name.count == 16)
            #expect(announcement.port == node.port)
        }
    }

    @Test func commissionedNodeAnnouncesItsFabric() async throws {
        try await CommissionedNode.run { node, controller, _ in
            let announced = await node.server.announcements(port: node.port)
            #expect(announced.map(\.service) == [.operational])
            let identity = controller.identity
            #expect(announced.first?.name == identity.instanceName(of: controller.nodeID))
            #expect(announced.first?.subtypes == ["_I\(identity.compressedFabricID)"])
        }
    }
}
