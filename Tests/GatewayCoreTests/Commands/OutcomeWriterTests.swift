import DeviceProtocols
import Foundation
import Glibc
import HomeModel
import Logging
import Synchronization
import TestSupport
import Testing

@testable import GatewayCore
@testable import AuditTrail
@testable import SegmentedLog

/// The closing audit entry of a command, on a disk that fails for a time.
@Suite struct OutcomeWriterTests {
    @Test(arguments: [CommandOutcome.confirmed, .timedOut]) func outcomeIsWrittenOnceTheDiskAcceptsWrites(
        _ outcome: CommandOutcome
    ) async throws {
        let folder = "/tmp/outcomes-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (isFull, lines) = (MutexBox(false), MutexBox<[String]>([]))
        let time = SettableTime()
        let clock = HomeClock(
            now: { time.now }, uptime: time.clock.uptime, boot: UUID(), waiting: InstantClock(),
            isSynchronised: { true })
        let (sealing, signing) = AuditKeys.makeBytes()
        let keys = try AuditKeys(sealing: sealing, signing: signing)
        let log = try await open(folder, keys: keys, clock: clock, isFull: isFull)
        let command = try await log.record(try Self.command(at: clock.now()))
        isFull.withLock { $0 = true }
        let writer = OutcomeWriter(
            audit: log, clock: clock, logger: Logger(label: "core") { _ in RecordingLogHandler(lines: lines) })
        await writer.close(command, result: CommandResult(outcome))
        #expect(lines.withLock { $0 } == ["c1 \(outcome.rawValue)"], "the failure is logged")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await writer.run() }
            try await eventually("the outcome is written") { lines.withLock { $0.count } > 3 }
            isFull.withLock { $0 = false }
            try await eventually("the outcome is written") {
                (try? await log.records(AuditFilter(event: .deviceOutcome)))?.isEmpty == false
            }
            group.cancelAll()
        }
        await log.close()
        // The next start neither closes the command again nor reports another outcome.
        let next = try await open(folder, keys: keys, clock: clock, isFull: isFull)
        let recent = try await next.recentCommands(within: .hours(24), before: clock.now())
        #expect(recent.open.isEmpty && recent.commands.map(\.record.outcome) == [outcome])
        #expect(try await next.records(AuditFilter(event: .deviceOutcome)).count == 1)
        await next.close()
    }

    private func open(
        _ folder: String, keys: AuditKeys, clock: HomeClock, isFull: MutexBox<Bool>
    ) async throws -> AuditLog {
        var disk = DiskCalls()
        let write = disk.write
        disk.write = { descriptor, bytes, offset in
            guard isFull.withLock({ $0 }) else { return write(descriptor, bytes, offset) }
            errno = EIO
            return -1
        }
        return try await AuditLog.open(
            folder: folder, keys: keys, clock: AuditClock.system(now: clock.now), limits: AuditLimits(), disk: disk,
            logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func command(at now: Timestamp) throws -> ValidCommand {
        let device = Device(
            id: DeviceID("lamp"), name: try DisplayName("Lamp"), room: nil,
            address: LinkAddress(kind: .homie5, foreignID: "lamp", root: "lamp"),
            description: DeviceDescription(
                name: "Lamp", parts: [Part(id: .main, capabilities: [.lamp], purpose: .light)]), adoptedAt: now)
        let request = CommandRequest(
            id: CommandID("c1"), device: device.id, capability: CapabilityName(.switch), value: .boolean(true),
            receivedAt: now)
        let authorized = try AccessPolicy().authorize(
            request, by: #require(CoreHome.console), for: device, at: DecisionTime(wall: now, isKnown: true))
        return try CommandValidator.validate(authorized, availability: .ready)
    }
}

/// A clock on which no time passes while a task sleeps.
private struct InstantClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}

/// Records the command and the outcome that each log line names.
private struct RecordingLogHandler: LogHandler {
    let lines: MutexBox<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = event.metadata ?? [:]
        let line = [LogKey.command, LogKey.outcome].compactMap { facts[$0]?.description }.joined(separator: " ")
        lines.withLock { $0.append(line) }
    }
}
