import GatewayCore
import HomeModel
import Logging
import MQTTLink
import MosquittoBroker

/// Keeps one device from taking the broker's memory, which all share: warns at half of it, and cuts the device that
/// retains most at three quarters, or when the broker refuses clients for want of memory.
actor BrokerMemoryWatch {
    struct Cut: Equatable, Sendable {
        let root: String
        let bytes: Int
    }

    private static let period = Duration.seconds(2)
    /// After an attempt to make room. The broker says every five seconds how much it holds.
    private static let pause = Duration.seconds(20)
    /// After an attempt that was broken off.
    private static let retry = Duration.seconds(4)
    /// How long something that the broker's log said is shown.
    private static let memory = Duration.seconds(60)
    private static let shownCuts = 8

    private let actions: BrokerMemoryActions
    private let clock: HomeClock
    private let logger: Logger
    private var alarm: MemoryAlarm?
    private var bytes: Int?
    private var lastAttempt: (ended: Duration, pause: Duration)?
    private var exhaustedAt: Duration?
    private var crowdedAt: Duration?
    private var isRelieved = false
    /// How many messages the broker had dropped before it was relieved; nil while it is not.
    private var droppedBefore: Int?
    /// How many it counted as dropped while room was made: copies for the gateway's own connection, which reads what is
    /// retained piece by piece.
    private var droppedCopies = 0
    /// Why the last attempt to make room made none.
    private var failure: String?
    /// Devices that were cut and have no credential since.
    private(set) var cuts: [Cut] = []

    init(_ actions: BrokerMemoryActions, clock: HomeClock, logger: Logger) {
        (self.actions, self.clock, self.logger) = (actions, clock, logger)
    }

    /// Until cancelled.
    func run() async {
        while !Task.isCancelled {
            await clock.sleep(for: Self.period)
            if !Task.isCancelled { await look() }
        }
    }

    /// Looks once, and makes room where that is due.
    func look() async {
        let (now, memory, heap) = (clock.uptime(), await actions.memory(), await actions.heap())
        if memory.isExhausted { exhaustedAt = now }
        if memory.isCrowded { crowdedAt = now }
        for ended in memory.disconnections where !RootTopic.isReserved(ended.client) {
            await actions.found(.disconnected(ended.client, because: ended.cause))
        }
        var alarm = alarm ?? MemoryAlarm(limitBytes: memory.limitBytes)
        if let heap {
            bytes = heap.bytes
            alarm.update(heap.bytes)
            // What it refused before is over, also what it refused while room was made.
            if alarm.level == .calm, heap.heardAt > exhaustedAt ?? .zero { exhaustedAt = nil }
        }
        self.alarm = alarm
        if alarm.level == .calm, !memory.isExhausted { await allIsWell() }
        guard alarm.level == .alarm || isExhausted(at: now) else { return }
        // An attempt shows its effect only in what the broker says after it.
        if let last = lastAttempt, now - last.ended < last.pause || (heap?.heardAt ?? now) <= last.ended { return }
        let isThrough = await makeRoom(limit: memory.limitBytes)
        lastAttempt = (clock.uptime(), isThrough ? Self.pause : Self.retry)
        if isThrough { exhaustedAt = nil }
    }

    private func isExhausted(at now: Duration) -> Bool { exhaustedAt.map { now - $0 < Self.memory } ?? false }

    private func allIsWell() async {
        failure = nil
        if isRelieved {
            isRelieved = false
            await actions.endRelief()
        }
        if let before = droppedBefore {
            droppedCopies += max(0, (await actions.dropped() ?? before) - before)
            droppedBefore = nil
        }
        guard !cuts.isEmpty, let roots = try? await actions.roots() else { return }
        cuts.removeAll { roots.contains($0.root) }
    }

    /// False when it was broken off.
    private func makeRoom(limit: Int) async -> Bool {
        do {
            // Reading what is retained takes memory at the broker too.
            isRelieved = true
            if droppedBefore == nil { droppedBefore = await actions.dropped() ?? 0 }
            try await actions.relieve()
            let roots = try await actions.roots()
            if let largest = try await largest(of: roots, limit: limit) {
                try await cut(largest)
            } else if try await actions.clearOthers(Set(roots)) == 0 {
                failure = "no device retains much of it; what waits for the gateway may be the cause."
                return true
            }
            failure = nil
            return true
        } catch {
            failure = "\(error)"
            logger.error(
                "no room could be made in the broker's memory", metadata: [LogKey.errorDetail: "\(error)"])
            return false
        }
    }

    /// The device that retains most, if that is an eighth of the limit or more.
    private func largest(of roots: [String], limit: Int) async throws -> Cut? {
        var largest: Cut?
        for root in roots {
            let bytes = try await actions.retainedBytes(root, limit / 2)
            if bytes >= limit / 8, bytes > largest?.bytes ?? 0 { largest = Cut(root: root, bytes: bytes) }
            // No other can retain more.
            if bytes >= limit / 2 { break }
        }
        return largest
    }

    private func cut(_ device: Cut) async throws {
        try await actions.writeDown(device.root, device.bytes)
        do {
            try await actions.cut(device.root)
        } catch {
            // Its credential may have ended all the same, and only the clearing have failed.
            guard let roots = try? await actions.roots(), !roots.contains(device.root) else {
                await actions.writeFailureDown(device.root, device.bytes)
                throw error
            }
            await show(device)
            throw error
        }
        await show(device)
    }

    private func show(_ device: Cut) async {
        await actions.found(.memoryTaken(below: device.root, bytes: device.bytes))
        cuts = (cuts.filter { $0.root != device.root } + [device]).suffix(Self.shownCuts)
        logger.error(
            "a device took the broker's memory and is cut", metadata: [LogKey.mqttTopic: "\(device.root)"])
    }
}

