import Foundation
import SimulatedHome

/// Finds and reads scenarios.
enum ScenarioFile {
    /// Reads the scenario at a path, or the supplied one with this name.
    static func read(_ text: String) throws(CLIError) -> Scenario {
        let candidates = [text] + folders.map { "\($0)/\(text).yaml" }
        guard let path = candidates.first(where: { FileManager.default.isReadableFile(atPath: $0) && !isFolder($0) })
        else {
            throw .invalid("There is no scenario “\(text.prefix(100))”; give a file, or the name villa or flat.")
        }
        do {
            return try ScenarioReader.read(contentsOf: path)
        } catch {
            throw .invalid("\(error)")
        }
    }

    /// The folders of the supplied scenarios: below the working folder in a checkout, beside an installed program.
    private static var folders: [String] {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        return ["simulators/scenarios", program.appendingPathComponent("../share/tomte/scenarios").path]
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
