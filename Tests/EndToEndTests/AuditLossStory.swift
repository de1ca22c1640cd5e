import Foundation
import GRDB
import HomeModel
import TestSupport
import Testing

/// A person without the keys restores an earlier audit log, or deletes the log. The gateway reports the missing entries
/// at every start.
@Suite(.timeLimit(.minutes(10))) struct AuditLossStory {
    /// A change by a person who can write to the state folder.
    enum Change: CaseIterable {
        case earlierLogIsRestored, logIsDeleted, keysOfPeopleAreDeleted, earlierLogIsRestoredAndMemoryIsDeleted
    }

    @Test(arguments: Change.allCases) func missingAuditEntriesAreReported(change: Change) async throws {
        try await withHome { home in
            let (log, copy) = ("\(home.state)/audit", "\(home.state).audit")
            defer { try? FileManager.default.removeItem(atPath: copy) }
            #expect(try await home.tomte("people", "add", "Ada", "--role", "owner").status == 0)
            await home.stopGateway()
            try FileManager.default.copyItem(atPath: log, toPath: copy)
            try await home.startGateway()
            #expect(try await !home.findings().contains("audit.lost"))
            #expect(try await home.tomte("people", "add", "Eve", "--role", "admin").status == 0)
            await home.stopGateway()

            if change == .keysOfPeopleAreDeleted {
                try FileManager.default.removeItem(atPath: "\(log)/people.keys")
            } else {
                try FileManager.default.removeItem(atPath: log)
                if change != .logIsDeleted { try FileManager.default.copyItem(atPath: copy, toPath: log) }
            }
            if change == .earlierLogIsRestoredAndMemoryIsDeleted {
                try FileManager.default.removeItem(atPath: "\(home.state)/secrets/audit-memory.sealed")
                try await DatabaseQueue(path: "\(home.state)/home.sqlite").write { db in
                    try db.execute(sql: "DELETE FROM audit_memory")
                }
            }
            // The finding remains after another start.
            for _ in 0..<2 {
                try await home.startGateway()
                #expect(try await home.findings().contains("audit.lost"))
                let verified = try await home.tomte("audit", "verify")
                let text = (verified.output + verified.errors).split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
                #expect(verified.status == 6 && text.contains("missing"), "\(verified.status): \(text)")
                await home.stopGateway()
            }
        }
    }
}
