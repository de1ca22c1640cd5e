import HomeModel
import Testing

struct PrivacyNoticeTests {
    /// The digest (FNV-1a) of the texts of each version. After a change of the meaning, raise `PrivacyNotice.version` and
    /// add a line, so that each person sees the new notice; after a correction that changes nothing, replace the digest.
    private static let digests: [Int: UInt64] = [1: 0x5884d9ebaf148d65, 2: 0xf97efa8be907f637]

    private static var digest: UInt64 {
        let text = PrivacyNotice.points.map { "\($0.code)|\($0.title)|\($0.text)" }.joined(separator: "\n")
        return text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    @Test func textsBelongToTheirVersion() {
        #expect(Self.digests[PrivacyNotice.version] == Self.digest, "now 0x\(String(Self.digest, radix: 16))")
        #expect(Self.digests.keys.max() == PrivacyNotice.version)
    }

    /// The notice names the days that the program really uses.
    @Test func noticeStatesTheTermOfPresence() throws {
        let long = try #require(PrivacyNotice.points.first { $0.code == "long" })
        #expect(long.text.contains("at most \(RetentionTerms.presenceBounds.upperBound) days"))
    }

    /// One screen: a person reads it while they join.
    @Test func noticeIsShort() {
        let words = PrivacyNotice.points.map { $0.text.split(separator: " ").count }.reduce(0, +)
        #expect(PrivacyNotice.points.count <= 6 && words <= 200)
        #expect(Set(PrivacyNotice.points.map(\.code)).count == PrivacyNotice.points.count)
    }
}
