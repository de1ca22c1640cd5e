// This import provides `timespec`.
import CDispatch
import Foundation

/// The memory, processor time and disk writes of a process.
struct ProcessUsage: Sendable {
    let residentMegabytes: Double
    /// The resident memory, of which pages that several processes use count in equal shares.
    let proportionalMegabytes: Double
    /// The part of the resident memory that no file backs.
    let anonymousMegabytes: Double
    let cpu: Duration
    /// The bytes that the kernel wrote to disks for the process.
    let writtenBytes: Int

    init(of process: pid_t) {
        let memory = Self.fields(of: "/proc/\(process)/smaps_rollup")
        residentMegabytes = Double(memory["Rss"] ?? 0) / 1024
        proportionalMegabytes = Double(memory["Pss"] ?? 0) / 1024
        anonymousMegabytes = Double(memory["Anonymous"] ?? 0) / 1024
        writtenBytes = Self.fields(of: "/proc/\(process)/io")["write_bytes"] ?? 0
        var clock = clockid_t()
        var time = timespec()
        clock_getcpuclockid(process, &clock)
        clock_gettime(clock, &time)
        cpu = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Parses lines such as `Rss: 4096 kB`.
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
