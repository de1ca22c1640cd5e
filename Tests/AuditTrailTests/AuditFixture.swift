import Foundation
import HomeModel
import Logging
import Synchronization

@testable import AuditTrail
@testable import SegmentedLog
import StorageFixtures

/// A folder with the files of an audit log, the matching keys, and a clock that the test advances.
final class AuditFixture: Sendable {
    static let start = Timestamp(milliseconds: 1_767_225_600_000)

    let folder: String
    let keys: AuditKeys
    let limits: AuditLimits
    private let time = Mutex((now: AuditFixture.start, uptime: Duration.hours(1)))

    /// Uses small segments, so that a few dozen entries fill several. Only security entries are signed without a request of
    /// the test, so that a slow machine does not sign entries that the test is going to tear.
    init(limits: AuditLimits = AuditLimits(segmentBytes: 8192, signEvery: .hours(1)), keys: AuditKeys? = nil) throws {
        folder = "/tmp/ta-\(UUID().uuidString.prefix(13))"
        self.limits = limits
        let fresh = AuditKeys.makeBytes()
        self.keys = try keys ?? AuditKeys(sealing: fresh.sealing, signing: fresh.signing)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(disk: DiskCalls = DiskCalls()) async throws -> AuditLog {
        try await AuditLog.open(
            folder: "\(folder)/log", keys: keys, clock: auditClock, limits: limits, disk: disk,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Copies the files, as a crash at this moment would leave them, into a new fixture.
    ///
    /// Runs on the executor of the log, between two of its steps: after an append the log still signs and reserves space.
    func crashed(_ log: isolated AuditLog) throws -> AuditFixture {
        let copy = try AuditFixture(limits: limits, keys: keys)
        try FileManager.default.copyItem(atPath: "\(folder)/log", toPath: "\(copy.folder)/log")
        copy.advance(by: now - copy.now)
        return copy
    }

    var now: Timestamp { time.withLock { $0.now } }

    func advance(by duration: Duration) { time.withLock { $0 = ($0.now + duration, $0.uptime + duration) } }

    /// Steps the wall clock; the monotonic clock does not change.
    func setWallClock(by step: Duration) { time.withLock { $0.now = $0.now + step } }

    /// The clock retains the fixture, so that the folder exists while a log is open in it.
    var auditClock: AuditClock {
        AuditClock(
            now: { self.now }, bootID: UUID(),
            monotonic: { UInt64(self.time.withLock { $0.uptime }.wholeMilliseconds) * 1_000_000 })
    }
}

extension AuditFixture {
    func segments(_ severity: AuditSeverity = .informational) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/log")
            .filter { $0.hasPrefix("\(severity.rawValue)-") }.sorted().map { "\(folder)/log/\($0)" }
    }

    var headsPath: String { "\(folder)/log/\(HeadsFile.name)" }

    func frames(in path: String) throws -> [AuditFrame] { SegmentScan(try Self.read(path)).compactMap(\.frame) }

    static func read(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Changes the bytes of one segment.
    func edit(_ path: String, change: (inout [UInt8], [AuditFrame]) throws -> Void) throws {
        var bytes = try Self.read(path)
        let size = bytes.count
        try change(&bytes, SegmentScan(bytes).compactMap(\.frame))
        bytes += repeatElement(0, count: max(0, size - bytes.count))
        try Self.write(bytes, to: path)
    }
}

extension AuditLog {
    func fill(_ count: Int, severity: AuditSeverity = .informational) async throws {
        for number in 0..<count { _ = try await append(.example(number, severity: severity)) }
    }

    /// The problems of all chains.
    var problems: [String] {
        get async { await verify().flatMap(\.problems).map(\.text) }
    }

    /// The sequences of a chain, oldest first.
    func sequences(_ severity: AuditSeverity = .informational) async throws -> [UInt64] {
        try await records(AuditFilter(severity: severity, limit: 10_000)).map(\.sequence).reversed()
    }
}

extension AuditEntry {
    static func example(_ number: Int = 0, severity: AuditSeverity = .informational) -> AuditEntry {
        AuditEntry(
            .settingsChange, severity: severity, actor: "anna", role: .owner, target: "setting-\(number)",
            requestID: "request-\(number)", metadata: ["number": String(number)])
    }
}
