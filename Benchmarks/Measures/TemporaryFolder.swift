import Foundation
import TestSupport

/// A folder for one measurement. Its creator must remove it.
struct TemporaryFolder {
    let path: String

    init() throws {
        path = "/tmp/tomte-bench-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove(files names: [String]) {
        for name in names { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// The size of a file and of the files that SQLite keeps beside it.
    func bytes(of name: String) -> Int { ["", "-wal", "-shm"].reduce(0) { $0 + bytes(ofFile: name + $1) } }

    func bytes(ofFile name: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return attributes?[.size] as? Int ?? 0
    }
}

/// A script for the program `sqlite3`: measures the cost of a plain table, in a process of its own.
struct SQLiteScript {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Runs the script to the end. Returns the size of the database afterwards, in bytes.
    @discardableResult
    func run(on name: String, in folder: TemporaryFolder) async throws -> Int {
        let script = "\(folder.path)/\(name).sql"
        try text.write(toFile: script, atomically: false, encoding: .utf8)
        let output = "\(folder.path)/\(name).output"
        let sqlite = try ChildProcess(
            ["sqlite3", "-bail", "\(folder.path)/\(name)", ".read \(script)"], output: output)
        guard await sqlite.finish() == 0 else {
            throw ConditionNotMet("sqlite3 runs a script: \(try String(contentsOfFile: output, encoding: .utf8))")
        }
        return folder.bytes(of: name)
    }
}
