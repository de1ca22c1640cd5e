import Foundation

/// The names of the processes that run on this machine. The kernel keeps the first 15 bytes of a name.
package enum ProcessNames {
    private static let maximumProcesses = 32_768

    /// Which of `names` run.
    package static func running(among names: Set<String>, proc: String = "/proc") -> Set<String> {
        var found: Set<String> = []
        for process in ids(proc) {
            guard let name = name(of: process, proc: proc), names.contains(name) else { continue }
            found.insert(name)
            if found.count == names.count { break }
        }
        return found
    }

    static func ids(_ proc: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: proc)) ?? []
        return Array(entries.filter { UInt32($0) != nil }.prefix(maximumProcesses))
    }

    static func name(of process: String, proc: String) -> String? {
        BoundedFile.text("\(proc)/\(process)/comm", limitBytes: 64).map { String($0.prefix { $0 != "\n" }) }
    }
}
