// One of these imports provides `timespec`, whichever module the compiler loads first.
import CDispatch
import CoreFoundation
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
        clock_getcpuclockid(process, &clock)
        cpu = Self.time(of: clock)
    }

    /// The processor time of this process, without the cost of the other figures.
    static var cpuOfThisProcess: Duration { time(of: CLOCK_PROCESS_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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

/// The bytes that a process has written since it started, as the kernel counts them.
struct WrittenBytes {
    /// The bytes passed to system calls.
    let byCalls: Int
    /// The bytes that went or will go to a disk, with those that the file system adds.
    let toDisk: Int

    static var ofThisProcess: WrittenBytes { WrittenBytes(inFile: "/proc/self/io") }

    /// `path` is the `io` file of a process in `/proc`, or a copy of it.
    init(inFile path: String) {
        let fields = ProcessUsage.fields(of: path)
        byCalls = fields["wchar"] ?? 0
        toDisk = fields["write_bytes"] ?? 0
    }

    static let none = WrittenBytes(byCalls: 0, toDisk: 0)

    private init(byCalls: Int, toDisk: Int) {
        self.byCalls = byCalls
        self.toDisk = toDisk
    }

    static func - (later: WrittenBytes, earlier: WrittenBytes) -> WrittenBytes {
        WrittenBytes(byCalls: later.byCalls - earlier.byCalls, toDisk: later.toDisk - earlier.toDisk)
    }
}
