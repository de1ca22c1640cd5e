import Foundation
import MatterNodes
import Testing

/// A node in `Tests/Fixtures/matter`, with the summary of the devices that it must become.
struct MatterFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let body: Data
    let expected: [String]

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../../Fixtures/matter").standardizedFileURL

    static let all: [MatterFixture] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { MatterFixture(String($0.dropLast(5))) }
    }()

    init(_ name: String) {
        self.name = name
        body = (try? Data(contentsOf: Self.folder.appending(path: name + ".json"))) ?? Data()
        let text = (try? String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)) ?? ""
        expected = text.split(separator: "\n", omittingEmptySubsequences: true).map { String($0) }
    }

    func values() throws -> AttributeValues { try NodeDump(parsing: body).values }

    func summary() throws -> [String] {
        let values = try values()
        return NodeModel(values).summary(of: values)
    }
}
