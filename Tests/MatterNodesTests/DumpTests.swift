import Foundation
import MatterNodes
import Testing

/// Dumps of real nodes, which are not part of the repository. The environment variable `MATTER_DUMPS` names a folder of
/// them; with `MATTER_SUMMARIES=1` the tests print what each one becomes.
struct DumpTests {
    static let files: [URL] = {
        guard let folder = ProcessInfo.processInfo.environment["MATTER_DUMPS"] else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { URL(filePath: folder).appending(path: $0) }
    }()

    @Test(arguments: files) func everyDumpFollowsTheInvariants(_ file: URL) throws {
        let values = try NodeDump(parsing: try Data(contentsOf: file)).values
        let model = NodeModel(values)
        ModelInvariants.check(model, of: values, seed: 1)
        if ProcessInfo.processInfo.environment["MATTER_SUMMARIES"] != nil {
            print((["##### \(file.lastPathComponent)"] + model.summary(of: values)).joined(separator: "\n"))
        }
    }
}
