import Foundation

/// The machine on which the figures were measured. Absolute times are comparable only on the same machine.
struct Machine: Codable, Sendable {
    let processor: String
    let cores: Int
    let fileSystem: String
    /// The load of the last minute, before the first figure. Above 0, other programs were running.
    let load: Double

    static func current(disk path: String) -> Machine {
        Machine(
            processor: field("model name", of: "/proc/cpuinfo") ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount, fileSystem: fileSystem(of: path),
            load: text("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) } ?? 0)
    }

    func sentence(took seconds: Double) -> String {
        """
        \(processor), \(cores) cores, load \(load.brief) at the start; state on \(fileSystem); \(seconds.brief) s. \
        Times are noisy: read the ratios.
        """
    }

    /// Returns the type of the mount with the longest path above `path`.
    private static func fileSystem(of path: String) -> String {
        let mounts = text("/proc/self/mounts").split(separator: "\n").map { $0.split(separator: " ") }
        let above = mounts.filter { mount in
            mount.count > 2 && (mount[1] == "/" || path == mount[1] || path.hasPrefix("\(mount[1])/"))
        }
        return above.max { $0[1].count < $1[1].count }.map { String($0[2]) } ?? "an unknown file system"
    }

    private static func field(_ name: String, of file: String) -> String? {
        text(file).split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: ":").last
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func text(_ file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
}
