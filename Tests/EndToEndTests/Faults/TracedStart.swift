import SeededRandom
import Foundation
import Glibc
import SimulatedHome
import TestSupport

/// A start of the gateway whose system calls are traced.
struct TracedStart {
    /// The n-th use of a system call in one thread.
    struct Point: Hashable, Comparable, CustomStringConvertible {
        let call: String
        let number: Int

        var description: String { "\(call) \(number)" }

        static func < (left: Point, right: Point) -> Bool {
            (left.call, left.number) < (right.call, right.number)
        }
    }

    /// The system calls that can change the disk.
    private static let calls = [
        "openat", "open", "write", "pwrite64", "writev", "pwritev", "ftruncate", "fallocate", "fsync", "fdatasync",
        "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "link", "linkat", "symlink",
        "symlinkat", "chmod", "fchmod", "fchown",
    ]

    private let home: HomeUnderTest

    init(of home: HomeUnderTest) { self.home = home }

    /// Whether `strace` can trace programs on this machine.
    static let isAvailable: Bool = {
        guard let probe = try? ChildProcess(["strace", "-qq", "-o", "/dev/null", "true"]) else { return false }
        var status: Int32 = 0
        while waitpid(probe.id, &status, 0) == -1, errno == EINTR {}
        return status == 0
    }()

    /// Returns the calls with which an undisturbed start changes the state folder.
    func changingCalls() async throws -> [Point] {
        let list = "\(home.state).calls"
        defer { unlink(list) }
        let names = (Self.calls + ["execve"]).joined(separator: ",")
        let traced = try ChildProcess(
            ["strace", "-f", "-qq", "-y", "-e", "trace=\(names)", "-o", list] + home.tomte.words(home.runArguments))
        try await eventually("the gateway serves") { try await home.tomte("status").status == 0 }
        await end(traced)
        return Self.points(in: try String(contentsOfFile: list, encoding: .utf8), below: home.state)
    }

    /// Starts the gateway and kills it at `point`. Returns false when the gateway served first, because the order of
    /// threads differs between starts; then it is killed while it serves.
    func startAndKill(at point: Point) async throws -> Bool {
        let traced = try ChildProcess(
            [
                "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(point.call)", "-e",
                "inject=\(point.call):signal=KILL:when=\(point.number)",
            ] + home.tomte.words(home.runArguments), output: "\(home.state).log")
        var serves = false
        try await eventually("the gateway is killed or serves") {
            if home.gatewayProcesses.isEmpty, home.hasEnded(traced) { return true }
            serves = try await home.tomte("status").status == 0
            return serves
        }
        await end(traced)
        return !serves
    }

    /// Returns a random sample that the seed repeats. Every point has the same probability.
    static func sample(_ points: [Point], atMost count: Int, seed: UInt64) -> [Point] {
        var random = SeededGenerator(seed: seed, stream: "starts")
        return Array(points.shuffled(using: &random).prefix(count)).sorted()
    }

    /// Ends the gateway, the program that traces it, and the broker, which would keep running.
    private func end(_ traced: ChildProcess) async {
        for id in home.gatewayProcesses { kill(id, SIGKILL) }
        if let broker = home.brokerProcess { kill(broker, SIGKILL) }
        await traced.end(SIGKILL)
    }

    /// Parses the output of `strace`.
    private static func points(in list: String, below folder: String) -> [Point] {
        var counts: [Substring: [Substring: Int]] = [:]
        var points: Set<Point> = []
        let writing = ["O_CREAT", "O_WRONLY", "O_RDWR"]
        var others: Set<Substring> = []
        var first: Substring?
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard words.count == 2, let open = words[1].firstIndex(of: "("), !words[1].hasPrefix("<...") else {
                continue
            }
            let (thread, call, arguments) = (words[0], words[1][..<open].drop { $0 == " " }, words[1][open...])
            if first == nil { first = thread }
            // This thread belongs to a program that the gateway starts.
            if call == "execve" {
                if thread != first { others.insert(thread) }
                continue
            }
            counts[thread, default: [:]][call, default: 0] += 1
            guard !others.contains(thread), arguments.contains(folder), let number = counts[thread]?[call],
                !call.hasPrefix("open") || writing.contains(where: { arguments.contains($0) })
            else { continue }
            points.insert(Point(call: String(call), number: number))
        }
        return points.sorted()
    }
}

extension HomeUnderTest {
    /// The process ids of this home's gateway, found by the state folder in their command lines. The programs that
    /// trace it are not included.
    nonisolated var gatewayProcesses: [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { id in
            guard let line = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8) else { return false }
            let words = line.split(separator: "\0")
            return words.first.map(String.init) == TomteProgram.path && words.contains("run")
                && words.contains { $0 == state }
        }
    }

    /// Whether the program has ended, also when its exit code is not collected yet.
    fileprivate nonisolated func hasEnded(_ process: ChildProcess) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return true }
        // The state comes after the name. Z is a process that has ended.
        return text[end...].dropFirst(2).first == "Z" || brokerProcess != nil
    }
}
