import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

@Suite struct FindingTests {
    /// A finding of a network whose locations are paths below a root.
    private func finding(
        _ location: String, code: String = "loop", isDangerous: Bool = true, isKept: Bool = true,
        source: LinkFinding.Source = .fake, subjects: Set<String> = []
    ) -> LinkFinding {
        LinkFinding(
            source: source,
            location: LinkFinding.Location(text: location, root: String(location.prefix { $0 != "/" })), code: code,
            detail: "It should not be there.", isDangerous: isDangerous, isKept: isKept,
            subjects: subjects)
    }

    private func harmless(_ location: String, code: String = "notJSON", isKept: Bool = true) -> LinkFinding {
        finding(location, code: code, isDangerous: false, isKept: isKept)
    }

    @Test func repeatedFindingIsCountedInOneEntry() async throws {
        let findings = LinkFindings()
        #expect(await findings.note(finding("u/cmnd/POWER"), at: Timestamp(milliseconds: 0)))
        #expect(await !findings.note(finding("u/cmnd/POWER"), at: Timestamp(milliseconds: 59_000)))
        #expect(await findings.note(finding("v/cmnd/POWER"), at: Timestamp(milliseconds: 61_000)))
        let all = await findings.all
        #expect(all.map(\.count) == [1, 2] && all.map(\.finding.location.text) == ["v/cmnd/POWER", "u/cmnd/POWER"])
        #expect(await findings.counts == ["loop": 3])
    }

    @Test func floodOfLocationsEvictsTheOldestFinding() async throws {
        let findings = LinkFindings()
        for number in 0...LinkFindings.most {
            _ = await findings.note(finding("t\(number)"), at: Timestamp(milliseconds: Int64(number)))
        }
        let locations = await findings.all.map(\.finding.location.text)
        #expect(locations.count == LinkFindings.most && !locations.contains("t0"))
    }

    @Test func floodOfOneRootHidesNoDangerousOrForeignFinding() async throws {
        let findings = LinkFindings()
        _ = await findings.note(harmless("other/x"), at: Timestamp(milliseconds: 0))
        _ = await findings.note(finding("u/cmnd/POWER"), at: Timestamp(milliseconds: 1))
        for number in 2..<1000 {
            _ = await findings.note(harmless("u/\(number)"), at: Timestamp(milliseconds: Int64(number)))
        }
        let all = await findings.all.map(\.finding.location.text)
        #expect(all.count == LinkFindings.mostPerRoot + 1)
        #expect(all.first == "u/cmnd/POWER" && all.last == "other/x")
    }

    /// A device that is cut off for its memory use is also disconnected, which is a finding too.
    @Test func harmlessFindingDoesNotReplaceADangerousOneOfTheSameLocation() async {
        let findings = LinkFindings()
        let code = "memoryTaken"
        _ = await findings.note(finding("eve", code: code), at: Timestamp(milliseconds: 0))
        _ = await findings.note(harmless("eve", code: "disconnected"), at: Timestamp(milliseconds: 1))
        #expect(await findings.all.map(\.finding.code) == [code])
        _ = await findings.note(harmless("lamp", code: "disconnected"), at: Timestamp(milliseconds: 2))
        _ = await findings.note(finding("lamp", code: code), at: Timestamp(milliseconds: 3))
        #expect(await findings.all.map(\.finding.code) == [code, code])
    }

    /// The page of the person still shows the former finding.
    @Test func findingWithOtherSubjectsIsNotClearedByTheFormerID() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let findings = LinkFindings()
            let service = FindingService(findings: findings, actions: home.actions, links: [home.link])
            _ = await findings.note(finding("node", subjects: ["a"]), at: home.clock.now())
            let shown = try #require(await findings.all.first?.id)
            _ = await findings.note(finding("node", subjects: ["a"]), at: home.clock.now())
            #expect(await findings.all.map(\.id) == [shown])
            _ = await findings.note(finding("node", subjects: ["a", "b"]), at: home.clock.now())
            await #expect(throws: ActionRefusal.self) { try await service.clear(shown, as: console) }
            let entry = try #require(await findings.all.first)
            #expect(entry.finding.subjects == ["a", "b"] && entry.count == 3)
            try await service.clear(entry.id, as: console)
            #expect(await findings.all.isEmpty)
        }
    }

    @Test func clearedFindingIsRemovedFromTheNetworkAndAudited() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let findings = LinkFindings()
            let service = FindingService(findings: findings, actions: home.actions, links: [home.link])
            _ = await findings.note(finding("u/cmnd/POWER"), at: home.clock.now())
            _ = await findings.note(harmless("u/x", isKept: false), at: home.clock.now())
            for entry in try await service.all(as: console) { try await service.clear(entry.id, as: console) }
            #expect(await home.link.cleared == ["u/cmnd/POWER"])
            #expect(await findings.all.isEmpty)
            let entries = try await home.audit.records(AuditFilter(event: .maintenanceClear)).map(\.entry)
            #expect(entries.count == 2 && Set(entries.map { $0.metadata["place"] }) == ["u/cmnd/POWER", "u/x"])
        }
    }

    @Test func findingIsClearedOnlyByTheLinkThatFoundIt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let source = LinkFinding.Source(name: "other", auditKey: "place", logKey: "net.place")
            let other = FakeLink(pending: home.pending, findingSource: source)
            let findings = LinkFindings()
            let service = FindingService(findings: findings, actions: home.actions, links: [home.link, other])
            _ = await findings.note(finding("u/x"), at: home.clock.now())
            _ = await findings.note(finding("u/x", source: source), at: home.clock.now())
            let entry = try #require(await findings.all.first { $0.finding.source == source })
            try await service.clear(entry.id, as: console)
            #expect(await home.link.cleared.isEmpty)
            #expect(await other.cleared == ["u/x"])
            #expect(await findings.all.map(\.finding.source) == [.fake])
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
