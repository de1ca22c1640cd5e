import HomeModel
import Testing

struct AuditTextTests {
    private static let hash = String(repeating: "a0", count: 32)

    @Test(arguments: ["informational:0:\(hash)", "security:18446744073709551615:\(hash)"])
    func headRoundTripsThroughItsText(text: String) throws {
        #expect(try #require(AuditHead(text)).description == text)
    }

    @Test(arguments: [
        "", "informational", "informational:1", "informational:1:abc", "other:1:\(hash)", "warning:-1:\(hash)",
        "warning:1:\(hash):", "warning:18446744073709551616:\(hash)", "warning:1:\(hash.uppercased())",
    ])
    func invalidHeadTextIsRefused(text: String) { #expect(AuditHead(text) == nil) }

    @Test func cursorRoundTripsThroughItsText() throws {
        let text = "informational:7,warning:0,security:18446744073709551615"
        #expect(try #require(AuditCursor(text)).description == text)
    }

    @Test(arguments: ["", ",", "informational", "informational:x", "informational:1,informational:2", "a:1"])
    func invalidCursorTextIsRefused(text: String) { #expect(AuditCursor(text) == nil) }
}
