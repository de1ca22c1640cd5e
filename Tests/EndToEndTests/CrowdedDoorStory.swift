import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Many proofs, many streams, many refusals.
@Suite struct CrowdedDoorStory {
    @Test(.timeLimit(.minutes(10))) func strangersWithManyProofsKeepNobodyOutWhoIsIn() async throws {
        let clock = HeldHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http)
                let token = try #require(await anna.session?.accessToken)
                let path = "/api/v1/home"
                let used = try await anna.proof("GET", path, token: token)
                let headers = ["DPoP": used, "Authorization": "DPoP \(token)"]
                #expect(try await anna.raw("GET", path, headers: headers).status == 200)
                // Nobody needs a proof there, and whoever sends one has it remembered.
                let answers = try await withThrowingTaskGroup(of: [String?].self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let stranger = try Resident(port: home.httpsPort, http: http)
                            var codes: [String?] = []
                            while codes.count < 5000, codes.last != "busy" {
                                codes.append(try await stranger.send("GET", "/health").code)
                            }
                            return codes
                        }
                    }
                    return try await group.reduce(into: [String?]()) { $0 += $1 }
                }
                #expect(answers.count { $0 == "busy" } == 4 && answers.count { $0 == nil } > 3000)
                #expect(try await anna.send("GET", "/home").status == 200)
                #expect(try await anna.raw("GET", path, headers: headers).code == "proofReplayed")
                let refresh = try #require(await anna.session?.refreshToken)
                await anna.use(nil)
                let fresh = try await anna.send("POST", "/sessions/refresh", RefreshBody(refreshToken: refresh))
                #expect(fresh.status == 200)
                await anna.use(try fresh.json(SessionBody.self))
                clock.advance(by: .seconds(60))
                let stranger = try Resident(port: home.httpsPort, http: http)
                #expect(try await stranger.send("GET", "/health").status == 200)
            }
        }
    }

    /// More programs than the gateway may have open files connect to its socket and never send the rest of a request.
    @Test(.timeLimit(.minutes(10)), arguments: ["POST /api/v1/lockdown HTTP/1.1\r\nHo", Self.unfinished])
    func unfinishedRequestsOnTheSocketKeepNobodyOut(start: String) async throws {
        try await withHome(through: ["prlimit", "--nofile=256"]) { home in
            let callers = try (0..<400).map { _ in
                try HalfCaller(socket: "\(home.state)/run/tomte.sock", sending: start)
            }
            for _ in 0..<5 { #expect(try await home.tomte("status").status == 0) }
            withExtendedLifetime(callers) {}
        }
    }

    private static let unfinished =
        "POST /api/v1/lockdown HTTP/1.1\r\nHost: tomte\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"

    @Test(.timeLimit(.minutes(10))) func aClientHoldsNoMoreStreamsThanItsShare() async throws {
        try await withHome { home in
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http)
                let token = try #require(await anna.session?.accessToken)
                let path = "/api/v1/events"
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        let proof = try await anna.proof("GET", path, token: token)
                        group.addTask {
                            _ = try? await anna.raw(
                                "GET", path, headers: ["DPoP": proof, "Authorization": "DPoP \(token)"])
                        }
                    }
                    try await eventually("all are open") { try await home.counters()["watchers"] == 8 }
                    // The pool of the first has no connection left.
                    try await home.withHTTPS { more in
                        let again = try Resident(port: home.httpsPort, http: more, key: anna.key)
                        await again.use(await anna.session)
                        let ninth = try await again.send("GET", "/events")
                        #expect(ninth.status == 429 && ninth.code == "tooManyStreams")
                        #expect(try await again.send("GET", "/home").status == 200)
                    }
                    #expect(try await home.counters()["watchers"] == 8)
                    group.cancelAll()
                }
                try await eventually("their places are free, before the next heartbeat", within: .seconds(10)) {
                    try await home.counters()["watchers"] == 0
                }
                async let stream = anna.send("GET", "/events")
                try await eventually("one is open again") { try await home.counters()["watchers"] == 1 }
                let client = try #require(await anna.session?.client).rawValue
                #expect(try await home.tomte("people", "revoke", "--client", client, "--yes").status == 0)
                #expect(try await stream.status == 200)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func whatIsUnusualShowsInTheStatus() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                for (name, role) in [("Cia", "child"), ("Kim", "guest")] {
                    #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
                }
                let later = try await home.tomte("people", "grant", "kim", "controlDevices", "--from", "1d")
                #expect(later.status == 0, "\(later.errors)")
                #expect(try await home.tomte("send", "lamp", "switch", "on", "--as", "kim").status != 0)
                for _ in 0..<10 { #expect(try await home.tomte("people", "list", "--as", "cia").status == 3) }
                try await eventually("both are noticed") {
                    try await home.findings().isSuperset(of: ["access.manyRefusals", "access.farFromWindow"])
                }
            }
        }
    }
}
