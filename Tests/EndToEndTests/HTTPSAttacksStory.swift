import Foundation
import GatewayWire
import HomeModel
import ProofOfPossession
import Subprocess
import TestSupport
import Testing

/// Attacks from the network on the HTTPS endpoint.
@Suite struct HTTPSAttacksStory {
    @Test(.timeLimit(.minutes(10))) func dpopProofIsValidOnceAndForOneRequest() async throws {
        try await withHome { home in
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                let token = try #require(await anna.session?.accessToken)
                let path = "/api/v1/devices"
                func get(_ proof: String, path: String = path, token: String? = token) async throws -> String? {
                    let authorization = token.map { ["Authorization": "DPoP \($0)"] } ?? [:]
                    return try await anna.raw("GET", path: path, headers: ["DPoP": proof].merging(authorization) { $1 })
                        .code
                }
                let proof = try await anna.proof("GET", path: path, token: token)
                #expect(try await get(proof) == nil)
                #expect(try await get(proof) == "proofReplayed")
                #expect(
                    try await get(anna.proof("GET", path: path, token: token), path: path + "?limit=1")
                        == "proofRefused")
                #expect(try await get(anna.proof("POST", path: path, token: token)) == "proofRefused")
                #expect(try await get(anna.proof("GET", path: path, token: "other")) == "proofRefused")
                #expect(try await get(anna.proof("GET", path: path), token: nil) == "unauthenticated")
                // Another client's key with Anna's token.
                let thief = try HTTPSTestClient(port: home.httpsPort, http: http)
                let theirs = try await thief.proof("GET", path: path, token: token)
                #expect(try await get(theirs) == "unauthenticated")
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func bodyThatDiffersFromTheProofIsRefused() async throws {
        try await withHome { home in
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                let token = try #require(await anna.session?.accessToken)
                let (path, on, off) = ("/api/v1/lockdown", Data(#"{"isOn":true}"#.utf8), Data(#"{"isOn":false}"#.utf8))
                for covered in [on, nil] {
                    let proof = try await anna.proof("POST", path: path, body: covered, token: token)
                    let answer = try await anna.raw(
                        "POST", path: path, body: off,
                        headers: [
                            "DPoP": proof, "Authorization": "DPoP \(token)", "Content-Type": "application/json",
                        ])
                    #expect(answer.code == "proofRefused")
                }
                #expect(try await home.tomte("audit", "list", "--event", "lockdown.on", "--json").output.contains("[]"))
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func onlyOneOfManyConcurrentClaimsSucceeds() async throws {
        try await withHome { home in
            let payload = try await home.tomte("people", "claim", "--json").json(PairingPayload.self)
            try await home.withHTTPS { http in
                let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            let resident = try HTTPSTestClient(port: home.httpsPort, http: http)
                            let claim = ClaimBody(code: payload.code, name: "Owner \(number)", clientName: "Phone")
                            return try await resident.send("POST", path: "/claim", body: claim).status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1) }
                }
                #expect(answers.count { $0 == 201 } == 1)
                #expect(answers.allSatisfy { [201, 409, 422, 429].contains($0) })
                let people = try await home.tomte("people", "list", "--json").json([PersonBody].self)
                #expect(people.map(\.role) == [.owner])
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func guessedCodesAreThrottledAndPairedClientsAreNot() async throws {
        try await withHome { home in
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                let invited = try await home.tomte("people", "invite", "anna", "--approve-any", "--json")
                    .json(PairingPayload.self)
                let guesser = try HTTPSTestClient(port: home.httpsPort, http: http)
                var codes: [String?] = []
                for number in 0..<8 {
                    let guess = PairBody(code: "00000-0000\(number)", clientName: "Phone")
                    codes.append(try await guesser.send("POST", path: "/pair", body: guess).code)
                }
                #expect(codes.prefix(5).allSatisfy { $0 == "wrongCode" })
                #expect(codes.dropFirst(5).contains("throttled"))
                // Five wrong codes have ended the valid code too.
                try await eventually("the valid code is checked and refused") {
                    let real = PairBody(code: invited.code, clientName: "Phone")
                    return try await guesser.send("POST", path: "/pair", body: real).code == "wrongCode"
                }
                #expect(try await anna.send("GET", path: "/devices").status == 200)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func expiredAccessTokenIsRefreshedOnlyForTheSameKey() async throws {
        let clock = ManualHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                #expect(try await anna.send("GET", path: "/home").status == 200)
                clock.set(uptime: .hours(2) + .seconds(1))
                #expect(try await anna.send("GET", path: "/home").code == "unauthenticated")
                let refresh = try #require(await anna.session?.refreshToken)
                await anna.use(nil)
                let thief = try HTTPSTestClient(port: home.httpsPort, http: http)
                let stolen = try await thief.send(
                    "POST", path: "/sessions/refresh", body: RefreshBody(refreshToken: refresh))
                #expect(stolen.status == 401)
                let fresh = try await anna.send(
                    "POST", path: "/sessions/refresh", body: RefreshBody(refreshToken: refresh))
                await anna.use(try fresh.json(SessionBody.self))
                #expect(try await anna.send("GET", path: "/home").status == 200)
            }
        }
    }

    /// Uses curl, which supports both versions. The stream opens, and it ends when its client is revoked.
    @Test(.timeLimit(.minutes(10)), arguments: ["1.1", "2"])
    func eventStreamWorksWithBothVersionsOfHTTP(_ version: String) async throws {
        try await withHome { home in
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                let session = try #require(await anna.session)
                let path = "/api/v1/events"
                let proof = try await anna.proof("GET", path: path, token: session.accessToken)
                async let stream = run(
                    .name("curl"),
                    arguments: [
                        "--silent", "--insecure", "--no-buffer", "--http\(version)", "--header", "DPoP: \(proof)",
                        "--header", "Authorization: DPoP \(session.accessToken)", "--write-out",
                        "%{http_version} %{http_code}", "https://\(anna.authority)\(path)",
                    ], output: .string(limit: 1 << 20))
                try await eventually("the stream is open") { try await home.counters()["watchers"] == 1 }
                let client = session.client.rawValue
                #expect(try await home.tomte("people", "revoke", "--client", client, "--yes").status == 0)
                #expect(try await stream.standardOutput.hasSuffix("\(version) 200"))
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func terminalSendsNothingToAnotherGateway() async throws {
        try await withHome { home in
            let claimed = try await home.remotes.pair(
                "anna", payload: home.remotes.claimPayload(), more: "--owner-name", "Anna")
            #expect(claimed.status == 0, "\(claimed.errors)")
            // Another gateway replaces the paired one: it has the same name and port, but another key.
            await home.stopGateway()
            try await withHome(isStarted: false) { impostor in
                try await impostor.startGateway(at: home.httpsPort)
                let answer = try await home.remotes("anna", "devices", "list")
                #expect(answer.status == 3)
                #expect(answer.errors.contains("not the gateway that was paired"))
                let log = try await impostor.tomte("audit", "list", "--event", "auth.login", "--json")
                #expect(log.output.contains("[]"), "the other gateway received no login")
            }
        }
    }
}
