import Foundation
import Testing

/// Every file and folder that the README and the pages of the two journeys name must exist.
@Suite struct DocumentedFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Self.root.appending(path: path).path)
    }

    @Test(arguments: [
        "README.md", "Sources/GatewayCore/Documentation.docc/JourneyOfAReading.md",
        "Sources/GatewayCore/Documentation.docc/JourneyOfACommand.md",
    ])
    func everyNamedSourceFileExists(page: String) throws {
        let named = try text(page).matches(of: /[A-Z]\w+(?:\/[\w+]+)+\.swift/).map { String($0.output) }
        #expect(named.count >= 6)
        for path in named { #expect(exists("Sources/\(path)"), "\(page) names \(path)") }
    }

    /// A dialect's decoder is one more file of the journey of a reading.
    @Test(arguments: [
        ("Sources/GatewayCore/Documentation.docc/JourneyOfAReading.md", 19),
        ("Sources/GatewayCore/Documentation.docc/JourneyOfACommand.md", 20),
    ])
    func eachJourneyHasAtMostTwentyFiles(page: String, most: Int) throws {
        let rows = try text(page).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let files = rows.flatMap { $0.matches(of: /`([A-Z]\w+(?:\/[\w+]+)+\.swift)`/).map(\.output.1) }
        #expect(Set(files).count <= most)
        #expect(rows.count > most)
    }

    @Test(arguments: [
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "devices/README.md", "devices/homie5.md",
        "docs/PRIVACY.md", "simulators/README.md",
    ])
    func everyRelativeLinkLeadsToAFile(page: String) throws {
        let folder = (page as NSString).deletingLastPathComponent
        for link in try text(page).matches(of: /\]\((?!https?:)([^)#]+)\)/) {
            let target = (folder as NSString).appendingPathComponent(String(link.output.1))
            #expect(exists(target), "\(page) links to \(link.output.1)")
        }
    }

    @Test func versionIsThatOfTheNewestRelease() throws {
        let released = try text("CHANGELOG.md").firstMatch(of: /(?m)^## \[(\d+\.\d+\.\d+)\]/)?.output.1
        let own = try text("Sources/GatewayApp/Gateway/Version.swift").firstMatch(of: /text = "([^"]+)"/)?.output.1
        #expect(own != nil && own == released)
    }

    @Test func readmeNamesEverySourceFolder() throws {
        let readme = try text("README.md")
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Sources").path)
        for folder in folders where folder.wholeMatch(of: /C[A-Z]\w+/) == nil {
            #expect(readme.contains("`Sources/\(folder)`"), "README.md does not describe Sources/\(folder)")
        }
    }
}
