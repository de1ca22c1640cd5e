import Foundation
import QRCodes
import Subprocess
import Testing

struct QRCodeTests {
    /// The code is drawn and read by another program, as a phone would read it with its camera.
    @Test(arguments: [
        "HELLO", #"{"code":"4TQ9M-2XK7B","host":"tomte.local","port":8443,"version":"1"}"#,
        String(repeating: "0123456789abcdef", count: 25),
    ])
    func codeIsReadByAnotherProgram(_ text: String) async throws {
        let code = try #require(QRCode(text))
        let file = "/tmp/qr-\(UUID().uuidString).pbm"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(code.bitmap(scale: 4, margin: 4).utf8).write(to: URL(fileURLWithPath: file))
        let read = try await run(
            .name("zbarimg"), arguments: ["--quiet", "--raw", file], output: .string(limit: 1 << 16))
        #expect(read.standardOutput == text + "\n")
    }

    @Test(arguments: [String(repeating: "a", count: 10_000), "a\0b", ""])
    func invalidTextGivesNoCode(_ text: String) { #expect(QRCode(text) == nil) }

    @Test func rowsMatchTheModules() throws {
        let code = try #require(QRCode("HELLO"))
        #expect(code.rows.count == code.width && code.rows.allSatisfy { $0.count == code.width })
        #expect(code.rows.first?.hasPrefix("11111110") == true)
        for (row, text) in code.rows.enumerated() {
            #expect(text == String((0..<code.width).map { code.isDark(row: row, column: $0) ? "1" : "0" }))
        }
    }

    @Test func marginAroundTheCodeIsLight() throws {
        let code = try #require(QRCode("A"))
        #expect(code.isDark(row: 0, column: 0))
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.width))
    }
}

extension QRCode {
    /// Returns the code as a plain PBM picture.
    fileprivate func bitmap(scale: Int, margin: Int) -> String {
        let modules = -margin..<width + margin
        let rows = modules.map { row in
            let line = modules.map { String(repeating: isDark(row: row, column: $0) ? "1 " : "0 ", count: scale) }
            return String(repeating: line.joined() + "\n", count: scale)
        }
        let side = modules.count * scale
        return "P1\n\(side) \(side)\n" + rows.joined()
    }
}
