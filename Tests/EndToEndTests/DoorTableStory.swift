import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Every route × every role × every state that a credential can be in. The table is that of the gateway's own document.
@Suite struct DoorTableStory {
    @Test(.timeLimit(.minutes(15))) func everyRouteIsClosedToWhomItIsNotFor() async throws {
        let clock = HeldHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            try await home.withHTTPS { http in
                let nobody = try Resident(port: home.httpsPort, http: http)
                let document = try await nobody.raw("GET", "/api/v1/openapi.json").body
                let table = try DoorTable(of: document)
                #expect(table.closed.count > 50 && table.keyHolders.count == 4)
                #expect(table.all.count == table.closed.count + table.keyHolders.count + table.open.count)
                for role in DoorTable.roles {
                    #expect(try await home.tomte("people", "add", "\(role) one", "--role", role.rawValue).status == 0)
                }
                try await withoutASession(table, nobody)
                for role in DoorTable.roles { try await withASession(table, role, home, http) }
                try await aServiceReadsWhatItsTokenSays(table, clock, home, http)
                // Last, since time goes on for all of them.
                for role in DoorTable.roles { try await expired(table, role, clock, home, http) }
            }
        }
    }

    private func withoutASession(_ table: DoorTable, _ nobody: Resident) async throws {
        for operation in table.closed {
            try await expect(operation, by: nobody, from: "nobody", 401, "unauthenticated")
            let bare = try await nobody.raw(operation.method, "/api/v1\(operation.target)")
            #expect(bare.status == 401 && bare.code == "unauthenticated", "\(operation) without any proof")
        }
        for operation in table.keyHolders {
            let bare = try await nobody.raw(operation.method, "/api/v1\(operation.target)")
            #expect(bare.status == 401 && bare.code == "keyNeeded", "\(operation) without any proof")
        }
    }

    private func withASession(
        _ table: DoorTable, _ role: Role, _ home: HomeUnderTest, _ http: HTTPConnections
    ) async throws {
        let resident = try await home.pair("\(role)-one", http)
        for operation in table.closed where !operation.isSigningOut {
            try await expect(operation, asItIsFor: role, by: resident)
        }
        let panel = try await home.pair("\(role)-one", scope: ["controlDevices"], http)
        for operation in table.closed where !operation.isSigningOut {
            // None takes just the right that the panel has.
            let isClosed = Permission(rawValue: operation.permission) != nil
            try await expect(
                operation, by: panel, from: "a panel of a \(role)", isClosed ? 403 : nil, isClosed ? "refused" : nil)
        }
        #expect(try await panel.send("DELETE", "/sessions/current").status == 204)
        try await revoked(table, panel, "who signed out")
        let phone = try #require(await resident.session?.client)
        #expect(try await home.tomte("people", "revoke", "--client", phone.rawValue, "--yes").status == 0)
        try await revoked(table, resident, "a client that was taken out")
    }

    /// Before anything else is looked at, also where nobody has to show anything.
    private func revoked(_ table: DoorTable, _ resident: Resident, _ asker: String) async throws {
        for operation in table.all {
            try await expect(operation, by: resident, from: asker, 401, "unauthenticated")
        }
        let refresh = try #require(await resident.session?.refreshToken)
        await resident.use(nil)
        #expect(try await resident.send("POST", "/sessions/refresh", RefreshBody(refreshToken: refresh)).status == 401)
    }

    private func expired(
        _ table: DoorTable, _ role: Role, _ clock: HeldHomeClock, _ home: HomeUnderTest, _ http: HTTPConnections
    ) async throws {
        let phone = try await home.pair("\(role)-one", http)
        let panel = try await home.pair("\(role)-one", scope: ["controlDevices"], http)
        #expect(try await phone.send("GET", "/home").status == 200)
        clock.advance(by: .hours(1))
        for operation in table.all {
            for resident in [phone, panel] {
                try await expect(
                    operation, by: resident, from: "a \(role) whose token has expired", 401, "unauthenticated")
            }
        }
        let refresh = try #require(await phone.session?.refreshToken)
        await phone.use(nil)
        let fresh = try await phone.send("POST", "/sessions/refresh", RefreshBody(refreshToken: refresh))
        await phone.use(try fresh.json(SessionBody.self))
        #expect(try await phone.send("GET", "/home").status == 200)
    }

    private func aServiceReadsWhatItsTokenSays(
        _ table: DoorTable, _ clock: HeldHomeClock, _ home: HomeUnderTest, _ http: HTTPConnections
    ) async throws {
        #expect(try await home.tomte("people", "add", "Scraper", "--role", "service").status == 0)
        func token() async throws -> TokenBody {
            try await home.tomte(
                "people", "token", "scraper", "--scope", "viewMetrics", "--days", "1", "--json"
            ).json(TokenBody.self)
        }
        let (expiring, revoked) = (try await token(), try await token())
        let scraper = try Resident(port: home.httpsPort, http: http)
        func answer(_ operation: DoorTable.Operation, _ token: TokenBody) async throws -> Resident.Answer {
            let authorization = ["Authorization": "Bearer \(try #require(token.token))"]
            return try await scraper.raw(operation.method, "/api/v1\(operation.target)", headers: authorization)
        }
        for operation in table.closed where !operation.isStream {
            let answer = try await answer(operation, expiring)
            let isIts = operation.permission == Permission.viewMetrics.rawValue
            if isIts { #expect(answer.status == 200, "\(operation)") }
            // A token that is bound to no key only reads.
            if operation.method != "GET" { #expect(answer.status == 401, "\(operation)") }
            if operation.method == "GET", Permission(rawValue: operation.permission) != nil, !isIts {
                #expect(answer.status == 403, "\(operation)")
            }
            #expect(answer.status < 500, "\(operation)")
        }
        #expect(try await home.tomte("people", "revoke", "--token", revoked.id.rawValue).status == 0)
        clock.advance(by: .days(1))
        for operation in table.all {
            for token in [revoked, expiring] {
                let answer = try await answer(operation, token)
                let code = operation.method == "GET" ? "unauthenticated" : "keyNeeded"
                #expect(answer.status == 401 && answer.code == code, "\(operation) with a token that is no more")
            }
        }
    }

    private func expect(_ operation: DoorTable.Operation, asItIsFor role: Role, by resident: Resident) async throws {
        let asker = "a \(role)"
        switch Permission(rawValue: operation.permission) {
        case let permission? where !role.permissions.contains(permission):
            try await expect(operation, by: resident, from: asker, 403)
        case .some where operation.needsPIN:
            // The permission is there, the PIN was not shown.
            try await expect(operation, by: resident, from: asker, 403, "stepUpNeeded")
        case nil where operation.permission == "console":
            try await expect(operation, by: resident, from: asker, 403, "consoleOnly")
        case .some, nil: try await expect(operation, by: resident, from: asker, nil)
        }
    }

    /// Without a status it has to be let in, whatever comes of it.
    private func expect(
        _ operation: DoorTable.Operation, by resident: Resident, from asker: String, _ status: Int?,
        _ code: String? = nil
    ) async throws {
        // It never ends.
        if status == nil && operation.isStream { return }
        let body = ["POST", "PUT", "PATCH"].contains(operation.method) ? [String: String]() : nil
        let answer = try await resident.send(operation.method, operation.target, body)
        if let status { #expect(answer.status == status, "\(operation) from \(asker): \(answer.status)") }
        if let code { #expect(answer.code == code, "\(operation) from \(asker): \(answer.code ?? "-")") }
        #expect(status != nil || answer.status != 401 && answer.status < 500, "\(operation) from \(asker)")
    }
}

/// What the document says of who may come in where.
private struct DoorTable {
    struct Operation: Sendable, CustomStringConvertible {
        let method: String
        let path: String
        let permission: String
        let needsPIN: Bool
        /// What has to be shown, one of these; empty where anybody may ask.
        let credentials: [Set<String>]

        var description: String { "\(method) \(path)" }
        var isSigningOut: Bool { path == "/sessions/current" }
        var isStream: Bool { path == "/events" }

        /// Ids that nobody has.
        var target: String {
            path.split(separator: "/").map { $0.hasPrefix("{") ? "/nobody" : "/\($0)" }.joined()
        }
    }

    static let roles = Role.allCases.filter { $0 != .service }

    let all: [Operation]

    /// Those for whoever has a session.
    var closed: [Operation] { all.filter { $0.credentials.contains(["proof", "session"]) } }
    /// Those for anybody.
    var open: [Operation] { all.filter { $0.permission == "none" && $0.credentials.isEmpty } }
    /// Those by which clients come in.
    var keyHolders: [Operation] { all.filter { $0.credentials == [["proof"]] } }

    init(of document: Data) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        let paths = try #require(object["paths"] as? [String: [String: [String: Any]]])
        all = paths.flatMap { path, methods in
            methods.map { method, operation in
                let credentials = operation["security"] as? [[String: Any]] ?? []
                return Operation(
                    method: method.uppercased(), path: path, permission: operation["x-permission"] as? String ?? "",
                    needsPIN: operation["x-step-up"] != nil && operation["x-step-up-condition"] == nil,
                    credentials: credentials.map { Set($0.keys) })
            }
        }.sorted { "\($0)" < "\($1)" }
    }
}
