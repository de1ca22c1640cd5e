/// A SplitMix64 generator: the same seed gives the same test.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

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
