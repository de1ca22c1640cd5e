import Foundation
import Glibc
import Testing

@testable import HostInspection

/// Counts files by patterns, and never follows a link out of the folder.
@Suite struct FolderUsageTests {
    private func usage(
        _ names: [String], atMost limit: Int = FolderInspection.usualMaximumEntries,
        after change: (String) throws -> Void
    ) throws -> FolderUsage {
        var found: FolderUsage?
        try TemporaryFolder.with { root in
            try change(root)
            found = FolderUsage(of: root, matching: names, maximumEntries: limit)
        }
        return try #require(found)
    }

    @Test func matchingFilesAreCountedWithTheirTemporaryVersions() throws {
        let usage = try usage(["*.segment", "lock"]) { root in
            for (name, text) in [
                ("a-1.segment", "12345"), ("b-2.segment", "123"), ("lock", ""), (".a-1.segment.7", "1"),
                ("other", "12"),
            ] {
                try TemporaryFolder.write(text, to: "\(root)/\(name)")
            }
            try TemporaryFolder.write("1234567", to: "\(root)/sub/c-3.segment")
        }
        #expect(usage.count == 4 && usage.bytes == 9 && !usage.isPartial)
    }

    @Test func linkCountsNothingOfItsTarget() throws {
        let usage = try usage(["*"]) { root in
            symlink("/etc/passwd", "\(root)/link")
            symlink("/usr", "\(root)/folder")
        }
        #expect(usage.count == 2 && usage.bytes == 0)
    }

    @Test func absentFolderHasNoFiles() {
        let usage = FolderUsage(of: "/nowhere/at/all", matching: ["*"])
        #expect(usage.count == 0 && usage.bytes == 0 && !usage.isPartial)
    }

    @Test(arguments: [(2, true), (3, false)]) func largeFolderIsReadOnlyInPart(_ limit: Int, isPartial: Bool) throws {
        let usage = try usage(["*"], atMost: limit) { root in
            for number in 0..<3 { try TemporaryFolder.write("x", to: "\(root)/\(number)") }
        }
        #expect(usage.count == limit && usage.isPartial == isPartial)
    }
}
