import Foundation
import GatewayWire
import Glibc
import HomeModel
import SimulatedHome
import Testing
import TestSupport

/// Very many proofs, unfinished requests, event streams and refusals.
@Suite struct OverloadStory {
    @Test(.timeLimit(.minutes(10))) func floodOfProofsDoesNotLockOutPairedClients() async throws {
        let clock = ManualHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                let token = try #require(await anna.session?.accessToken)
                let path = "/api/v1/home"
                let used = try await anna.proof("GET", path: path, token: token)
                let headers = ["DPoP": used, "Authorization": "DPoP \(token)"]
                #expect(try await anna.raw("GET", path: path, headers: headers).status == 200)
                // This route needs no proof, but the gateway remembers every proof that it receives.
                let answers = try await withThrowingTaskGroup(of: [String?].self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let stranger = try HTTPSTestClient(port: home.httpsPort, http: http)
                            var codes: [String?] = []
                            while codes.count < 5000, codes.last != "busy" {
                                codes.append(try await stranger.send("GET", path: "/health").code)
                            }
                            return codes
                        }
                    }
                    return try await group.reduce(into: [String?]()) { $0 += $1 }
                }
                #expect(answers.count { $0 == "busy" } == 4 && answers.count { $0 == nil } > 3000)
                #expect(try await anna.send("GET", path: "/home").status == 200)
                #expect(try await anna.raw("GET", path: path, headers: headers).code == "proofReplayed")
                let refresh = try #require(await anna.session?.refreshToken)
                await anna.use(nil)
                let fresh = try await anna.send(
                    "POST", path: "/sessions/refresh", body: RefreshBody(refreshToken: refresh))
                #expect(fresh.status == 200)
                await anna.use(try fresh.json(SessionBody.self))
                clock.advance(by: .seconds(60))
                let stranger = try HTTPSTestClient(port: home.httpsPort, http: http)
                #expect(try await stranger.send("GET", path: "/health").status == 200)
            }
        }
    }

    /// More clients than the gateway may have open files connect to its socket, and never send the rest of their
    /// request.
    @Test(.timeLimit(.minutes(10)), arguments: ["POST /api/v1/lockdown HTTP/1.1\r\nHo", Self.unfinishedBody])
    func unfinishedRequestsDoNotBlockTheSocket(start: String) async throws {
        try await withHome(through: ["prlimit", "--nofile=256"]) { home in
            let callers = try (0..<400).map { _ in
                try StalledConnection(socket: "\(home.state)/run/tomte.sock", sending: start)
            }
            for _ in 0..<5 { #expect(try await home.tomte("status").status == 0) }
            withExtendedLifetime(callers) {}
        }
    }

    private static let unfinishedBody =
        "POST /api/v1/lockdown HTTP/1.1\r\nHost: tomte\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"

    @Test(.timeLimit(.minutes(10))) func clientMayHaveEightEventStreams() async throws {
        try await withHome { home in
            #expect(try await home.tomte("people", "add", "Anna", "--role", "owner").status == 0)
            try await home.withHTTPS { http in
                let anna = try await home.pair("anna", http: http)
                let token = try #require(await anna.session?.accessToken)
                let path = "/api/v1/events"
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        let proof = try await anna.proof("GET", path: path, token: token)
                        group.addTask {
                            _ = try? await anna.raw(
                                "GET", path: path, headers: ["DPoP": proof, "Authorization": "DPoP \(token)"])
                        }
                    }
                    try await eventually("all streams are open") { try await home.counters()["watchers"] == 8 }
                    // All connections in the pool of the first client are in use.
                    try await home.withHTTPS { more in
                        let again = try HTTPSTestClient(port: home.httpsPort, http: more, key: anna.key)
                        await again.use(await anna.session)
                        let ninth = try await again.send("GET", path: "/events")
                        #expect(ninth.status == 429 && ninth.code == "tooManyStreams")
                        #expect(try await again.send("GET", path: "/home").status == 200)
                    }
                    #expect(try await home.counters()["watchers"] == 8)
                    group.cancelAll()
                }
                try await eventually("the streams are closed before the next heartbeat", within: .seconds(10)) {
                    try await home.counters()["watchers"] == 0
                }
                async let stream = anna.send("GET", path: "/events")
                try await eventually("a new stream is open") { try await home.counters()["watchers"] == 1 }
                let client = try #require(await anna.session?.client).rawValue
                #expect(try await home.tomte("people", "revoke", "--client", client, "--yes").status == 0)
                #expect(try await stream.status == 200)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func unusualRefusalsAreShownInTheStatus() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                for (name, role) in [("Cia", "child"), ("Kim", "guest")] {
                    #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
                }
                let granted = try await home.tomte("people", "grant", "kim", "controlDevices", "--from", "1d")
                #expect(granted.status == 0, "\(granted.errors)")
                #expect(try await home.tomte("send", "lamp", "switch", "on", "--as", "kim").status != 0)
                for _ in 0..<10 { #expect(try await home.tomte("people", "list", "--as", "cia").status == 3) }
                try await eventually("both findings are reported") {
                    try await home.findings().isSuperset(of: ["incident.manyRefusals", "incident.farFromWindow"])
                }
            }
        }
    }
}

/// A connection to a Unix socket that sends `text` and then nothing more, until it is released.
package final class StalledConnection: Sendable {
    private let descriptor: Int32

    package init(socket path: String, sending text: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        // `connect` waits while the queue of connections is full, but not for ever.
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw TimedOutWaiting(what: "\(path) accepts a connection: \(errno)") }
        // A connection that is already closed serves the same purpose as one that waits.
        _ = text.withCString { send(descriptor, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }

    deinit { close(descriptor) }
}
