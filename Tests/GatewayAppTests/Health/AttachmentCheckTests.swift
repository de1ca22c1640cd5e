import Attachments
import GatewayCore
import HomeModel
import Testing

@testable import GatewayApp

struct AttachmentCheckTests {
    private static func health(
        bytes: Int = 1_000_001, missing: Int = 0, changed: Int = 0, obstacle: ConverterObstacle? = nil
    ) -> SubsystemHealth {
        AttachmentCheck.health(
            of: AttachmentHealth(
                count: 3, bytes: bytes, maximumBytes: 2_000_000_000, missing: missing, changed: changed,
                obstacle: obstacle))
    }

    @Test func intactAttachmentsAreCounted() {
        let health = Self.health()
        #expect(health.findings.isEmpty && health.summary == "3 photographs and manuals, 2 of 2000 MB")
    }

    @Test func damageIsAWarning() {
        let health = Self.health(missing: 1, changed: 2)
        #expect(health.findings.map(\.code) == ["attachments.missing", "attachments.changed"])
        #expect(health.findings.allSatisfy { $0.severity == .warning })
    }

    @Test func limitIsAnnouncedBeforeItIsReached() {
        #expect(Self.health(bytes: 1_800_000_000).findings.map(\.code) == ["attachments.nearlyFull"])
    }

    /// A home without photographs needs no program that converts them.
    @Test(arguments: ConverterObstacle.allCases) func obstacleOfPhotographsSaysWhatToDo(_ obstacle: ConverterObstacle) {
        let findings = Self.health(obstacle: obstacle).findings
        #expect(findings.map(\.severity) == [.notice])
        #expect(findings.first.map { $0.remedy.contains("apt install") || $0.remedy.contains("sysctl") } == true)
    }
}
