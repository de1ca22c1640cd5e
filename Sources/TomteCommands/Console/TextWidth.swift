/// Counts the terminal columns of text: none for marks, two for wide East Asian characters and emoji.
enum TextWidth {
    static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

    /// The longest prefix that fits into `columns`.
    static func prefix(of text: String, columns limit: Int) -> String {
        var used = 0
        return String(
            text.prefix { character in
                used += columns(of: character)
                return used <= limit
            })
    }

    private static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        let isEmoji = scalars.first?.properties.isEmojiPresentation == true || scalars.contains("\u{FE0F}")
        return isEmoji ? 2 : scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Counts as wcwidth(3): a spacing mark has one column.
    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return hangulVowelsAndFinals.contains(scalar.value) ? 0 : isWide(scalar.value) ? 2 : 1
        }
    }

    /// They combine with the wide consonant before them.
    private static let hangulVowelsAndFinals: ClosedRange<UInt32> = 0x1160...0x11FF

    private static func isWide(_ scalar: UInt32) -> Bool {
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(scalar)
    }

    /// East Asian Width W and F without emoji, ascending. Source: Unicode EastAsianWidth.txt.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
