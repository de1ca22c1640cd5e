import Foundation

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
