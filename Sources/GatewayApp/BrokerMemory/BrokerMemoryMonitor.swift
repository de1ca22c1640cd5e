import Foundation
import GatewayCore
import DeviceProtocols
import HomeModel
import Logging
import MQTTLink
import MosquittoBroker

/// Prevents one device from filling the broker's memory, which all devices share. Warns at half of the limit. At three
/// quarters, or when the broker refuses clients for lack of memory, cuts off the device that retains most: its
/// credential is revoked, its connection closed and its retained messages cleared.
actor BrokerMemoryMonitor {
    /// A device that was cut off, and the size of its retained messages.
    struct DisconnectedDevice: Equatable, Sendable {
        let root: String
        let bytes: Int
    }

    private static let period = Duration.seconds(2)
    /// The pause after an attempt to free memory. The broker reports its memory use every five seconds.
    private static let pause = Duration.seconds(20)
    /// The pause after an attempt that failed with an error.
    private static let retry = Duration.seconds(4)
    /// How long an event in the broker's log counts as current.
    private static let memory = Duration.seconds(60)
    private static let shownCuts = 8

    private let actions: BrokerMemoryOperations
    private let clock: HomeClock
    private let logger: Logger
    /// The time up to which the log of the broker was read.
    private var readUntil: Timestamp
    private var alarm: MemoryPressure?
    private var bytes: Int?
    private var lastAttempt: (ended: Duration, pause: Duration)?
    private var exhaustedAt: Duration?
    private var crowdedAt: Duration?
    private var isMemoryLimitRaised = false
    /// The number of messages that the broker had dropped before its relief; nil while it is not relieved.
    private var droppedBefore: Int?
    /// The number of messages that the broker counted as dropped during attempts to free memory. These were only copies
    /// for the gateway's own connection, which reads the retained messages piece by piece.
    private var droppedCopies = 0
    /// Why the last attempt to free memory failed.
    private var failure: String?
    /// Devices that were cut off and have had no credential since.
    private(set) var cuts: [DisconnectedDevice] = []

    init(_ actions: BrokerMemoryOperations, clock: HomeClock, logger: Logger) {
        (self.actions, self.clock, self.logger) = (actions, clock, logger)
        readUntil = clock.now()
    }

    /// Checks the memory every 2 s until cancelled.
    func run() async {
        // A device may have connected while no gateway ran.
        await actions.recordUse(await actions.recentConnections(), .distantPast)
        while !Task.isCancelled {
            await clock.sleep(for: Self.period)
            if !Task.isCancelled { await check() }
        }
    }

    /// Checks the memory once, and frees some if that is due.
    func check() async {
        let (readBefore, time) = (readUntil, clock.now())
        let (now, memory, heap) = (clock.uptime(), await actions.memory(), await actions.heap())
        readUntil = time
        if memory.isExhausted { exhaustedAt = now }
        if memory.isAtConnectionLimit { crowdedAt = now }
        for ended in memory.disconnections where !DeviceFamilies.isReserved(ended.client) {
            await actions.report(.disconnected(ended.client, because: ended.cause))
        }
        for opened in memory.connections where !DeviceFamilies.isReserved(opened.client) {
            actions.observe(.connected(root: opened.client, address: opened.address))
        }
        await actions.recordUse(memory.connections, readBefore.date)
        var alarm = alarm ?? MemoryPressure(limitBytes: memory.limitBytes)
        if let heap {
            bytes = heap.bytes
            alarm.update(heap.bytes)
            // Earlier refusals no longer count, including those during an attempt to free memory.
            if alarm.level == .normal, heap.receivedAt > exhaustedAt ?? .zero { exhaustedAt = nil }
        }
        self.alarm = alarm
        if alarm.level == .normal, !memory.isExhausted { await reset() }
        guard alarm.level == .alarm || isExhausted(at: now) else { return }
        // The effect of an attempt shows only in a report that the broker sends after it.
        if let last = lastAttempt, now - last.ended < last.pause || (heap?.receivedAt ?? now) <= last.ended { return }
        let isThrough = await freeMemory(limit: memory.limitBytes)
        lastAttempt = (clock.uptime(), isThrough ? Self.pause : Self.retry)
        if isThrough { exhaustedAt = nil }
    }

    private func isExhausted(at now: Duration) -> Bool { exhaustedAt.map { now - $0 < Self.memory } ?? false }

    private func reset() async {
        failure = nil
        if isMemoryLimitRaised {
            isMemoryLimitRaised = false
            await actions.restoreMemoryLimit()
        }
        if let before = droppedBefore {
            droppedCopies += max(0, (await actions.dropped() ?? before) - before)
            droppedBefore = nil
        }
        guard !cuts.isEmpty, let roots = try? await actions.roots() else { return }
        cuts.removeAll { roots.contains($0.root) }
    }

    /// Frees memory of the broker. Returns false if the attempt failed with an error.
    private func freeMemory(limit: Int) async -> Bool {
        do {
            // Reading the retained messages uses memory of the broker too.
            isMemoryLimitRaised = true
            if droppedBefore == nil { droppedBefore = await actions.dropped() ?? 0 }
            try await actions.raiseMemoryLimit()
            let roots = try await actions.roots()
            if let largest = try await largest(of: roots, limit: limit) {
                try await disconnect(largest)
            } else if try await actions.clearOthers() == 0 {
                failure = "no device retains much of it; messages that wait for the gateway may be the cause."
                return true
            }
            failure = nil
            return true
        } catch {
            failure = "\(error)"
            logger.error(
                "the broker's memory could not be freed", metadata: [LogKey.errorDetail: "\(error)"])
            return false
        }
    }

    /// The device that retains most, if it retains at least an eighth of the limit.
    private func largest(of roots: [String], limit: Int) async throws -> DisconnectedDevice? {
        var largest: DisconnectedDevice?
        for root in roots {
            let bytes = try await actions.retainedBytes(root, limit / 2)
            if bytes >= limit / 8, bytes > largest?.bytes ?? 0 {
                largest = DisconnectedDevice(root: root, bytes: bytes)
            }
            // No other device can retain more.
            if bytes >= limit / 2 { break }
        }
        return largest
    }

    private func disconnect(_ device: DisconnectedDevice) async throws {
        try await actions.writeEntry(device.root, device.bytes)
        do {
            try await actions.disconnect(device.root)
        } catch {
            // The credential may have been revoked although clearing the retained messages failed.
            guard let roots = try? await actions.roots(), !roots.contains(device.root) else {
                await actions.writeFailureEntry(device.root, device.bytes)
                throw error
            }
            await show(device)
            throw error
        }
        await show(device)
    }

    private func show(_ device: DisconnectedDevice) async {
        await actions.report(.brokerMemoryExhausted(below: device.root, bytes: device.bytes))
        cuts = (cuts.filter { $0.root != device.root } + [device]).suffix(Self.shownCuts)
        logger.error(
            "a device filled the broker's memory and was cut off", metadata: [LogKey.mqttTopic: "\(device.root)"])
    }
}

