import Crypto
import Foundation
import HomeModel
import Testing

@testable import AuditTrail

/// Others can verify a part of a chain without the keys of the log.
struct AuditExtractTests {
    private func entry(_ number: Int) -> AuditEntry {
        AuditEntry(.settingsChange, severity: .warning, actor: "console", target: "entry-\(number)")
    }

    private func records(_ bytes: [UInt8]) -> [(sequence: UInt64, previous: [UInt8], hash: [UInt8])] {
        var found: [(sequence: UInt64, previous: [UInt8], hash: [UInt8])] = []
        var rest = bytes[...]
        while rest.count > 152 {
            let record = Array(rest)
            let number = { (range: Range<Int>) in range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(record[$1]) } }
            let length = Int(number(4..<8))
            let hash = Array(record[(length - 32)..<length])
            #expect(Array(SHA256.hash(data: record[..<(length - 32)])) == hash)
            found.append((number(8..<16), Array(record[72..<104]), hash))
            rest = rest.dropFirst(length)
        }
        return found
    }

    @Test(arguments: [1, 2, 40, 90] as [UInt64]) func extractLeadsToTheSignedHead(_ first: UInt64) async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for number in 0..<90 { _ = try await log.append(entry(number)) }
        let heads = try await log.signedHeads()
        _ = try await log.append(entry(90))
        let extract = try #require(
            try await log.extract(.warning, from: first, upTo: heads, maximumBytes: 1 << 20))
        let found = records(extract.bytes)
        #expect(found.map(\.sequence) == Array(first...90))
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.hash == $1.previous })
        #expect(found.last?.hash.hexadecimal == heads.heads.first { $0.severity == .warning }?.hash)
        #expect(extract.first == first && extract.last == 90)
        await log.close()
    }

    @Test func extractThatIsTooLongOrBeyondTheEndIsNone() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        for number in 0..<20 { _ = try await log.append(entry(number)) }
        let heads = try await log.signedHeads()
        #expect(try await log.extract(.warning, from: 1, upTo: heads, maximumBytes: 1000) == nil)
        #expect(try await log.extract(.warning, from: 21, upTo: heads, maximumBytes: 1 << 20) == nil)
        #expect(try await log.extract(.security, from: 1, upTo: heads, maximumBytes: 1 << 20) == nil)
        await log.close()
    }

    /// An observer sees each refusal once, whether it is written or only counted.
    @Test func observerSeesEachEntryOnce() async throws {
        let fixture = try AuditFixture()
        let log = try await fixture.open()
        _ = try await log.append(entry(0))
        let refusal = AuditEntry(.policyChange, severity: .warning, actor: "kim", success: false)
        for _ in 0..<5 { try await log.appendRefusal(refusal) }
        _ = try await log.records()
        var seen: [ObservedEntry] = []
        for await observed in log.observed {
            seen.append(observed)
            if seen.count == 6 { break }
        }
        #expect(seen.map(\.entry.event) == [.settingsChange] + Array(repeating: .policyChange, count: 5))
        #expect(seen.map { $0.reference?.sequence } == [1, 2, nil, nil, nil, nil])
        await log.close()
    }
}
