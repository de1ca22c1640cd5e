import Foundation
import HTTPTypes
import Testing

@testable import GatewayAPI

/// A body is UTF-8 and has no repeated members, so that no two programs decode it differently.
@Suite struct JSONTextTests {
    private func code(_ bytes: some Sequence<UInt8>) -> String? {
        do throws(Problem) {
            try JSONText.check(Data(bytes))
            return nil
        } catch {
            return error.status.code == 400 ? error.code : "\(error.status.code)"
        }
    }

    @Test(arguments: [
        #"{"capability":"switch","capability":"lock","value":true}"#, #"{"a":1,"b":2,"a":1}"#,
        #"{"capability":"switch","capabilit\u0079":"lock"}"#, #"{"a":{"b":[{"c":1,"c":2}]}}"#,
        #"[{"a":1},{"a":1,"a":2}]"#,
        #"{ "a" : [1, {"x": "}"}] , "a" : 2 }"#, #"{"a\"":1,"a\"":2}"#, #"{"":1,"":2}"#,
        "{\"\u{E9}\":1,\"e\u{301}\":2}",
    ])
    func repeatedMembersAreRefused(text: String) { #expect(code(text.utf8) == "repeated") }

    @Test(arguments: [
        "", "{}", "[]", "7", #""text""#, #"{"a":"a","b":{"a":"a"},"c":[{"a":1},{"a":1}],"d":["a","a"]}"#,
        #"{"a":"{\"b\":1,\"b\":2}","b":"\\","c":"\"a\":1"}"#, #"{"aå":1,"å":[true,null,"å"]}"#,
    ])
    func bodiesWithUniqueMembersAreAccepted(text: String) { #expect(code(text.utf8) == nil) }

    /// The decoder, not this check, refuses a body that is not JSON.
    @Test(arguments: [
        "{", "}", "}}}{\"a\":1", "{\"", "{\"a\\", "[[[\"", String(repeating: "[", count: 100_000),
        String(repeating: "{\"a\":", count: 20_000), "\\\"", ",,,\"a\",\"a\"",
    ])
    func invalidJSONIsLeftToTheDecoder(text: String) { #expect(code(text.utf8) == nil) }

    @Test func onlyUTF8WithoutByteOrderMarkIsAccepted() throws {
        let text = #"{"capability":"switch","value":true}"#
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
            #expect(code(try #require(text.data(using: encoding))) == "malformed", "\(encoding)")
        }
        #expect(code([0xEF, 0xBB, 0xBF] + text.utf8) == "malformed")
        #expect(code([0xFF] + text.utf8) == "malformed")
        #expect(code(Array(#"{"a":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8)) == "malformed")
        #expect(code(text.utf8) == nil)
    }
}
