import Foundation
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct AuditTableTests {
    private func line(_ event: AuditEvent, metadata: [String: String], isErased: Bool = false) -> String {
        let entry = AuditEntry(event, severity: .warning, actor: "kim", success: false, metadata: metadata)
        let record = AuditRecord(
            sequence: 1, time: Timestamp(milliseconds: 0), bootID: "boot", monotonic: 0, entry: entry, hash: "",
            isErased: isErased)
        return AuditTable.table([record]).lines().map(\.plain).joined(separator: "\n")
    }

    /// The page decides in the same way: see `toneOf` in `page/activity/event-icons.js`.
    @Test(
        arguments: [
            (AuditEvent.authStepUp, ["purpose": "people"], true), (.authStepUp, [:], false),
            (.deviceControl, ["reason": "stepUpNeeded"], true), (.deviceControl, ["reason": "notPermitted"], false),
        ])
    func requestForAPINIsNotShownAsARefusal(_ event: AuditEvent, metadata: [String: String], isQuestion: Bool) {
        let line = line(event, metadata: metadata)
        #expect(line.contains("asked for a PIN") == isQuestion && line.contains("✗") != isQuestion, "\(line)")
    }

    @Test(arguments: [true, false]) func erasedDetailsAreMentioned(isErased: Bool) {
        let line = line(.deviceRename, metadata: [:], isErased: isErased)
        #expect(line.contains("warning (details were erased)") == isErased, "\(line)")
    }
}
