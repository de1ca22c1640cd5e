import BlockingQueues
import Foundation
package import HomeModel

/// The commands to one device as their entries tell them. Those of people whose keys are destroyed tell nothing any more.
struct CommandHistory: Sendable {
    /// So that the question about a device that is never told anything does not read all history.
    private static let maximumSegments = 4

    /// Newest first.
    private(set) var commands: [CommandRecord] = []

    init(
        of device: DeviceID, in history: AuditHistory, atMost limit: Int, where isWanted: (CommandRecord) -> Bool
    ) throws(AuditError) {
        for snapshot in history.snapshots {
            commands += try Self.newest(of: device, in: history, snapshot, limit, isWanted)
        }
        commands = Array(commands.sorted { $0.receivedAt > $1.receivedAt }.prefix(limit))
    }

    private static func newest(
        of device: DeviceID, in history: AuditHistory, _ snapshot: ChainSnapshot, _ limit: Int,
        _ isWanted: (CommandRecord) -> Bool
    ) throws(AuditError) -> [CommandRecord] {
        let query = AuditQuery(AuditFilter(target: device.rawValue), people: history.sealer.people)
        var found: [CommandRecord] = []
        var closings: [String: CommandClosing] = [:]
        // Backwards: the outcome comes before its command.
        try history.newestFirst(
            snapshot, since: nil, maximumSegments: maximumSegments, where: query.mayMatch
        ) { frame, stored in
            guard let entry = query.read(stored), let command = entry.metadata[CommandField.command] else {
                return true
            }
            if entry.event == .deviceOutcome {
                closings[command] = CommandClosing(entry)
            } else if entry.event == .deviceControl,
                let record = CommandRecord(entry, of: device, closing: closings[command], at: frame.header.time),
                isWanted(record)
            {
                found.append(record)
            }
            return found.count < limit
        }
        return found
    }
}

extension AuditLog {
    /// The newest commands to a device, newest first, as far as the newest segments reach. `receivedAt` is when they were
    /// written down, which a command that waited for its turn was later. One question is answered after the other: each
    /// takes some MiB and much work.
    package func commands(
        to device: DeviceID, atMost limit: Int, where isWanted: @escaping @Sendable (CommandRecord) -> Bool
    ) async throws(AuditError) -> [CommandRecord] {
        if !commandQuestions.take() { await withCheckedContinuation { commandQuestions.wait($0) } }
        defer { commandQuestions.pass() }
        let history = history(of: [.informational, .warning])
        return try await BlockingQueue.offPool {
            Result { () throws(AuditError) in
                try CommandHistory(of: device, in: history, atMost: limit, where: isWanted).commands
            }
        }.get()
    }
}

extension AuditEntry {
    fileprivate var outcome: CommandOutcome? {
        metadata[CommandField.outcome].map { CommandOutcome(rawValue: $0) ?? .failed }
    }
}

extension CommandRecord {
    /// Nil when the entry does not tell the command.
    init?(_ entry: AuditEntry, of device: DeviceID, closing: CommandClosing?, at time: Timestamp) {
        let facts = entry.metadata
        guard let id = facts[CommandField.command].flatMap(CommandID.init),
            let part = facts[CommandField.part].flatMap(PartID.init),
            let capability = facts[CommandField.capability].flatMap({ CapabilityName($0) }),
            let value = facts[CommandField.value],
            let deadline = facts[CommandField.deadline].flatMap({ Int($0) })
        else { return nil }
        let (type, reason) = (capability.kind.facts.valueType, facts[CommandField.reason])
        // Without an outcome nothing is known of what the device did.
        let closing = entry.success ? closing ?? .interrupted : nil
        let ending = closing?.outcome ?? entry.outcome ?? .refused
        self.init(
            id: id, series: SeriesID(device: device, part: part, capability: capability),
            value: CapabilityValue(value, as: type), receivedAt: time,
            deadline: .milliseconds(deadline), stage: .ended(ending))
        sender = entry.actor
        code = (entry.success ? nil : reason) ?? ending.rawValue
        detail = closing?.detail
        reported = closing?.reported.map { CapabilityValue($0.description, as: type) }
        guard !entry.success else { return }
        detail = facts[CommandField.detail]
        // Of the other reasons for which nothing was sent, the command was not even looked at.
        if ending == .failed, reason != CommandRefusal.notSent.code { refusal = .busy }
    }
}

extension CapabilityValue {
    /// As `description` writes it. What is none of that type was refused, and stays a text.
    fileprivate init(_ text: String, as type: ValueType) {
        self = Self.read(text, as: type) ?? .text(text)
    }

    private static func read(_ text: String, as type: ValueType) -> CapabilityValue? {
        switch type {
        case .boolean: return text == "on" ? .boolean(true) : text == "off" ? .boolean(false) : nil
        case .number: return finite(text).map { .number($0) }
        case .choice, .text: return .text(text)
        case .color:
            let numbers = text.replacing("°", with: "").replacing(" %", with: "").split(separator: "/").map(finite)
            guard numbers.count == 2, let hue = numbers[0], let saturation = numbers[1] else { return nil }
            return .color(hue: hue, saturation: saturation)
        }
    }

    private static func finite(_ text: some StringProtocol) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
