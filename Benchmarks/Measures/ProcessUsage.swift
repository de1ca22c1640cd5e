// `timespec` comes in by it.
import CDispatch
import Foundation

/// What a process takes of the machine.
struct ProcessUsage: Sendable {
    let residentMegabytes: Double
    /// Of the resident memory what no file stands behind.
    let anonymousMegabytes: Double
    let cpu: Duration
    /// What it had the kernel write to disks.
    let writtenBytes: Int

    init(of process: pid_t) {
        let memory = Self.fields(of: "/proc/\(process)/smaps_rollup")
        residentMegabytes = Double(memory["Rss"] ?? 0) / 1024
        anonymousMegabytes = Double(memory["Anonymous"] ?? 0) / 1024
        writtenBytes = Self.fields(of: "/proc/\(process)/io")["write_bytes"] ?? 0
        var clock = clockid_t()
        var time = timespec()
        clock_getcpuclockid(process, &clock)
        clock_gettime(clock, &time)
        cpu = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Lines such as `Rss:   4096 kB`.
    static func fields(of file: String) -> [String: Int] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let pairs = text.split(separator: "\n").compactMap { line -> (String, Int)? in
            let words = line.split(whereSeparator: { $0 == ":" || $0 == " " })
            guard words.count > 1, let number = Int(words[1]) else { return nil }
            return (String(words[0]), number)
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
