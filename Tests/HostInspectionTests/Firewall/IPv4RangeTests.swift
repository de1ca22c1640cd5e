import SeededRandom
import Testing

@testable import HostInspection

@Suite struct IPv4RangeTests {
    @Test(
        arguments: [
            ("192.168.1.0/24", "192.168.1.0/24", .yes), ("192.168.0.0/16", "192.168.1.0/24", .yes),
            ("0.0.0.0/0", "192.168.1.7", .yes), ("192.168.1.7", "192.168.1.0/24", .unknown),
            ("10.0.0.0/8", "192.168.1.0/24", .no), ("192.168.2.0/24", "192.168.1.0/24", .no),
            ("192.168.1.99/24", "192.168.1.7", .yes), ("192.168.1.7/32", "192.168.1.7", .yes),
        ] as [(String, String, ConditionAnswer)])
    func rangeCoversAllSomeOrNoneOfAnother(_ range: String, other: String, expected: ConditionAnswer) throws {
        #expect(try #require(IPv4Range(range)).covers(try #require(IPv4Range(other))) == expected)
    }

    @Test(arguments: [
        "", "192.168.1", "192.168.1.0/33", "192.168.1.0/-1", "192.168.1.0/", "@set", "fe80::1", "1.2.3.4/x",
    ])
    func otherTextIsNoRange(_ text: String) { #expect(IPv4Range(text) == nil) }

    /// The oracle compares the numbers one by one.
    @Test func coverIsThatOfTheSingleAddresses() {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<2000 {
            let bounds = (0..<4).map { _ in UInt32.random(in: 0...12, using: &random) }
            let (left, right) = (bounds[0...1].sorted(), bounds[2...3].sorted())
            let inside = (right[0]...right[1]).filter { (left[0]...left[1]).contains($0) }.count
            let count = Int(right[1] - right[0]) + 1
            let expected: ConditionAnswer = inside == count ? .yes : inside == 0 ? .no : .unknown
            let answer = IPv4Range(first: left[0], last: left[1]).flatMap { range in
                IPv4Range(first: right[0], last: right[1]).map(range.covers)
            }
            #expect(answer == expected, "\(left) \(right), seed 17")
        }
    }

    @Test func hostsHaveNeitherTheFirstNorTheLastAddress() {
        #expect(IPv4Range("192.168.1.0/24")?.hosts == IPv4Range(first: 0xC0A8_0101, last: 0xC0A8_01FE))
        #expect(IPv4Range("192.168.1.7")?.hosts == IPv4Range("192.168.1.7"))
    }
}
