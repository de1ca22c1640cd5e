import AuditTrail
import Crypto
import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import ZIPArchives

/// Writes the evidence of an incident as a ZIP archive in which each file can be verified.
///
/// | file | content |
/// |---|---|
/// | `incident.json` | the incident with evidence, notes and acts |
/// | `audit/entries.jsonl` | the audit entries, in clear |
/// | `audit/entries.signature.json` | the signature of the gateway's audit key over them |
/// | `audit/heads.json` | the signed heads of the chains |
/// | `audit/SEVERITY.chain` | the encrypted records from the first entry to the signed head |
/// | `configuration.json`, `health.json`, `log.txt` | the settings, the health, lines of logs |
/// | `VERIFY.txt` | how to verify all of it |
/// | `MANIFEST.sha256` | the SHA-256 of each other file, as `sha256sum -c` reads it |
struct EvidenceArchive {
    private let material: EvidenceMaterial
    private let folder: String

    init(_ material: EvidenceMaterial) {
        self.material = material
        folder = Self.name(of: material)
    }

    /// `tomte-incident-7k2mq4tz9xb1c8de`.
    static func name(of material: EvidenceMaterial) -> String { "tomte-incident-\(material.incident.id)" }

    func bytes() throws -> [UInt8] {
        let zip = try ZIPWriter(at: Self.time(of: material.collectedAt))
        var bytes: [UInt8] = []
        var manifest = ""
        for file in try files() {
            manifest += "\(SHA256.hash(data: file.content).hexadecimal)  \(file.path.joined(separator: "/"))\n"
            bytes += try entry(file.path, content: file.content, in: zip)
        }
        bytes += try entry(["MANIFEST.sha256"], content: Array(manifest.utf8), in: zip)
        return try bytes + zip.finish()
    }

    private func entry(_ path: [String], content: [UInt8], in zip: ZIPWriter) throws -> [UInt8] {
        var bytes = try zip.begin(ZIPEntryName([folder] + path)).header
        bytes += try zip.append(content)
        return try bytes + zip.end()
    }

    private func files() throws -> [(path: [String], content: [UInt8])] {
        let health = material.health.map { SubsystemBody($0) }
        let findings = material.health.flatMap { subsystem in
            subsystem.findings.map { FindingBody($0, of: subsystem.name) }
        }
        var files: [(path: [String], content: [UInt8])] = [
            (["incident.json"], try json(material.incident)),
            (["audit", "entries.jsonl"], material.entries),
            (
                ["audit", "entries.signature.json"],
                try json([
                    "publicKey": material.signature.publicKey, "signature": material.signature.signature,
                    "context": AuditSignature.context,
                ])
            ),
            (["audit", "heads.json"], try json(material.heads)),
        ]
        for chain in material.chains {
            files.append((path: ["audit", "\(chain.severity.rawValue).chain"], content: chain.bytes))
        }
        let summary = Health(version: material.version, subsystems: health, findings: findings)
        files.append((path: ["configuration.json"], content: try json(material.configuration)))
        files.append((path: ["health.json"], content: try json(summary)))
        let log = material.log.isEmpty ? [Self.noLog] : material.log
        files.append((path: ["log.txt"], content: Array(log.map { "\($0)\n" }.joined().utf8)))
        files.append((path: ["VERIFY.txt"], content: Array(Self.instructions.utf8)))
        return files
    }

    private struct Health: Encodable {
        let version: String
        let subsystems: [SubsystemBody]
        let findings: [FindingBody]
    }

    private func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array(try encoder.encode(value))
    }

    private static func time(of moment: Timestamp) -> ZIPTime {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment.date)
        return ZIPTime(
            year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0, hour: parts.hour ?? 0,
            minute: parts.minute ?? 0, second: parts.second ?? 0)
    }

    /// Why the file of log lines has none.
    private static let noLog =
        "There are no lines: the gateway adds lines of the log of its own broker about the device of the incident. This "
        + "incident is about no such device, or the log had no lines about it. The log of the gateway itself is in the "
        + "system log: journalctl --unit tomte."

    private static let instructions = """
        How to verify this evidence
        ===========================

        1. Files. In this folder: sha256sum -c MANIFEST.sha256

        2. Heads. audit/heads.json has "signed": bytes in hex, of which the last 64 are an Ed25519 signature of the
           bytes before them, by "publicKey". Compare that key with one that was saved earlier: tomte audit heads
           prints it, and the gateway writes the heads to the system log.

        3. Chains. Each audit/SEVERITY.chain is a sequence of records. A record has its length at offset 4 (4 bytes,
           little endian), its sequence at 8 (8 bytes), the hash of the record before at 72 (32 bytes), and at its end
           the SHA-256 of all its bytes before. The last record is the head of heads.json for this severity: the same
           sequence and the same hash. A missing file means that the chain was too long for a bundle.

        4. Entries. Each line of audit/entries.jsonl has "sequence", "entry.severity" and "hash": those of a record in
           the chain. The records are encrypted; that the lines are their content is what the gateway states with
           audit/entries.signature.json: an Ed25519 signature of "context" followed by the SHA-256 of entries.jsonl in
           hex, by the same key. Entries about people who are no part of the incident are left out, and where such a
           person acts or is concerned, "(another person)" stands for them, without the details. health.json leaves out
           findings about them.

        """
}
