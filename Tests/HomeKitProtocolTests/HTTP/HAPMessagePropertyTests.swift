import SeededRandom
import Testing

@testable import HomeKitProtocol

struct HAPMessagePropertyTests {
    private func response(random: inout SeededGenerator) -> HAPResponse {
        let status = [200, 204, 207, 400, 470].randomElement(using: &random) ?? 200
        let body = status == 204 ? [] : random.bytes([0, 1, 10, 300].randomElement(using: &random) ?? 0)
        return HAPResponse(
            kind: Bool.random(using: &random) ? .response : .event, status: status, contentType: .json, body: body)
    }

    /// What an accessory sends in one connection.
    private func stream(of responses: [HAPResponse], random: inout SeededGenerator) throws -> [UInt8] {
        try responses.flatMap { response in
            let framing: HAPResponse.Framing =
                Bool.random(using: &random) ? .length : .chunked(bytes: Int.random(in: 1...64, using: &random))
            return try response.serialized(framing: framing)
        }
    }

    @Test func anySplitGivesTheSameMessages() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let responses = (0..<Int.random(in: 1...5, using: &random)).map { _ in response(random: &random) }
            let bytes = try stream(of: responses, random: &random)
            var parser = HAPResponseParser()
            var found: [HAPResponse] = []
            for portion in random.portions(of: bytes, upTo: 40) {
                parser.append(portion)
                while let response = try parser.next() { found.append(response) }
            }
            #expect(found.map(\.body) == responses.map(\.body), "seed \(seed)")
            #expect(found.map(\.kind) == responses.map(\.kind), "seed \(seed)")
            #expect(found.map(\.status) == responses.map(\.status), "seed \(seed)")
            #expect(!parser.isInsideMessage, "seed \(seed)")
        }
    }

    @Test func everySplitIntoTwoGivesTheSameMessages() throws {
        let responses = [
            HAPResponse(status: 200, contentType: .json, body: Array("{\"a\":1}".utf8)), HAPResponse(status: 204),
            HAPResponse(kind: .event, status: 200, contentType: .json, body: Array("{}".utf8)),
        ]
        let bytes =
            try responses[0].serialized(framing: .chunked(bytes: 3)) + responses[1].serialized()
            + responses[2].serialized()
        for split in 0...bytes.count {
            var parser = HAPResponseParser()
            var found: [HAPResponse] = []
            for portion in [bytes[..<split], bytes[split...]] {
                parser.append(Array(portion))
                while let response = try parser.next() { found.append(response) }
            }
            #expect(found.map(\.body) == responses.map(\.body), "split at \(split)")
        }
    }

    /// The result is the same for all splits, also when the stream is damaged.
    @Test func damagedStreamsGiveTheSameResultForAllSplits() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        func result(_ portions: [[UInt8]]) -> ([HAPResponse], HAPMessageError?) {
            var parser = HAPResponseParser(limits: HAPMessageLimits(headBytes: 400, bodyBytes: 600))
            var found: [HAPResponse] = []
            do throws(HAPMessageError) {
                for portion in portions {
                    parser.append(portion)
                    while let response = try parser.next() { found.append(response) }
                }
                return (found, nil)
            } catch {
                return (found, error)
            }
        }
        for _ in 0..<500 {
            let responses = (0..<3).map { _ in response(random: &random) }
            let bytes = random.damaged(try stream(of: responses, random: &random))
            let whole = result([bytes])
            let split = result(random.portions(of: bytes, upTo: 20))
            #expect(whole.0 == split.0 && whole.1 == split.1, "seed \(seed)")
        }
    }

    @Test func randomBytesNeverTrap() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let alphabet = Array(
            "HTTP/1.1 200 OK\r\n\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n0aF;:GET /".utf8)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: .min ... .max, using: &random)
            }
            var responses = HAPResponseParser()
            responses.append(bytes)
            while let found = try? responses.next() { _ = found }
            var requests = HAPRequestParser()
            requests.append(bytes)
            while let found = try? requests.next() { _ = found }
        }
    }

    /// Each portion costs time in proportion to its own length: a body of 5 MB in frames takes no longer than seconds.
    @Test(.timeLimit(.minutes(1))) func databaseOf5MegabytesIsReadInSmallPortions() throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 5 << 20)
        for framing in [HAPResponse.Framing.length, .chunked(bytes: 4096)] {
            var parser = HAPResponseParser()
            var rest = try HAPResponse(status: 200, body: body).serialized(framing: framing)[...]
            var found: HAPResponse?
            while !rest.isEmpty {
                parser.append(Array(rest.prefix(1024)))
                rest = rest.dropFirst(1024)
                if let response = try parser.next() { found = response }
            }
            #expect(found?.body.count == body.count)
        }
    }
}
