import Foundation
import GRDB
import Glibc
import SimulatedHome
import Synchronization
import TestSupport
import Testing

/// The gateway is killed at a call that changes something on disk, in its first start or in the first one after an
/// upgrade. The next start serves and has everything.
@Suite(.serialized, .timeLimit(.minutes(FaultRounds.minutes + 60)))
final class KilledStartStory: Sendable {
    /// How much the upgraded home held the first time.
    private let known = Mutex<[String]?>(nil)

    @Test(.enabled(if: TracedStart.isAvailable, "following a program's system calls takes strace and ptrace"))
    func aHomeThatWasKilledInItsFirstStartStarts() async throws {
        try await killedAnywhere(before: { _ in })
    }

    /// The villa that the program of 406ef85 left when it was killed: with people, a week of history and a log.
    @Test(.enabled(if: TracedStart.isAvailable, "following a program's system calls takes strace and ptrace"))
    func aHomeThatWasKilledInAnUpgradeStartsAndHasEverything() async throws {
        let archive = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/homes/406ef85.tar.xz").standardizedFileURL.path
        try await killedAnywhere(before: { state in
            try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
            let unpacking = try ChildProcess([
                "tar", "--extract", "--file", archive, "--directory", state, "--strip-components", "1",
            ])
            #expect(await unpacking.finish() == 0)
        }) { home in
            let people = try await home.tomte("people", "list", "--json").output
            #expect(people.contains("Olga") && people.contains("Mia"), "\(people)")
            let counts = try await DatabaseQueue(path: "\(home.state)/home.sqlite").read { db in
                try Row.fetchAll(db, sql: "SELECT record, total FROM record_count ORDER BY record")
                    .map { "\($0["record"] as String) \($0["total"] as Int)" }
            }
            // What was in blocks before is there; the log is sealed later.
            if let known = self.known.withLock({ $0 }) { #expect(counts == known) }
            self.known.withLock { $0 = counts }
        }
    }

    /// Kills at some of the calls, in `make faults` at all of them.
    private func killedAnywhere(
        before prepare: @escaping @Sendable (_ state: String) async throws -> Void,
        isWhole: @escaping @Sendable (HomeUnderTest) async throws -> Void = { _ in }
    ) async throws {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        var points: [TracedStart.Point] = []
        try await withHome(isStarted: false) { home in
            try await prepare(home.state)
            points = try await TracedStart(of: home).changingCalls()
        }
        #expect(points.count > 50, "a start changes much")
        let chosen = TracedStart.sample(points, atMost: FaultRounds.starts, seed: seed)
        // Each home has a folder and ports of its own, and a start waits for the disk more than for a processor.
        let killed = try await withThrowingTaskGroup(of: Int.self) { group in
            var remaining = chosen.makeIterator()
            func killAtTheNextPoint() {
                guard let point = remaining.next() else { return }
                group.addTask {
                    try await Self.isKilled(at: point, seed: seed, before: prepare, isWhole: isWhole) ? 1 : 0
                }
            }
            for _ in 0..<FaultRounds.startsAtATime { killAtTheNextPoint() }
            var killed = 0
            while let count = try await group.next() {
                killed += count
                killAtTheNextPoint()
            }
            return killed
        }
        #expect(killed > chosen.count / 2, "threads take turns at the calls, but most of them come again")
        print("killed at \(killed) of \(points.count) changing calls of a start, seed \(seed)")
    }

    /// Kills one home at `point`, then starts it again and holds that it has everything. False when the gateway came to
    /// serve before it reached the point.
    private static func isKilled(
        at point: TracedStart.Point, seed: UInt64, before prepare: @Sendable (_ state: String) async throws -> Void,
        isWhole: @Sendable (HomeUnderTest) async throws -> Void
    ) async throws -> Bool {
        var isKilled = false
        try await withHome(isStarted: false) { home in
            try await prepare(home.state)
            isKilled = try await TracedStart(of: home).isKilled(at: point)
            do {
                try await home.startGateway()
            } catch {
                Issue.record("killed at \(point), seed \(seed): \(error)")
                return
            }
            let findings = try await home.findings().filter { $0.hasPrefix("storage.") || $0.hasPrefix("audit.") }
            #expect(findings.isEmpty, "killed at \(point), seed \(seed): \(findings)")
            #expect(try await home.tomte("audit", "verify").status == 0, "killed at \(point), seed \(seed)")
            try await isWhole(home)
        }
        return isKilled
    }
}

/// A start of the gateway whose system calls are followed.
struct TracedStart {
    /// The n-th call of a kind in one thread.
    struct Point: Hashable, Comparable, CustomStringConvertible {
        let call: String
        let number: Int

        var description: String { "\(call) \(number)" }

        static func < (left: Point, right: Point) -> Bool {
            (left.call, left.number) < (right.call, right.number)
        }
    }

    /// Those that can change what is on disk.
    private static let calls = [
        "openat", "open", "write", "pwrite64", "writev", "pwritev", "ftruncate", "fallocate", "fsync", "fdatasync",
        "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "link", "linkat", "symlink",
        "symlinkat", "chmod", "fchmod", "fchown",
    ]

    private let home: HomeUnderTest

    init(of home: HomeUnderTest) { self.home = home }

    static let isAvailable: Bool = {
        guard let probe = try? ChildProcess(["strace", "-qq", "-o", "/dev/null", "true"]) else { return false }
        var status: Int32 = 0
        while waitpid(probe.id, &status, 0) == -1, errno == EINTR {}
        return status == 0
    }()

    /// What a start that is left alone does to the state folder.
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

    /// Starts the gateway, which dies at `point`. False when it came to serve, for threads do not always take turns in the
    /// same way; then it is killed as it serves.
    func isKilled(at point: Point) async throws -> Bool {
        let traced = try ChildProcess(
            [
                "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(point.call)", "-e",
                "inject=\(point.call):signal=KILL:when=\(point.number)",
            ] + home.tomte.words(home.runArguments), output: "\(home.state).log")
        var serves = false
        try await eventually("the gateway dies, or serves") {
            if home.gatewayProcesses.isEmpty, home.hasEnded(traced) { return true }
            serves = try await home.tomte("status").status == 0
            return serves
        }
        await end(traced)
        return !serves
    }

    /// A sample that a seed gives; the first and the last of each kind are tried as often as the others.
    static func sample(_ points: [Point], atMost count: Int, seed: UInt64) -> [Point] {
        var random = SeededGenerator(seed: seed, stream: "starts")
        return Array(points.shuffled(using: &random).prefix(count)).sorted()
    }

    /// The gateway, what follows it, and the broker, which outlives it otherwise.
    private func end(_ traced: ChildProcess) async {
        for id in home.gatewayProcesses { kill(id, SIGKILL) }
        if let broker = home.brokerProcess { kill(broker, SIGKILL) }
        await traced.end(SIGKILL)
    }

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
            // A program that the gateway starts.
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
    /// The processes of this home's gateway, found by the state folder on their command lines; not those that follow it.
    nonisolated var gatewayProcesses: [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { id in
            guard let line = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8) else { return false }
            let words = line.split(separator: "\0")
            return words.first.map(String.init) == TomteProgram.path && words.contains("run")
                && words.contains { $0 == state }
        }
    }

    /// Whether a program that was started has ended, also when its status was not collected yet.
    fileprivate nonisolated func hasEnded(_ process: ChildProcess) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return true }
        // The state is the word behind the name; Z has ended.
        return text[end...].dropFirst(2).first == "Z" || brokerProcess != nil
    }
}
