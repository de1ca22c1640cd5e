import Foundation
import GRDB
import HomeModel
import TestSupport
import Testing

/// A person who lacks the keys puts back yesterday's audit log, or deletes it: the gateway remembers what was there, and
/// goes on saying so.
@Suite(.timeLimit(.minutes(10))) struct AuditLossStory {
    /// What a person does who can write the state folder.
    enum Deed: CaseIterable {
        case logIsPutBack, logIsDeleted, keysOfPeopleAreDeleted, logIsPutBackAndForgotten
    }

    @Test(arguments: Deed.allCases) func whatIsMissingFromTheAuditLogIsSaid(deed: Deed) async throws {
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

            if deed == .keysOfPeopleAreDeleted {
                try FileManager.default.removeItem(atPath: "\(log)/people.keys")
            } else {
                try FileManager.default.removeItem(atPath: log)
                if deed != .logIsDeleted { try FileManager.default.copyItem(atPath: copy, toPath: log) }
            }
            if deed == .logIsPutBackAndForgotten {
                try FileManager.default.removeItem(atPath: "\(home.state)/secrets/audit-memory.sealed")
                try await DatabaseQueue(path: "\(home.state)/home.sqlite").write { db in
                    try db.execute(sql: "DELETE FROM audit_memory")
                }
            }
            // It does not go away with the next start.
            for _ in 0..<2 {
                try await home.startGateway()
                #expect(try await home.findings().contains("audit.lost"))
                let verified = try await home.tomte("audit", "verify")
                let text = (verified.output + verified.errors).split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
                #expect(verified.status == 6 && text.contains("gone"), "\(verified.status): \(text)")
                await home.stopGateway()
            }
        }
    }
}
