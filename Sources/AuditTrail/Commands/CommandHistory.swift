import Concurrency
import Foundation
package import HomeModel

/// The commands to one device according to their audit entries. Entries of people whose keys are destroyed are skipped,
/// because they cannot be decrypted.
struct CommandHistory: Sendable {
    /// Limits the search, so that a query for a device without commands does not read the whole log.
    private static let maximumSegments = 4

    /// Newest first.
    private(set) var commands: [CommandRecord] = []

    init(
        of device: DeviceID, in history: AuditEntryReader, atMost limit: Int, where isWanted: (CommandRecord) -> Bool
    ) throws(AuditError) {
        for snapshot in history.snapshots {
            commands += try Self.newest(of: device, in: history, snapshot, limit: limit, isWanted: isWanted)
        }
        commands = Array(commands.sorted { $0.receivedAt > $1.receivedAt }.prefix(limit))
    }

    private static func newest(
        of device: DeviceID, in history: AuditEntryReader, _ snapshot: ChainSnapshot, limit: Int,
        isWanted: (CommandRecord) -> Bool
    ) throws(AuditError) -> [CommandRecord] {
        let query = AuditQuery(AuditFilter(target: device.rawValue), people: history.sealer.people)
        var found: [CommandRecord] = []
        var closings: [String: CommandOutcomeEntry] = [:]
        // Entries are visited newest first, so the outcome comes before its command.
        try history.newestFirst(
            snapshot, since: nil, maximumSegments: maximumSegments, where: query.mayMatch
        ) { frame, stored in
            guard let entry = query.read(stored), let command = entry.metadata[CommandMetadataKey.command] else {
                return true
            }
            if entry.event == .deviceOutcome {
                closings[command] = CommandOutcomeEntry(entry)
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
    /// Returns the newest commands to a device, newest first, from the newest segments only. `receivedAt` is the time
    /// of the audit entry; for a command that waited in the queue it is later than its arrival. Queries run one at a
    /// time, because each needs some MiB of memory and much processor time.
    package func commands(
        to device: DeviceID, atMost limit: Int, where isWanted: @escaping @Sendable (CommandRecord) -> Bool
    ) async throws(AuditError) -> [CommandRecord] {
        await commandQueryLock.acquire()
        defer { commandQueryLock.release() }
        let history = history(of: [.informational, .warning])
        return try await BlockingExecutor.offPool {
            Result { () throws(AuditError) in
                try CommandHistory(of: device, in: history, atMost: limit, where: isWanted).commands
            }
        }.get()
    }
}

extension AuditEntry {
    fileprivate var outcome: CommandOutcome? {
        metadata[CommandMetadataKey.outcome].map { CommandOutcome(rawValue: $0) ?? .failed }
    }
}

extension CommandRecord {
    /// Returns nil when the entry does not contain the command.
    init?(_ entry: AuditEntry, of device: DeviceID, closing: CommandOutcomeEntry?, at time: Timestamp) {
        let facts = entry.metadata
        guard let id = facts[CommandMetadataKey.command].flatMap(CommandID.init),
            let part = facts[CommandMetadataKey.part].flatMap(PartID.init),
            let capability = facts[CommandMetadataKey.capability].flatMap({ CapabilityName($0) }),
            let value = facts[CommandMetadataKey.value],
            let deadline = facts[CommandMetadataKey.deadline].flatMap({ Int($0) })
        else { return nil }
        let (type, reason) = (capability.kind.facts.valueType, facts[CommandMetadataKey.reason])
        // Without an outcome entry, the effect on the device is unknown.
        let closing = entry.success ? closing ?? .interrupted : nil
        let ending = closing?.outcome ?? entry.outcome ?? .refused
        self.init(
            id: id, series: SeriesID(device: device, part: part, capability: capability),
            value: CapabilityValue(value, as: type), receivedAt: time,
            deadline: .milliseconds(deadline), stage: .ended(ending))
        sender = entry.actor
        parent = facts[CommandMetadataKey.parent].flatMap(CommandID.init)
        code = (entry.success ? nil : reason) ?? ending.rawValue
        detail = closing?.detail
        reported = closing?.reported.map { CapabilityValue($0.description, as: type) }
        guard !entry.success else { return }
        detail = facts[CommandMetadataKey.detail]
        // With any reason other than `notSent`, the command was rejected without being examined.
        if ending == .failed, reason != CommandRefusal.notSent.code { refusal = .busy }
    }
}

extension CapabilityValue {
    /// Parses the text that `description` writes. A text that is no value of the type belongs to a refused command and
    /// stays a text.
    init(_ text: String, as type: ValueType) {
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
