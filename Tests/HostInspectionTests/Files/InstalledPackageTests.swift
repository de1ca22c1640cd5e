import Crypto
import Foundation
import Glibc
import Testing

@testable import HostInspection

@Suite struct InstalledPackageTests {
    private static let files = ["usr/bin/tomte": "program", "usr/share/doc/tomte/copyright": "text"]

    /// Installs the files below `root`, with the sums that dpkg stores.
    private static func install(below root: String, sums extra: String = "") throws {
        var sums = extra
        for (path, text) in files.sorted(by: { $0.key < $1.key }) {
            try TemporaryFolder.write(text, to: "\(root)/\(path)", mode: 0o644)
            let digest = Insecure.MD5.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
            sums += "\(digest)  \(path)\n"
        }
        try TemporaryFolder.write(sums, to: "\(root)/var/lib/dpkg/info/tomte.md5sums", mode: 0o644)
    }

    private static func differences(
        sums: String = "", after change: (String) throws -> Void
    ) throws -> InstalledPackage.Differences {
        var found = InstalledPackage.Differences()
        try TemporaryFolder.with { root in
            try install(below: root, sums: sums)
            try change(root)
            found = try #require(InstalledPackage("tomte", root: root, owner: geteuid())?.differences())
        }
        return found
    }

    @Test func unchangedPackageHasNoDifferences() throws {
        #expect(try Self.differences { _ in }.isEmpty)
    }

    @Test func packageWithoutSumsIsNotInstalled() {
        #expect(InstalledPackage("tomte", root: "/nowhere") == nil)
    }

    @Test func eachDifferenceIsReported() throws {
        let changed = try Self.differences {
            try TemporaryFolder.write("other", to: "\($0)/usr/bin/tomte", mode: 0o644)
        }
        #expect(changed == InstalledPackage.Differences(changed: ["/usr/bin/tomte"]))
        let missing = try Self.differences { try FileManager.default.removeItem(atPath: "\($0)/usr/bin/tomte") }
        #expect(missing == InstalledPackage.Differences(missing: ["/usr/bin/tomte"]))
        let open = try Self.differences { _ = chmod("\($0)/usr/bin/tomte", 0o666) }
        #expect(open == InstalledPackage.Differences(writable: ["/usr/bin/tomte"]))
        let link = try Self.differences { root in
            try FileManager.default.moveItem(atPath: "\(root)/usr/bin/tomte", toPath: "\(root)/program")
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/usr/bin/tomte", withDestinationPath: "\(root)/program")
        }
        #expect(link == InstalledPackage.Differences(changed: ["/usr/bin/tomte"]))
    }

    @Test func cancelledComparisonHasNoResult() throws {
        try TemporaryFolder.with { root in
            try Self.install(below: root)
            let package = try #require(InstalledPackage("tomte", root: root, owner: geteuid()))
            var isCancelled = false
            #expect(package.differences { isCancelled } != nil)
            isCancelled = true
            #expect(package.differences { isCancelled } == nil)
        }
    }

    @Test func documentationMayBeMissing() throws {
        let found = try Self.differences { try FileManager.default.removeItem(atPath: "\($0)/usr/share/doc/tomte") }
        #expect(found.isEmpty)
    }

    @Test func lineThatIsNoSumIsIgnored() throws {
        let lines = """
            x
            d41d8cd98f00b204e9800998ecf8427e  /etc/passwd
            d41d8cd98f00b204e9800998ecf8427e  ../../etc/passwd
            d41d8cd98f00b204e9800998ecf8427e

            """
        #expect(try Self.differences(sums: lines) { _ in }.isEmpty)
    }
}
