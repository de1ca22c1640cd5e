import HomeKitPeers
import SeededRandom
import Testing

@testable import HomeKitProtocol

struct SetupPayloadTests {
    /// The text was made with HAP-python for a lamp with this code.
    @Test func payloadOfAnotherImplementationIsReadAndWritten() throws {
        let payload = try SetupPayload("X-HM://00522H1VM7OSX")
        #expect(payload.category == 5 && payload.flags == .ip && payload.setupID == "7OSX")
        #expect(payload.code.exposedText == "031-45-154")
        #expect(payload.exposedText == "X-HM://00522H1VM7OSX")
        #expect(try SetupPayload("x-hm://00522h1vm7osx") == payload)
    }

    @Test(arguments: [
        "", "X-HM://", "X-HM://00522H1VM7OS", "X-HM://00522H1VM7OSXX", "X-HN://00522H1VM7OSX", "X-HM://00522H1 M7OSX",
        "X-HM://00522H1VM7O-X", "MT:Y.K9042C00KA0648G00",
    ])
    func otherTextIsMalformed(_ text: String) {
        #expect(throws: SetupPayloadError.malformed) { try SetupPayload(text) }
    }

    @Test func payloadWithoutAUsableCodeIsRefused() {
        #expect(throws: SetupPayloadError.code(.trivial)) { try SetupPayload("X-HM://0000000007OSX") }
        #expect(throws: SetupPayloadError.unknownVersion) { try SetupPayload("X-HM://ZZZZZZZZZ7OSX") }
    }

    @Test func payloadsAreReadAsTheyWereWritten() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        for _ in 0..<300 {
            let payload = try SetupPayload(
                category: UInt8.random(in: .min ... .max, using: &random),
                flags: SetupPayload.Flags(rawValue: UInt8.random(in: 0...15, using: &random)),
                code: SetupCode.random(using: &random),
                setupID: String((0..<4).compactMap { _ in alphabet.randomElement(using: &random) }))
            #expect(try SetupPayload(payload.exposedText) == payload, "seed \(seed)")
        }
    }

    /// The bytes were calculated with Python's `hashlib`.
    @Test func setupHashIgnoresTheCaseOfTheIdentifier() {
        let hash = SetupHash(setupID: "7OSX", identifier: "aa:bb:cc:dd:ee:ff")
        #expect(hash == SetupHash(setupID: "7OSX", identifier: "AA:BB:CC:DD:EE:FF"))
        #expect(hash.bytes.hex == "5c8a2740")
    }
}
