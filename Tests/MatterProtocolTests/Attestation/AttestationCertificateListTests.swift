import Foundation
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct AttestationCertificateListTests {
    private let makers: [AttestationAuthority]

    init() throws {
        makers = try (1...3).map { try AttestationAuthority(vendorID: UInt16($0), name: "Maker \($0)") }
    }

    private static func pem(_ bytes: [UInt8], lineEnd: String = "\n") -> String {
        var options: Data.Base64EncodingOptions = [.lineLength64Characters, .endLineWithLineFeed]
        if lineEnd == "\r\n" { options.insert(.endLineWithCarriageReturn) }
        let digits = Data(bytes).base64EncodedString(options: options)
        return "-----BEGIN CERTIFICATE-----\(lineEnd)\(digits)\(lineEnd)-----END CERTIFICATE-----\(lineEnd)"
    }

    private func list(_ text: String) -> AttestationCertificateList { AttestationCertificateList(Array(text.utf8)) }

    private var text: String {
        "# Makers.\n# Date: 2026-02-17\n\n"
            + makers.map { "# A maker\n\(Self.pem($0.authority))" }.joined(separator: "\n")
    }

    @Test func installedListIsCompleteAndHasNoMakersForTests() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../devices/matter-makers.pem")
        let list = AttestationCertificateList(Array(try Data(contentsOf: path.standardizedFileURL)))
        #expect(list.damaged.isEmpty, "\(list.damaged)")
        #expect(list.date == "2026-02-17" && list.certificates.count == 74)
        let known = MakerCertificates(list.certificates)
        #expect(known.rejected.isEmpty, "\(known.rejected.map(\.subject))")
        #expect(known.entries.count { $0.role == .authority } == 68)
        #expect(known.entries.count { $0.role == .declarationSigner } == 5)
        #expect(known.entries.count { $0.role == .declarationRoot } == 1)
        #expect(known.entries.filter { $0.role != .declarationRoot }.allSatisfy { !$0.certificate.isForTests })
    }

    @Test func certificatesBetweenCommentsAreRead() {
        let list = list(text)
        #expect(list.certificates.map(\.bytes) == makers.map(\.authority))
        #expect(list.damaged.isEmpty && list.date == "2026-02-17")
    }

    @Test func linesOfOtherSystemsAreRead() {
        let found = list("\r\n  \(Self.pem(makers[0].authority, lineEnd: "\r\n"))")
        #expect(found.certificates.map(\.bytes) == [makers[0].authority] && found.damaged.isEmpty)
    }

    @Test func certificateThatOccursTwiceCountsOnce() {
        let found = list(text + text)
        #expect(found.certificates.count == 3 && found.damaged.isEmpty)
    }

    @Test func damagedEntryIsLeftOutAndTheOthersAreRead() {
        let texts = [
            Self.pem(makers[0].authority), "-----BEGIN CERTIFICATE-----\nnot Base64!\n-----END CERTIFICATE-----\n",
            Self.pem(Array(makers[1].authority.dropLast())), Self.pem([]),
            "-----BEGIN CERTIFICATE-----\n\(String(repeating: "A", count: 1 << 16))\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n", Self.pem(makers[2].authority), "-----BEGIN CERTIFICATE-----\n",
        ]
        let found = list(texts.joined())
        #expect(found.certificates.map(\.bytes) == [makers[0].authority, makers[2].authority])
        #expect(
            found.damaged.map(\.reason) == [
                .noCertificate, .noCertificate, .noCertificate, .noCertificate, .unfinished, .unfinished,
            ])
    }

    @Test(arguments: ["# Date: 2026-2-17", "# Date: 2026-02-17T00:00", "# date: 2026-02-17", "# Date: ２０２６-02-17", ""])
    func commentWithoutADayIsNoDate(comment: String) { #expect(list(comment).date == nil) }

    @Test func hugeTextIsNotRead() {
        let found = AttestationCertificateList(
            [UInt8](repeating: UInt8(ascii: "\n"), count: AttestationCertificateList.maximumBytes + 1))
        #expect(found.damaged.map(\.reason) == [.textTooLarge] && found.certificates.isEmpty)
    }

    /// No text traps, and none contains a certificate that is not in it.
    @Test(arguments: [UInt64(1), 2, 3]) func changedTextsNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = Array(text.utf8)
        let valid = Set(makers.map(\.authority))
        for round in 0..<300 {
            var changed = bytes
            for _ in 0...Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: changed[place] = .random(in: 0...255, using: &random)
                case 1: changed.removeSubrange(place..<min(place + 70, changed.count))
                default: changed.insert(contentsOf: bytes.prefix(60), at: place)
                }
                if changed.isEmpty { changed = bytes }
            }
            let found = AttestationCertificateList(changed)
            #expect(found.certificates.count + found.damaged.count <= 12, "seed \(seed), round \(round)")
            // A changed certificate may still have the right form; its signature is wrong then.
            #expect(
                found.certificates.allSatisfy { valid.contains($0.bytes) || !$0.isSelfSigned },
                "seed \(seed), round \(round)")
            _ = AttestationCertificateList((0..<200).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }
}
