import Testing

@testable import TomteCommands

@Suite struct EscapedJSONTests {
    @Test func invisibleCharactersBecomeJSONEscapes() {
        let document = "[\"a\u{202E}b\u{9B}\u{E0001}\", \"ü台\"]\n"
        #expect(EscapedJSON.text(of: Array(document.utf8)) == "[\"a\\u202eb\\u009b\\udb40\\udc01\", \"ü台\"]\n")
    }
}