// MARK: Health

extension BrokerMemoryWatch {
    /// Whether the broker refused clients just now because it has no memory left.
    var isExhausted: Bool { isExhausted(at: clock.uptime()) }

    /// How many messages are lost when the broker counts `dropped`.
    func lost(of dropped: Int) -> Int {
        // A broker that was started again counts from 0.
        if dropped < droppedCopies { droppedCopies = 0 }
        return max(0, min(dropped, droppedBefore ?? dropped) - droppedCopies)
    }

    var findings: [HealthFinding] {
        var findings = cuts.map(Self.finding)
        let megabytes = alarm.map { $0.limitBytes >> 20 } ?? 0
        let held = bytes.map { "The broker holds \($0 >> 20) MB of the \(megabytes) MB that it may" }
        if let failure {
            findings.append(
                HealthFinding(
                    "broker.memoryFull", .failing,
                    "\(held ?? "The broker has no memory left"), and room could not be made: \(failure)",
                    remedy: "It is tried again every \(Self.pause.components.seconds) s. Clients are refused meanwhile."
                ))
        } else if isExhausted {
            findings.append(
                HealthFinding(
                    "broker.memoryFull", .failing, "The broker refuses clients because it has no memory left.",
                    remedy: "The gateway looks for the device that fills it, and cuts that."))
        } else if let held, alarm?.level ?? .calm > .calm {
            findings.append(
                HealthFinding(
                    "broker.memory", .warning, "\(held).",
                    remedy: "At three quarters the device that retains most is cut; tomte devices findings names it."))
        }
        if let crowdedAt, clock.uptime() - crowdedAt < Self.memory {
            findings.append(
                HealthFinding(
                    "broker.crowded", .failing, "The broker refuses connections because too many are open.",
                    remedy: "Find the host: ss -tn state established '( sport = :8883 )'. SECURITY.md shows a limit."))
        }
        return findings
    }

    private static func finding(_ cut: Cut) -> HealthFinding {
        HealthFinding(
            "broker.deviceCut", .failing,
            "“\(InertText(cut.root, limit: 64))” filled the broker with \(cut.bytes >> 20) MB of retained messages or "
                + "more, so its credential has ended and they are cleared.",
            remedy: "Find out what it published, then give it a new credential: tomte devices provision \(cut.root)")
    }
}
