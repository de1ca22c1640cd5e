import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import GatewayAPI

struct StrictBodyTests {
    @Test(arguments: [
        #"{"name":"Anna","role":"member"}"#, #"{"role":"member","name":"Anna"}"#,
    ])
    func bodyOfTheSchemaIsAccepted(text: String) throws {
        #expect(try read(NewPersonBody.self, from: text).name == "Anna")
    }

    /// A client that misspells `notAfter` would create a grant without an end.
    @Test(arguments: [
        #"{"person":"kim","permissions":[],"notafter":"2026-01-31T12:00:00Z"}"#, #"{"person":"kim","":1}"#,
        #"{"person":"kim","permissions":[],"__proto__":null}"#,
    ])
    func unknownPropertyIsRefused(text: String) {
        let problem = #expect(throws: Problem.self) { try read(NewGrantBody.self, from: text) }
        #expect(problem?.code == "unknown")
    }

    @Test func unknownPropertyWithinAListIsRefused() {
        let text = #"[{"origin":"a","name":"A","quantity":"energy","flows":"production"}]"#
        let problem = #expect(throws: Problem.self) { try read([ArchivedDeviceBody].self, from: text) }
        #expect(problem?.field == "flows")
    }

    @Test(arguments: [#"{"name":null}"#, #"{"name":"A","room":null}"#, #"{"purposes":{"main":null}}"#])
    func nullPropertyIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try read(DeviceChangeBody.self, from: text) }
    }

    @Test func emptyChangeIsRefused() throws {
        let problem = #expect(throws: Problem.self) { try read(GrantChangeBody.self, from: "{}") }
        #expect(problem?.code == "empty")
        #expect(try read(GrantChangeBody.self, from: #"{"without":["notAfter"]}"#).without == [.notAfter])
    }

    /// The person, the effect and the number of uses of a grant cannot be changed.
    @Test(arguments: [#"{"person":"kim"}"#, #"{"uses":0}"#, #"{"effect":"allow"}"#, #"{"id":"a","uses":1}"#])
    func immutableGrantPropertyIsRefused(text: String) {
        let problem = #expect(throws: Problem.self) { try read(GrantChangeBody.self, from: text) }
        #expect(problem?.code == "unknown")
    }

    @Test(arguments: ["", "[]", "7", "null", "{", #""text""#, String(repeating: "[", count: 100_000)])
    func bodyOfAnotherTypeIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try read(DeviceChangeBody.self, from: text) }
    }

    private func read<Body: DocumentedBody>(_ type: Body.Type, from text: String) throws -> Body {
        try JSONDecoder().decode(StrictBody<Body>.self, from: Data(text.utf8)).body
    }
}
