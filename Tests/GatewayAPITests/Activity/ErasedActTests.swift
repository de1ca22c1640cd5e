import GatewayWire
import HomeModel
import Testing

@testable import GatewayAPI
@testable import GatewayCore

/// An act whose details were erased says so to each reader who sees more than what a command did.
@Suite struct ErasedActTests {
    private static let time = Timestamp(milliseconds: 1_800_000_000_000)

    private static func record(_ sequence: UInt64, of event: AuditEvent, isErased: Bool) -> AuditRecord {
        AuditRecord(
            sequence: sequence, time: time, bootID: "boot", monotonic: sequence,
            entry: AuditEntry(event, actor: "~0123456789abcdef", target: "lamp"), hash: "\(sequence)",
            isErased: isErased)
    }

    /// Columns: how much the reader may see, whether a record is erased, and what the body says.
    @Test(
        arguments: [
            (.full, true, true), (.own, true, true), (.concerned, true, true), (.command, true, nil),
            (.full, false, nil), (.own, false, nil),
        ] as [(ActivityEntry.Disclosure, Bool, Bool?)])
    func bodySaysWhetherDetailsWereErased(_ disclosure: ActivityEntry.Disclosure, isErased: Bool, flag: Bool?) {
        let main = Self.record(1, of: .deviceControl, isErased: false)
        let outcome = Self.record(2, of: .deviceOutcome, isErased: isErased)
        let act = Act(main: main, records: [main, outcome])
        let body = ActivityBody(ActivityEntry(content: .act(act, disclosure)), at: Self.time)
        #expect(body.act?.isErased == flag)
    }
}
