import HomeModel
import Testing

@Suite struct CSVCellTests {
    @Test(
        arguments: [
            ("", ""), ("locked", "locked"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("=1+1", "'=1+1"),
            ("+46 70", "'+46 70"), ("-1-1", "'-1-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "\\u{9}=1"),
            ("\r=1", "\\u{d}=1"), ("\n=1", "\\u{a}=1"), ("  =1", "  '=1"), ("-3.5", "-3.5"), ("-3.", "'-3."),
            ("-", "'-"), ("=\u{301}x", "'=\u{301}x"), ("a;=1+1", "\"a;'=1+1\""), ("a; -1", "\"a; '-1\""),
            ("\u{FF1D}1+1", "'\u{FF1D}1+1"), ("\u{FF20}x", "'\u{FF20}x"), ("\u{FF0D}1", "'\u{FF0D}1"),
            ("\"\u{301}", "\"\"\"\u{301}\""), ("a\u{0}b", "a\\u{0}b"),
        ] as [(String, String)])
    func cellIsNoFormula(text: String, cell: String) { #expect(CSVCell(text).description == cell) }

    @Test func longTextIsCutOnlyWithLimit() {
        let text = String(repeating: "x", count: 5000)
        #expect(CSVCell(text).description == text)
        #expect(CSVCell(text, limit: 10).description == String(repeating: "x", count: 10) + "…")
    }
}
