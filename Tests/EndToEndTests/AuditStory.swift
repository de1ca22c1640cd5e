import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// The audit log verifies after actions of many kinds and a kill. Then each change of its files without the keys is
/// detected.
@Suite(.timeLimit(.minutes(15))) struct AuditStory {
    @Test func auditLogVerifiesAndTamperingIsDetected() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { devices in
                try await home.adopt(.lamp)
                try await performActions(home, devices: devices)
                await home.killGateway()
                try await home.startGateway()
                try await eventually("the lamp is ready again") { try await home.device("lamp").availability == .ready }
                try await performActions(home, devices: devices)
            }
            try await expectVerifiedLog(home)
            await home.stopGateway()

            let log = AuditFiles(state: home.state)
            try log.backUp()
            for tampering in Tampering.all {
                try log.restore()
                let message = try tampering.apply(log)
                try await expectFailure(message, tampering: tampering, home: home)
            }
            try log.restore()
            try await home.startGateway()
            try await expectVerifiedLog(home)
        }
    }

    /// Performs actions of many kinds: commands and refused ones, and changes of people, rights, names, credentials and
    /// retention terms.
    private func performActions(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        let guest = "Guest \(UUID().uuidString.prefix(4))"
        try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
        // While the device may still execute a command from before the restart, a report confirms no other command.
        try await eventually("the lamp confirms a command") {
            try await home.tomte("send", "lamp", "switch", "off").status == 0
        }
        let actions: [(status: Int32, words: [String])] = [
            (0, ["send", "lamp", "switch", "on"]),
            (0, ["people", "add", guest, "--role", "guest"]),
            (3, ["send", "lamp", "switch", "off", "--as", guest]),
            (3, ["retention", "set", "--energy-days", "9", "--as", guest]),
            (0, ["people", "role", guest, "member"]),
            (0, ["send", "lamp", "switch", "off", "--as", guest]),
            (0, ["devices", "rename", "lamp", "Lamp of \(guest)"]),
            (0, ["devices", "move", "lamp", "Hall"]),
            (0, ["devices", "provision", "spare", "--folder", "\(home.state)/spare-\(guest.suffix(4))", "--yes"]),
            (0, ["retention", "set", "--energy-days", "700", "--yes"]),
            (0, ["retention", "run", "--trust-clock"]),
            (0, ["people", "remove", guest, "--yes"]),
        ]
        for action in actions {
            let finished = try await home.tomte.run(action.words)
            #expect(finished.status == action.status, "\(action.words): \(finished.errors)")
        }
        try await devices.inject(Fault(.stick), device: "lamp")
        // After a shorter deadline the lamp may still accept it while the gateway does not run.
        #expect(try await home.tomte("send", "lamp", "switch", "on", "--deadline", "10").status == 5)
        await devices.clearFaults(device: "lamp")
    }

    private func expectVerifiedLog(_ home: HomeUnderTest) async throws {
        let verified = try await home.tomte("audit", "verify")
        #expect(verified.status == 0, "\(verified.output)")
        #expect(try await home.chains().allSatisfy { $0.isProven && $0.entries > 0 })
        #expect(try await home.audit(.gatewayStart).count >= 2)
        #expect(try await home.audit(.deviceOutcome).contains { $0.metadata["outcome"] == "timedOut" })
    }

    private func expectFailure(_ message: String, tampering: Tampering, home: HomeUnderTest) async throws {
        try await home.startGateway()
        let verified = try await home.tomte("audit", "verify")
        #expect(verified.status == 6, "\(tampering.name)")
        let text = verified.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("\(tampering.severity.rawValue) not valid"), "\(tampering.name): \(text)")
        #expect(text.contains(message), "\(tampering.name): \(text)")
        await home.stopGateway()
    }
}

/// A change of the last file of a chain. `apply` returns the message that `audit verify` must print about it.
private struct Tampering: Sendable {
    let name: String
    let severity: AuditSeverity
    fileprivate let change: @Sendable (inout [UInt8], [AuditFiles.Entry]) -> String

