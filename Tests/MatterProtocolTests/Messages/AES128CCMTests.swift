import Crypto
import MatterProtocol
import SeededRandom
import Testing

@Suite struct AES128CCMTests {
    /// Vectors of connectedhomeip, which matter.js tests too.
    @Test(arguments: [
        (
            "00800000011201000012345678", "fffd034b50057e400000010000",
            "b5e5bfdacbaf6cb7fb6bff871fb0d6dd827d35bf372fa6425dcd17d356"
        ),
        ("00800148202345000012345678", "120104320308ba072f", "79d7dbc0c9b4d43eeb281508e50d58dbbd27c39597800f4733"),
        ("00802b38322fe3000012345678", "120104fa0205a6000a", "53273086b8c5ee00bdd52b87a8ce6290a772d472b8c62bdc13"),
    ])
    func publishedVectorIsEncryptedAndDecrypted(nonce: String, text: String, data: String) throws {
        let cipher = try AES128CCM(key: SymmetricKey(data: hexadecimal("0953fa93e7caac9638f58820220a398e")))
        #expect(try cipher.seal(hexadecimal(text), nonce: hexadecimal(nonce)) == hexadecimal(data))
        #expect(try cipher.open(hexadecimal(data), nonce: hexadecimal(nonce)) == hexadecimal(text))
    }

    /// The data was made with Python's `cryptography`.
    @Test func additionalDataIsAuthenticated() throws {
        let cipher = try AES128CCM(key: SymmetricKey(data: (0..<16).map { UInt8($0) }))
        let nonce = (16..<29).map { UInt8($0) }
        let text = Array("The lamp is on.".utf8)
        let data = hexadecimal("28891561d43d83a49b303bb14069426ff3a6478fe3c2e6a7e1f1693cd1b441")
        #expect(try cipher.seal(text, nonce: nonce, authenticating: [1, 2, 3]) == data)
        #expect(try cipher.open(data, nonce: nonce, authenticating: [1, 2, 3]) == text)
        #expect(throws: MessageError.wrongTag) { try cipher.open(data, nonce: nonce, authenticating: [1, 2, 4]) }
        #expect(throws: MessageError.wrongTag) { try cipher.open(data, nonce: nonce) }
        #expect(
            try cipher.seal([], nonce: nonce, authenticating: [1, 2, 3])
                == hexadecimal("a3c4656c6543cb39da0cdf70f0f3087c"))
        #expect(try cipher.seal([], nonce: nonce) == hexadecimal("d5e7b9742adec972909274ecbe50c0c9"))
        #expect(try cipher.open(hexadecimal("d5e7b9742adec972909274ecbe50c0c9"), nonce: nonce) == [])
    }

    @Test func everyChangedBitIsDetected() throws {
        let cipher = try AES128CCM(key: SymmetricKey(size: .bits128))
        let nonce = [UInt8](repeating: 5, count: 13)
        let data = try cipher.seal([1, 2, 3, 4], nonce: nonce, authenticating: [9])
        for index in data.indices {
            var changed = data
            changed[index] ^= 0x10
            #expect(throws: MessageError.wrongTag) { try cipher.open(changed, nonce: nonce, authenticating: [9]) }
        }
        for count in 0..<data.count {
            #expect(throws: MessageError.self) {
                try cipher.open(Array(data.prefix(count)), nonce: nonce, authenticating: [9])
            }
        }
    }

    @Test func keysAndNoncesOfOtherLengthsAreRefused() throws {
        #expect(throws: MessageError.cryptography) { try AES128CCM(key: SymmetricKey(size: .bits256)) }
        let cipher = try AES128CCM(key: SymmetricKey(size: .bits128))
        for count in [0, 12, 14] {
            let nonce = [UInt8](repeating: 0, count: count)
            #expect(throws: MessageError.cryptography) { try cipher.seal([1], nonce: nonce) }
            #expect(throws: MessageError.cryptography) {
                try cipher.open([UInt8](repeating: 0, count: 17), nonce: nonce)
            }
        }
        #expect(throws: MessageError.cryptography) {
            try cipher.seal([UInt8](repeating: 0, count: 65_536), nonce: [UInt8](repeating: 0, count: 13))
        }
    }

    @Test func textsOfAllLengthsAreDecryptedAgain() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let cipher = try AES128CCM(key: SymmetricKey(data: random.bytes(16)))
        for count in 0..<300 {
            let (text, nonce) = (random.bytes(count), random.bytes(13))
            let additional = random.bytes(Int.random(in: 0...40, using: &random))
            let data = try cipher.seal(text, nonce: nonce, authenticating: additional)
            #expect(try cipher.open(data, nonce: nonce, authenticating: additional) == text, "seed \(seed)")
        }
    }

    @Test func keyIsNotDescribed() throws {
        let cipher = try AES128CCM(key: SymmetricKey(data: [UInt8](repeating: 0xAB, count: 16)))
        var dumped = ""
        dump(cipher, to: &dumped)
        #expect("\(cipher)" == "AES128CCM")
        #expect(!dumped.contains("171"))
        #expect(!dumped.lowercased().contains("key"))
    }
}
