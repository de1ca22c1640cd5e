import SeededRandom
import Testing

@testable import HomeKitProtocol

struct SetupCodeTests {
    @Test(arguments: ["031-45-154", "03145154", "0314-5154", " 031-45-154\n", "031 45 154", "0-3-1-4-5-1-5-4"])
    func codeIsReadInAllGroupings(_ text: String) throws {
        #expect(try SetupCode(text).exposedText == "031-45-154")
    }

    @Test(arguments: [
        "", "0314515", "031451544", "031-45-15a", "031--45154", "-03145154", "03145154-", "031.45.154", "０３１４５１５４",
        "+3145154", String(repeating: "1", count: 1000),
    ])
    func otherTextIsMalformed(_ text: String) {
        #expect(throws: SetupCodeError.malformed) { try SetupCode(text) }
    }

    @Test func trivialCodesAreRefused() {
        let equal = (0...9).map { String(repeating: String($0), count: 8) }
        for text in equal + ["12345678", "87654321", "123-45-678", "000-00-000"] {
            #expect(throws: SetupCodeError.trivial) { try SetupCode(text) }
        }
        #expect(throws: Never.self) { try SetupCode("01234567") }
    }

    @Test func descriptionsDoNotContainTheCode() throws {
        let code = try SetupCode("03145154")
        let payload = try SetupPayload(category: 5, flags: .ip, code: code, setupID: "1QJ8")
        var dumped = ""
        dump(payload, to: &dumped)
        for text in ["\(code)", String(reflecting: code), "\(payload)", String(reflecting: payload), dumped] {
            #expect(!text.contains("03145154") && !text.contains("031-45-154") && !text.contains("48, 51, 49"))
        }
    }

    @Test func randomCodesAreAllowed() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let code = SetupCode.random(using: &random)
            #expect(try SetupCode(code.exposedText) == code, "seed \(seed)")
        }
    }
}
