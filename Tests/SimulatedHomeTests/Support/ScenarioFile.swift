import Foundation
import HomeModel
import SimulatedHome

/// The scenario files beside the simulator.
enum ScenarioFile {
    static func path(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../simulators/scenarios/\(name).yaml").standardizedFileURL.path
    }

    static var readme: String {
        URL(filePath: path("villa")).deletingLastPathComponent().appending(path: "../README.md").standardizedFileURL
            .path
    }

    static func read(_ name: String) throws -> Scenario { try ScenarioReader.read(contentsOf: path(name)) }
}

let midwinter = Timestamp(milliseconds: 1_768_608_000_000)
let midsummer = Timestamp(milliseconds: 1_781_913_600_000)
