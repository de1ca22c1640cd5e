import Foundation
import HomeModel
import TestSupport
import Testing

/// The heads and the entries of the audit log are exported, to be kept and checked outside the home.
@Suite(.timeLimit(.minutes(15))) struct AuditExportStory {
    @Test func exportedHeadsAndEntriesMatchTheLog() async throws {
        try await withHome { home in
            for (name, role) in [("Anna", "owner"), ("Bo", "member"), ("Gus", "guest")] {
                #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
            }
            let heads = "\(home.state).heads"
            defer { try? FileManager.default.removeItem(atPath: heads) }
            let exported = try await home.tomte("audit", "heads", "--json", "--as", "bo")
            try Data(exported.output.utf8).write(to: URL(filePath: heads))
            #expect(try await home.tomte("audit", "heads", "--as", "gus").status == 3)
            #expect(try await home.tomte("people", "role", "bo", "admin").status == 0)

            let verified = try await home.tomte("audit", "verify", "--heads", heads)
            #expect(verified.status == 0 && verified.output.contains("contains the entry of the earlier head"))
            try await rewrittenLogIsDetected(home, heads: heads, json: exported.output)
            try await exportContainsEveryEntry(home)
            try await incompleteExportIsReported(home)
            try await listsCanBeFiltered(home)
        }
    }

    /// The head has the same number and another hash, as after the log was rewritten.
    private func rewrittenLogIsDetected(_ home: HomeUnderTest, heads: String, json: String) async throws {
        let own = try JSONDecoder().decode(AuditHeads.self, from: Data(json.utf8))
        let other = AuditHeads(
            signedAt: own.signedAt,
            heads: own.heads.map {
                AuditHead(severity: $0.severity, sequence: $0.sequence, hash: String(repeating: "0", count: 64))
            }, publicKey: own.publicKey, signed: own.signed)
        try JSONEncoder().encode(other).write(to: URL(filePath: heads))
        let verified = try await home.tomte("audit", "verify", "--heads", heads)
        #expect(verified.status == 6 && verified.output.contains("is not the one that was remembered"))
    }

    private func exportContainsEveryEntry(_ home: HomeUnderTest) async throws {
        let file = "\(home.state).jsonl"
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(try await home.tomte("audit", "export", "-o", file).status == 0)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let records = try lines.map { try JSONDecoder().decode(AuditRecord.self, from: Data($0.utf8)) }
        let listed = try await home.tomte("audit", "list", "--limit", "10000", "--json")
        #expect(try listed.json([AuditRecord].self) == records)
        #expect(records.first?.entry.event == .dataExport && records.first?.entry.requestID != nil)
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        }
        #expect(try mode() == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try await home.tomte("audit", "export", "-o", file).status == 0)
        #expect(try mode() == 0o600, "others could read the file that existed")
        #expect(try await home.tomte("audit", "export", "--as", "gus").status == 3)
    }

    /// `/dev/full` is a disk without space.
    private func incompleteExportIsReported(_ home: HomeUnderTest) async throws {
        let file = try await home.tomte("audit", "export", "-o", "/dev/full")
        #expect(file.status == 1 && file.errors.contains("The file /dev/full cannot be written: No space left"))
        let output = try await home.tomte.run(
            ["audit", "export"], under: ["sh", "-c", #"exec "$0" "$@" > /dev/full"#])
        #expect(output.status == 1 && output.errors.contains("The output cannot be written: No space left"))
        let pipe = try await home.tomte.run(
            ["audit", "export"], under: ["sh", "-c", #"{ "$0" "$@"; echo "ended with $?" >&2; } | true"#])
        #expect(pipe.errors == "ended with 0\n", "a closed pipe is no error")
    }

    private func listsCanBeFiltered(_ home: HomeUnderTest) async throws {
        let refused: [AuditRecord] = try await home.tomte(
            "audit", "list", "--refused", "--actor", "console as gus", "--json"
        ).json()
        #expect(refused.count >= 2 && refused.allSatisfy { !$0.entry.success && $0.entry.actor == "console as gus" })
        let changes: [AuditRecord] = try await home.tomte("audit", "list", "--target", "bo", "--json").json()
        #expect(changes.map(\.entry.event) == [.policyChange, .policyChange])
        #expect(changes.map { $0.entry.metadata["act"] } == ["role", "add"])
        #expect(try await home.tomte("audit", "list", "--as", "gus").status == 3)
    }
}
