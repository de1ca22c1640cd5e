import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A varied life is proven; then someone with the disk, but not the keys, changes its record, and each change shows.
@Suite(.timeLimit(.minutes(15))) struct AuditStory {
    @Test func aLifeIsProvenAndTamperingShows() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { devices in
                try await home.adopt(.lamp)
                try await live(home, devices)
                await home.killGateway()
                try await home.startGateway()
                try await eventually("the lamp is back") { try await home.device("lamp").availability == .ready }
                try await live(home, devices)
            }
            try await lifeIsProven(home)
            await home.stopGateway()

            let log = AuditFiles(state: home.state)
            try log.keep()
            for tampering in Tampering.all {
                try log.restore()
                let place = try tampering.apply(log)
                try await showsAt(place, tampering, home)
            }
            try log.restore()
            try await home.startGateway()
            try await lifeIsProven(home)
        }
    }

    /// Commands and refusals, people and their rights, names, credentials and terms.
    private func live(_ home: HomeUnderTest, _ devices: SimulatedHome) async throws {
        let guest = "Guest \(UUID().uuidString.prefix(4))"
        try await eventually("the lamp is there") { try await home.device("lamp").availability == .ready }
        // As long as the device may still execute a command of before the restart, reports prove no other.
        try await eventually("the lamp obeys") { try await home.tomte("send", "lamp", "switch", "off").status == 0 }
        let acts: [(status: Int32, words: [String])] = [
            (0, ["send", "lamp", "switch", "on"]),
            (0, ["people", "add", guest, "--role", "guest"]),
            (3, ["send", "lamp", "switch", "off", "--as", guest]),
            (3, ["retention", "set", "--energy-days", "9", "--as", guest]),
            (0, ["people", "role", guest, "member"]),
            (0, ["send", "lamp", "switch", "off", "--as", guest]),
            (0, ["devices", "rename", "lamp", "Lamp of \(guest)"]),
            (0, ["devices", "move", "lamp", "Hall"]),
            (0, ["devices", "provision", "spare", "--folder", "\(home.state)/spare-\(guest.suffix(4))"]),
            (0, ["retention", "set", "--energy-days", "700", "--yes"]),
            (0, ["retention", "run", "--trust-clock"]),
            (0, ["people", "remove", guest, "--yes"]),
        ]
        for act in acts {
            let done = try await home.tomte.run(act.words)
            #expect(done.status == act.status, "\(act.words): \(done.errors)")
        }
        try await devices.inject(Fault(.stick), device: "lamp")
        // After a shorter deadline the lamp may still accept it while the gateway does not run.
        #expect(try await home.tomte("send", "lamp", "switch", "on", "--deadline", "10").status == 5)
        await devices.clearFaults(device: "lamp")
    }

    private func lifeIsProven(_ home: HomeUnderTest) async throws {
        let verified = try await home.tomte("audit", "verify")
        #expect(verified.status == 0, "\(verified.output)")
        #expect(try await home.chains().allSatisfy { $0.isProven && $0.entries > 0 })
        #expect(try await home.audit(.gatewayStart).count >= 2)
        #expect(try await home.audit(.deviceOutcome).contains { $0.metadata["outcome"] == "timedOut" })
    }

    private func showsAt(_ place: String, _ tampering: Tampering, _ home: HomeUnderTest) async throws {
        try await home.startGateway()
        let verified = try await home.tomte("audit", "verify")
        #expect(verified.status == 6, "\(tampering.name)")
        let text = verified.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("\(tampering.severity.rawValue) does not hold"), "\(tampering.name): \(text)")
        #expect(text.contains(place), "\(tampering.name): \(text)")
        await home.stopGateway()
    }
}

/// Something done to a chain's file. `apply` gives what `audit verify` must say of it.
private struct Tampering: Sendable {
    let name: String
    let severity: AuditSeverity
    fileprivate let change: @Sendable (inout [UInt8], [AuditFiles.Entry]) -> String

    func apply(_ log: AuditFiles) throws -> String { try log.edit(severity, change) }

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
        Tampering(name: "an entry is taken out and the rest moved up", severity: .security) { bytes, entries in
            let entry = entries[entries.count / 2]
            bytes.removeSubrange(entry.range)
            return "Entry \(entry.sequence) was changed or removed"
        },
        Tampering(name: "two entries change places", severity: .informational) { bytes, entries in
            let (first, second) = (entries[1], entries[2])
            let swapped = Array(bytes[second.range]) + Array(bytes[first.range])
            bytes.replaceSubrange(first.range.lowerBound..<second.range.upperBound, with: swapped)
            return "Entry \(first.sequence) stands again behind entry \(second.sequence)"
        },
        Tampering(name: "the last two entries are cut off", severity: .warning) { bytes, entries in
            let lost = entries.suffix(2)
            for entry in lost { for index in entry.range { bytes[index] = 0 } }
            return
                "Entries \(lost[lost.startIndex].sequence) to \(lost[lost.endIndex - 1].sequence) were changed or removed"
        },
        Tampering(name: "the file ends in the middle", severity: .security) { bytes, entries in
            let entry = entries[entries.count / 2]
            bytes.removeSubrange(entry.range.lowerBound...)
            return "Entries \(entry.sequence) to \(entries[entries.count - 1].sequence) were changed or removed"
        },
    ]
}

/// The files of an audit log that nobody has open.
private struct AuditFiles {
    struct Entry {
        let sequence: UInt64
        let range: Range<Int>
    }

    let state: String
    private var folder: String { "\(state)/audit" }
    private var copy: String { "\(state)/kept" }

    /// Keeps the log, and what remembers its end: the database and the sealed secrets.
    func keep() throws {
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for name in try Self.remembering(in: state) {
            try FileManager.default.copyItem(atPath: "\(state)/\(name)", toPath: "\(copy)/\(name)")
        }
    }

    func restore() throws {
        for name in try Self.remembering(in: state) { try FileManager.default.removeItem(atPath: "\(state)/\(name)") }
        for name in try Self.remembering(in: copy) {
            try FileManager.default.copyItem(atPath: "\(copy)/\(name)", toPath: "\(state)/\(name)")
        }
    }

    private static func remembering(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0 == "audit" || $0 == "secrets" || $0.hasPrefix("home.sqlite") }
    }

    /// Changes the chain's last file with entries in it.
    func edit(_ severity: AuditSeverity, _ change: (inout [UInt8], [Entry]) -> String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let name = try #require(names.last { $0.hasPrefix(severity.rawValue) && $0.hasSuffix(".segment") })
        let file = URL(fileURLWithPath: "\(folder)/\(name)")
        var bytes = try [UInt8](Data(contentsOf: file))
        let place = change(&bytes, Self.entries(in: bytes))
        try Data(bytes).write(to: file)
        return place
    }

    /// Each begins with `TAR1`, its length (UInt32) and its number (UInt64), little endian.
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
