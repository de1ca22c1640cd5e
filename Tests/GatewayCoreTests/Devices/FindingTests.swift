import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

@Suite struct FindingTests {
    private func finding(_ topic: String, code: String = "retainedCommand", isKept: Bool = true) -> LinkFinding {
        LinkFinding(topic: topic, code: code, detail: "It should not be there.", isKept: isKept)
    }

    @Test func repeatedFindingIsCountedInOneEntry() async throws {
        let findings = LinkFindings()
        #expect(await findings.note(finding("u/cmnd/POWER"), at: Timestamp(milliseconds: 0)))
        #expect(await !findings.note(finding("u/cmnd/POWER"), at: Timestamp(milliseconds: 59_000)))
        #expect(await findings.note(finding("v/cmnd/POWER"), at: Timestamp(milliseconds: 61_000)))
        let all = await findings.all
        #expect(all.map(\.count) == [1, 2] && all.map(\.finding.topic) == ["v/cmnd/POWER", "u/cmnd/POWER"])
        #expect(await findings.counts == ["retainedCommand": 3])
    }

    @Test func floodOfTopicsEvictsTheOldestFinding() async throws {
        let findings = LinkFindings()
        for number in 0...LinkFindings.most {
            _ = await findings.note(finding("t\(number)"), at: Timestamp(milliseconds: Int64(number)))
        }
        let topics = await findings.all.map(\.finding.topic)
        #expect(topics.count == LinkFindings.most && !topics.contains("t0"))
    }

    @Test func floodOfOneRootHidesNoDangerousOrForeignFinding() async throws {
        let findings = LinkFindings()
        _ = await findings.note(finding("other/x", code: "notJSON"), at: Timestamp(milliseconds: 0))
        _ = await findings.note(finding("u/cmnd/POWER"), at: Timestamp(milliseconds: 1))
        for number in 2..<1000 {
            _ = await findings.note(finding("u/\(number)", code: "notJSON"), at: Timestamp(milliseconds: Int64(number)))
        }
        let all = await findings.all.map(\.finding.topic)
        #expect(all.count == LinkFindings.mostPerRoot + 1)
        #expect(all.first == "u/cmnd/POWER" && all.last == "other/x")
    }

    /// A device that is cut off for its memory use is also disconnected, which is a finding too.
    @Test func harmlessFindingDoesNotReplaceADangerousOneOfTheSameTopic() async {
        let findings = LinkFindings()
        _ = await findings.note(.brokerMemoryExhausted(below: "eve", bytes: 50 << 20), at: Timestamp(milliseconds: 0))
        _ = await findings.note(.disconnected("eve", because: "Cut."), at: Timestamp(milliseconds: 1))
        #expect(await findings.all.map(\.finding.code) == ["memoryTaken"])
        _ = await findings.note(.disconnected("lamp", because: "It was slow."), at: Timestamp(milliseconds: 2))
        _ = await findings.note(.brokerMemoryExhausted(below: "lamp", bytes: 50 << 20), at: Timestamp(milliseconds: 3))
        #expect(await findings.all.map(\.finding.code) == ["memoryTaken", "memoryTaken"])
    }

    @Test func clearedFindingIsRemovedFromTheNetworkAndAudited() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let findings = LinkFindings()
            let service = FindingService(findings: findings, actions: home.actions, links: [home.link])
            _ = await findings.note(finding("u/cmnd/POWER"), at: home.clock.now())
            _ = await findings.note(finding("u/x", code: "notJSON", isKept: false), at: home.clock.now())
            for entry in try await service.all(as: console) { try await service.clear(entry.id, as: console) }
            #expect(await home.link.cleared == ["u/cmnd/POWER"])
            #expect(await findings.all.isEmpty)
            #expect(try await home.audit.records(AuditFilter(event: .maintenanceClear)).count == 2)
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotSeeOrClearFindings(role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let person = try await home.peopleService.add(name: "Kim", role: role, as: console)
            let findings = LinkFindings()
            let service = FindingService(findings: findings, actions: home.actions, links: [home.link])
            _ = await findings.note(finding("u/cmnd/POWER"), at: home.clock.now())
            let id = try #require(await findings.all.first).id
            let identity = try CoreHome.identity(person.id)
            await #expect(throws: ActionRefusal.self) { try await service.all(as: identity) }
            await #expect(throws: ActionRefusal.self) { try await service.clear(id, as: identity) }
            #expect(await home.link.cleared.isEmpty)
        }
    }
}
