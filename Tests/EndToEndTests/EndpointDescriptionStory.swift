import Foundation
import GatewayApp
import GatewayWire
import HomeModel
import Subprocess
import TestSupport
import Testing

/// The description of the HTTPS endpoint, which unpaired clients may read, and the name of the home, which they may
/// not read.
@Suite(.timeLimit(.minutes(15))) struct EndpointDescriptionStory {
    @Test func endpointDescriptionHasFingerprintsAndNoNames() async throws {
        try await withHome { home in
            #expect(try await home.answer("GET", path: "/door").json(EndpointBody.self).isClaimed == false)
            #expect(try await home.answer("PATCH", path: "/home", body: #"{"name":"Villa Hemlig"}"#).contains("Hemlig"))
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let answer = try await HTTPSTestClient(port: home.httpsPort, http: http).raw(
                    "GET", path: "/api/v1/door")
                let endpoint = try answer.json(EndpointBody.self)
                #expect(answer.status == 200 && endpoint.isClaimed)
                let root = try #require(endpoint.webRoot.flatMap { Self.contents(ofPEM: $0.certificate) })
                for text in [answer.body, root].map({ String(decoding: $0, as: UTF8.self).lowercased() }) {
                    #expect(!text.contains("hemlig") && !text.contains("anna"))
                }
                #expect(String(decoding: root, as: UTF8.self).contains("tomte.local"))
                let offer = try await home.tomte("people", "invite", "anna", "--json").json(PairingOfferBody.self)
                #expect(endpoint.publicKeyFingerprint == offer.payload.publicKeyFingerprint)
                #expect(endpoint.certificateFingerprint == offer.payload.certificateFingerprint)
                let link = offer.payload.link
                #expect(offer.link == link && link.hasPrefix("https://tomte.local:\(home.httpsPort)/#pair="))
            }
        }
    }

    private static func contents(ofPEM text: String) -> Data? {
        Data(base64Encoded: text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined())
    }

    @Test func homeNameSurvivesARestart() async throws {
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

    @Test func homeWithoutHTTPSHasNoEndpointDetails() async throws {
        let settings = """
            https: { enabled: false }
            discovery: { enabled: false }
            clock: { trustUnsynchronised: true }

            """
        try await withHome(settings: settings) { home in
            let answer = try await home.answer("GET", path: "/door")
            #expect(answer == #"{"isClaimed":false}"#)
        }
    }
}

extension HomeUnderTest {
    /// Returns the body of the response to a request at the gateway's own socket.
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
