import Testing

@testable import TomteCommands

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("한국", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("→✓", 2), ("✅", 2),
        ("हिन्दी", 5), ("\u{1112}\u{1161}\u{11AB}", 2), ("☀\u{FE0F}", 2), ("°C µg/m³", 8),
    ])
    func widthIsInTerminalColumns(text: String, columns: Int) {
        #expect(TextWidth.columns(of: text) == columns)
    }
}
