import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct ValueCodingTests {
    @Test func errorOfATextThatIsTooLongHasItsTrueSize() throws {
        let longest = String(repeating: "ä", count: 512)
        #expect(try ValueCoding.text.decode(.text(longest)) == .text(longest))
        #expect(throws: DialectError.tooLarge(bytes: 3000, limit: 1024)) {
            try ValueCoding.text.decode(.text(String(repeating: "ä", count: 1500)))
        }
    }
}
