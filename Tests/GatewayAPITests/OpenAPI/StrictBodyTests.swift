import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import GatewayAPI

struct StrictBodyTests {
    @Test(arguments: [
        #"{"name":"Anna","role":"member"}"#, #"{"role":"member","name":"Anna"}"#,
    ])
    func bodyOfItsSchemaIsTaken(_ text: String) throws {
        #expect(try read(NewPersonBody.self, text).name == "Anna")
    }

    /// A grant until `notafter` would never end.
    @Test(arguments: [
        #"{"person":"kim","permissions":[],"notafter":"2026-01-31T12:00:00Z"}"#, #"{"person":"kim","":1}"#,
        #"{"person":"kim","permissions":[],"__proto__":null}"#,
    ])
    func unknownPropertyIsRefused(_ text: String) {
        let problem = #expect(throws: Problem.self) { try read(NewGrantBody.self, text) }
        #expect(problem?.code == "unknown")
    }

    @Test func unknownPropertyWithinAListIsRefused() {
        let text = #"[{"origin":"a","name":"A","quantity":"energy","flows":"production"}]"#
        let problem = #expect(throws: Problem.self) { try read([ArchivedDeviceBody].self, text) }
        #expect(problem?.field == "flows")
    }

    @Test(arguments: [#"{"name":null}"#, #"{"name":"A","room":null}"#, #"{"purposes":{"main":null}}"#])
    func nullIsNoWayToLeaveOut(_ text: String) {
        #expect(throws: DecodingError.self) { try read(DeviceChangeBody.self, text) }
    }

    @Test func aChangeOfNothingIsRefused() throws {
        let problem = #expect(throws: Problem.self) { try read(GrantChangeBody.self, "{}") }
        #expect(problem?.code == "empty")
        #expect(try read(GrantChangeBody.self, #"{"without":["notAfter"]}"#).without == [.notAfter])
    }

    /// Whose a grant is, and what was used of it, stays.
    @Test(arguments: [#"{"person":"kim"}"#, #"{"uses":0}"#, #"{"effect":"allow"}"#, #"{"id":"a","uses":1}"#])
    func whatNeverChangesIsUnknown(_ text: String) {
        let problem = #expect(throws: Problem.self) { try read(GrantChangeBody.self, text) }
        #expect(problem?.code == "unknown")
    }

    @Test(arguments: ["", "[]", "7", "null", "{", #""text""#, String(repeating: "[", count: 100_000)])
    func otherShapesAreErrors(_ text: String) {
        #expect(throws: DecodingError.self) { try read(DeviceChangeBody.self, text) }
    }

    private func read<Body: DocumentedBody>(_ type: Body.Type, _ text: String) throws -> Body {
        try JSONDecoder().decode(StrictBody<Body>.self, from: Data(text.utf8)).body
    }
}
