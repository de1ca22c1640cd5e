import Foundation
import HomeKitAccessories
import HomeModel
import SeededRandom
import Testing

/// Databases of real accessories, which are not part of the repository. The environment variable `HOMEKIT_DUMPS` names a
/// folder of them; with `HOMEKIT_SUMMARIES=1` the tests print what each one becomes.
struct DumpTests {
    static let files: [URL] = {
        guard let folder = ProcessInfo.processInfo.environment["HOMEKIT_DUMPS"] else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { URL(filePath: folder).appending(path: $0) }
    }()

    @Test(arguments: files) func everyDumpFollowsTheInvariants(_ file: URL) throws {
        let database = try AccessoryDatabase(parsing: Array(try Data(contentsOf: file)))
        var lines = ["##### \(file.lastPathComponent)"] + database.problems.map { "problem: \($0)" }
        for accessory in database.accessories {
            let model = AccessoryModel(accessory)
            ModelInvariants.check(model, of: accessory, seed: 1)
            lines += model.summary(of: accessory)
        }
        if ProcessInfo.processInfo.environment["HOMEKIT_SUMMARIES"] != nil {
            print(lines.joined(separator: "\n"))
        }
    }
}
