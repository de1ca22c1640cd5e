import Foundation
import Testing
import Yams

@testable import GatewayApp

/// `tomte.example.yaml` is the only documentation of the settings, so it must be correct.
@Suite struct ExampleConfigurationTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../tomte.example.yaml").standardizedFileURL.path

    @Test func exampleIsTheDefault() throws {
        #expect(try ConfigurationReader.read(path: Self.path) == GatewayConfiguration())
    }

    @Test func exampleNamesEveryKeyAndNoOther() throws {
        let yaml = try String(contentsOfFile: Self.path, encoding: .utf8)
        let root = try #require(try Yams.compose(yaml: yaml)?.mapping)
        let keys = root.flatMap { section, settings in
            settings.mapping.map { $0.keys.map { "\(section.string ?? "?").\($0.string ?? "?")" } } ?? []
        }
        #expect(keys.sorted() == ConfigurationReader.keys)
    }

    /// `exampleIsTheDefault` would also pass if the reader read no key at all.
    @Test(arguments: ConfigurationReader.keys) func everyKeyIsRead(key: String) throws {
        let pieces = key.split(separator: ".")
        let error = try #require(throws: ConfigurationError.self) {
            try ConfigurationReader.read(yaml: "\(pieces[0]):\n  \(pieces[1]): '!'\n", file: "file")
        }
        #expect(error.problems.map(\.line) == [2])
        #expect(error.problems.first?.message.hasPrefix("\(key) must be ") == true)
    }
}
