package import SeededRandom

/// Payloads with which the tests attack both sides of Homie: valid values, values changed at random, and arbitrary bytes.
package enum HomiePayloads {
    private static let values = [
        "21.5", "-1e308", "9223372036854775807", "true", "hsv,300,50,75", "rgb,0,0,0", "xyz,0,0", "HEAT", "PT5M",
        "\u{0}",
    ]

    /// Texts that `SeededGenerator.mutated` puts into a message.
    package static let tokens = [
        "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "1e999", "-", "0", "99999999999999999999", "true", "NaN", "/",
        "$", "\u{0}", "é", "\"format\":\"0:0:1e-300\",", "\"format\":\":-1e308\",", "\"unit\":\"MK⁻¹\",", "1e308",
    ]

    /// A payload of at most 40 arbitrary bytes, or a value that is changed at random.
    package static func random(using random: inout SeededGenerator) -> [UInt8] {
        if random.chance(0.3) {
            return (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        }
        return random.mutated(Array(random.pick(values).utf8), tokens: tokens)
    }
}
