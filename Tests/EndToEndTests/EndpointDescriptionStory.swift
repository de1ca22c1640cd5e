import Foundation
import GatewayApp
import GatewayWire
import HomeModel
import Subprocess
import TestSupport
import Testing

/// What somebody is told who stands before the door, and what is kept for those who are in.
@Suite(.timeLimit(.minutes(15))) struct DoorSignStory {
    @Test func aStrangerIsToldByWhatTheDoorIsKnownAndNoNames() async throws {
        try await withHome { home in
            #expect(try await home.answer("GET", path: "/door").json(EndpointBody.self).isClaimed == false)
            #expect(try await home.answer("PATCH", path: "/home", body: #"{"name":"Villa Hemlig"}"#).contains("Hemlig"))
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let answer = try await HTTPSTestClient(port: home.httpsPort, http: http).raw(
                    "GET", path: "/api/v1/door")
                let door = try answer.json(EndpointBody.self)
                #expect(answer.status == 200 && door.isClaimed)
                let root = try #require(door.webRoot.flatMap { Self.contents(ofPEM: $0.certificate) })
                for text in [answer.body, root].map({ String(decoding: $0, as: UTF8.self).lowercased() }) {
                    #expect(!text.contains("hemlig") && !text.contains("anna"))
                }
                #expect(String(decoding: root, as: UTF8.self).contains("tomte.local"))
                let offer = try await home.tomte("people", "invite", "anna", "--json").json(PairingOfferBody.self)
                #expect(door.publicKeyFingerprint == offer.payload.publicKeyFingerprint)
                #expect(door.certificateFingerprint == offer.payload.certificateFingerprint)
                let link = offer.payload.link
                #expect(offer.link == link && link.hasPrefix("https://tomte.local:\(home.httpsPort)/#pair="))
            }
        }
    }

    private static func contents(ofPEM text: String) -> Data? {
        Data(base64Encoded: text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined())
    }

    @Test func theNameThatPeopleGaveOutlivesTheProgram() async throws {
        try await withHome { home in
            #expect(home.log.contains("serves Home;"))
            _ = try await home.answer("PATCH", path: "/home", body: #"{"name":"Villa Solbacka"}"#)
            await home.stopGateway()
            try await home.startGateway()
            #expect(home.log.contains("serves Villa Solbacka;"))
            #expect(try await home.answer("GET", path: "/home").json(HomeBody.self).name == "Villa Solbacka")
            #expect(
                try await home.answer("GET", path: "/diagnostics").json(DiagnosticsBody.self).home == "Villa Solbacka")
        }
    }

    @Test func aHomeWithoutAnHTTPSDoorHasNothingOfOneToTell() async throws {
        let settings = """
            https: { enabled: false }
            discovery: { enabled: false }
            clock: { trustUnsynchronised: true }

            """
        try await withHome(settings: settings) { home in
            let door = try await home.answer("GET", path: "/door")
            #expect(door == #"{"isClaimed":false}"#)
        }
    }
}

extension HomeUnderTest {
    /// What the console is answered over the socket.
    fileprivate nonisolated func answer(_ method: String, path: String, body: String? = nil) async throws -> String {
        let socket = try StateFolder(path: state).socket
        let result = try await Subprocess.run(
            .name("curl"),
            arguments: Arguments(
                ["--silent", "--fail", "--unix-socket", socket, "--request", method]
                    + (body.map { ["--header", "Content-Type: application/json", "--data", $0] } ?? [])
                    + ["http://localhost/api/v1\(path)"]),
            output: .string(limit: 1 << 20))
        return result.standardOutput
    }
}

extension String {
    fileprivate func json<Body: Decodable>(_ type: Body.Type) throws -> Body {
        try JSONDecoder().decode(type, from: Data(utf8))
    }
}
