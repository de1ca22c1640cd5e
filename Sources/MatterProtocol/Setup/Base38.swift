/// The encoding of a Matter QR code: three bytes are five characters, two are four, and one is two, the least
/// significant first.
enum Base38 {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var number = group.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            for _ in 0..<characterCount(ofBytes: group.count) {
                characters.append(alphabet[Int(number % 38)])
                number /= 38
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes; nil if the text contains another character, has an impossible length, or a group is too large.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        let characters = Array(text)
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: characters.count, by: 5) {
            let group = characters[start..<min(start + 5, characters.count)]
            guard let count = byteCount(ofCharacters: group.count) else { return nil }
            var number: UInt32 = 0
            for character in group.reversed() {
                guard let digit = alphabet.firstIndex(of: character) else { return nil }
                // Five digits are less than 2²⁷, so that nothing overflows.
                number = number * 38 + UInt32(digit)
            }
            guard number >> (8 * UInt32(count)) == 0 else { return nil }
            bytes += (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return bytes
    }

    private static func characterCount(ofBytes count: Int) -> Int { count == 3 ? 5 : count * 2 }

    private static func byteCount(ofCharacters count: Int) -> Int? { [2: 1, 4: 2, 5: 3][count] }
}
