import SeededRandom

extension SeededGenerator {
    /// Returns up to `limit` scalars: half of them random, half from a list of scalars that are difficult in names.
    mutating func text(upTo limit: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...limit, using: &self) { text.append(scalar()) }
        return String(text)
    }

    private mutating func scalar() -> Unicode.Scalar {
        if Bool.random(using: &self), let scalar = Self.difficultScalars.randomElement(using: &self) { return scalar }
        return Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) ?? "x"
    }

    /// Combining marks, joiners, direction controls, line ends, fillers, Hangul jamo, an emoji, a private character.
    private static let difficultScalars = Array(
        "a Z-_()\t\n\r\u{0}\u{301}\u{327}\u{93F}\u{200D}\u{202E}\u{2028}\u{3164}\u{FE0F}\u{1100}\u{1161}\u{1F525}\u{E000}"
            .unicodeScalars)
}
