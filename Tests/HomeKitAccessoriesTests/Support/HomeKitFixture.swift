import Foundation
import HomeKitAccessories
import Testing

/// A database in `Tests/Fixtures/homekit`, with the summary of the devices that it must become.
struct HomeKitFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let body: [UInt8]
    let expected: [String]

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/homekit").standardizedFileURL

    static let all: [HomeKitFixture] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { HomeKitFixture(String($0.dropLast(5))) }
    }()

    init(_ name: String) {
        self.name = name
        body = Array((try? Data(contentsOf: Self.folder.appending(path: name + ".json"))) ?? Data())
        let text = (try? String(contentsOf: Self.folder.appending(path: name + ".txt"), encoding: .utf8)) ?? ""
        expected = text.split(separator: "\n", omittingEmptySubsequences: true).map { String($0) }
    }

    func database() throws -> AccessoryDatabase { try AccessoryDatabase(parsing: body) }

    /// The model of the accessory with this id.
    func model(_ aid: UInt64 = 1) throws -> (accessory: Accessory, model: AccessoryModel) {
        let accessory = try #require(try database()[aid])
        return (accessory, AccessoryModel(accessory))
    }

    func summary() throws -> [String] {
        let database = try database()
        return database.problems.map { "problem: \($0)" }
            + database.accessories.flatMap { AccessoryModel($0).summary(of: $0) }
    }
}