// MARK: Health

extension BrokerMemoryMonitor {
    /// Whether the broker refused clients just now because it has no memory left.
    var isExhausted: Bool { isExhausted(at: clock.uptime()) }

    /// The number of messages that are really lost when the broker reports `dropped`.
    func lost(of dropped: Int) -> Int {
        // A restarted broker counts from 0.
        if dropped < droppedCopies { droppedCopies = 0 }
        return max(0, min(dropped, droppedBefore ?? dropped) - droppedCopies)
    }

    var findings: [HealthFinding] {
        var findings = cuts.map(Self.finding)
        let megabytes = alarm.map { $0.limitBytes >> 20 } ?? 0
        let held = bytes.map { "The broker uses \($0 >> 20) MB of its limit of \(megabytes) MB" }
        if let failure {
            findings.append(
                HealthFinding(
                    "broker.memoryFull", severity: .failing,
                    message: "\(held ?? "The broker has no memory left"), and memory could not be freed: \(failure)",
                    remedy:
                        "The gateway tries again every \(Self.pause.components.seconds) s; clients are refused "
                        + "meanwhile."
                ))
        } else if isExhausted {
            findings.append(
                HealthFinding(
                    "broker.memoryFull", severity: .failing,
                    message: "The broker refuses clients because it has no memory left.",
                    remedy: "The gateway looks for the device that fills it, and cuts that device off."))
        } else if let held, alarm?.level ?? .normal > .normal {
            findings.append(
                HealthFinding(
                    "broker.memory", severity: .warning, message: "\(held).",
                    remedy:
                        "At three quarters the gateway cuts off the device that retains most; see tomte devices "
                        + "findings."
                ))
        }
        if let crowdedAt, clock.uptime() - crowdedAt < Self.memory {
            findings.append(
                HealthFinding(
                    "broker.crowded", severity: .failing,
                    message: "The broker refuses connections because too many are open.",
                    remedy: "Find the host: ss -tn state established '( sport = :8883 )'. SECURITY.md shows a limit."))
        }
        return findings
    }

    private static func finding(_ cut: DisconnectedDevice) -> HealthFinding {
        HealthFinding(
            "broker.deviceCut", severity: .failing,
            message:
                "“\(EscapedText(cut.root, limit: 64))” filled the broker with at least \(cut.bytes >> 20) MB of retained "
                + "messages, so its credential was revoked and the messages were cleared.",
            remedy: "Find out what it published, then give it a new credential: tomte devices provision \(cut.root)",
            values: ["root": .text("\(EscapedText(cut.root, limit: 64))"), "bytes": .number(cut.bytes)])
    }
}

/// The urgency of the broker's memory use. A level begins at its threshold and ends clearly below it, so that a value
/// that fluctuates around a threshold does not switch the level.
struct MemoryPressure: Equatable {
    /// The levels, from low to high urgency.
    enum Level: Int, Comparable {
        case normal, warning, alarm

        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Percentages of the limit at which each level begins, and below which it ends.
    private static let thresholds: [(level: Level, begin: Int, end: Int)] = [(.warning, 50, 45), (.alarm, 75, 65)]

    let limitBytes: Int
    private(set) var level = Level.normal

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    mutating func update(_ bytes: Int) {
        let percent = bytes / max(1, limitBytes / 100)
        level =
            Self.thresholds.last { percent >= (level >= $0.level ? $0.end : $0.begin) }?.level ?? .normal
    }
}