    func apply(_ log: AuditFiles) throws -> String { try log.edit(severity, change: change) }

    static let all = [
        Tampering(name: "a byte of a payload is changed", severity: .security) { bytes, entries in
            let entry = entries[entries.count / 2]
            bytes[entry.range.lowerBound + 110] ^= 1
            return "Entry \(entry.sequence) was changed or removed"
        },
        Tampering(name: "the time of the first entry is changed", severity: .informational) { bytes, entries in
            bytes[entries[0].range.lowerBound + 16] ^= 1
            return "Entry \(entries[0].sequence) was changed or removed"
        },
        Tampering(name: "an entry is removed and the later ones are moved up", severity: .security) { bytes, entries in
            let entry = entries[entries.count / 2]
            bytes.removeSubrange(entry.range)
            return "Entry \(entry.sequence) was changed or removed"
        },
        Tampering(name: "two entries are swapped", severity: .informational) { bytes, entries in
            let (first, second) = (entries[1], entries[2])
            let swapped = Array(bytes[second.range]) + Array(bytes[first.range])
            bytes.replaceSubrange(first.range.lowerBound..<second.range.upperBound, with: swapped)
            return "Entry \(first.sequence) appears again after entry \(second.sequence)"
        },
        Tampering(name: "the last two entries are overwritten with zeros", severity: .warning) { bytes, entries in
            let lost = entries.suffix(2)
            for entry in lost { for index in entry.range { bytes[index] = 0 } }
            return
                "Entries \(lost[lost.startIndex].sequence) to \(lost[lost.endIndex - 1].sequence) were changed or removed"
        },
        Tampering(name: "the file is truncated in the middle", severity: .security) { bytes, entries in
            let entry = entries[entries.count / 2]
            bytes.removeSubrange(entry.range.lowerBound...)
            return "Entries \(entry.sequence) to \(entries[entries.count - 1].sequence) were changed or removed"
        },
    ]
}

/// The files of an audit log that no process has open.
private struct AuditFiles {
    struct Entry {
        let sequence: UInt64
        let range: Range<Int>
    }

    let state: String
    private var folder: String { "\(state)/audit" }
    private var copy: String { "\(state)/kept" }

    /// Copies the log, and the two other places that record its end: the database and the sealed secrets.
    func backUp() throws {
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for name in try Self.itemNames(in: state) {
            try FileManager.default.copyItem(atPath: "\(state)/\(name)", toPath: "\(copy)/\(name)")
        }
    }

    func restore() throws {
        for name in try Self.itemNames(in: state) { try FileManager.default.removeItem(atPath: "\(state)/\(name)") }
        for name in try Self.itemNames(in: copy) {
            try FileManager.default.copyItem(atPath: "\(copy)/\(name)", toPath: "\(state)/\(name)")
        }
    }

    private static func itemNames(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0 == "audit" || $0 == "secrets" || $0.hasPrefix("home.sqlite") }
    }

    /// Applies `change` to the last file of the chain, and returns its result.
    func edit(_ severity: AuditSeverity, change: (inout [UInt8], [Entry]) -> String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let name = try #require(names.last { $0.hasPrefix(severity.rawValue) && $0.hasSuffix(".segment") })
        let file = URL(fileURLWithPath: "\(folder)/\(name)")
        var bytes = try [UInt8](Data(contentsOf: file))
        let message = change(&bytes, Self.entries(in: bytes))
        try Data(bytes).write(to: file)
        return message
    }

    /// Each entry begins with `TAR1`, its length (UInt32) and its number (UInt64), little endian.
    private static func entries(in bytes: [UInt8]) -> [Entry] {
        var entries: [Entry] = []
        var start = 0
        while bytes.count - start >= 16, bytes[start..<start + 4].elementsEqual("TAR1".utf8) {
            let length = Int(number(bytes[start + 4..<start + 8]))
            entries.append(Entry(sequence: number(bytes[start + 8..<start + 16]), range: start..<start + length))
            start += length
        }
        return entries
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
