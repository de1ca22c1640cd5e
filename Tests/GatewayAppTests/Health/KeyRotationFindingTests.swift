import GatewayCore
import HomeModel
import Testing

@testable import GatewayApp

struct KeyRotationFindingTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    private func made(done: Int, of count: Int, after time: Duration) -> HealthFinding? {
        let devices = (0..<count).map { index in
            KeyRotationPlan.Item(
                kind: .device, id: "device-\(index)", name: nil, effect: .setUpAgain, isDone: index < done)
        }
        let phone = KeyRotationPlan.Item(kind: .client, id: "phone", name: nil, effect: .trustAgain, isDone: false)
        return KeyRotationPlan(overlap: KeyRotationOverlap(beganAt: Self.start), items: devices + [phone])
            .finding(at: Self.start + time)
    }

    @Test(
        arguments: [
            (0, 3, .days(1), "certificates.rotation", .notice), (2, 3, .days(12), "certificates.rotation", .warning),
            (3, 3, .days(12), "certificates.rotation", .notice), (0, 0, .days(13), "certificates.newKeys", .notice),
        ] as [(Int, Int, Duration, String, HealthFinding.Severity)])
    func rotationIsAWarningOnlyWhenTimeRunsOut(
        done: Int, count: Int, time: Duration, code: String, severity: HealthFinding.Severity
    ) throws {
        let finding = try #require(made(done: done, of: count, after: time))
        #expect(finding.code == code && finding.severity == severity)
    }

    @Test func noRotationHasNoFinding() {
        #expect(KeyRotationPlan(overlap: nil, items: []).finding(at: Self.start) == nil)
    }

    @Test(arguments: [(0, nil), (1, "1 connection is cut off"), (2, "2 connections are cut off")] as [(Int, String?)])
    func devicesThatTheEndCutOffAreAWarning(count: Int, start: String?) {
        let devices = (0..<3).map { index in
            KeyRotationPlan.Item(
                kind: .device, id: "device-\(index)", name: nil, effect: .setUpAgain, isDone: false,
                isCutOff: index < count ? true : nil)
        }
        let findings = KeyRotationPlan(overlap: nil, items: devices).findings(at: Self.start)
        #expect(findings.map(\.code) == (count > 0 ? ["certificates.cutOff"] : []))
        guard let start else { return }
        #expect(findings.first?.severity == .warning && findings.first?.message.hasPrefix(start) == true)
    }

    @Test func findingCountsWhatTheGatewayCanKnow() throws {
        let finding = try #require(made(done: 1, of: 3, after: .days(1)))
        #expect(finding.message.hasPrefix("New keys in use: 1 of 3 connections."))
        #expect(finding.values["done"] == .number(1) && finding.values["count"] == .number(3))
    }
}
