import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Calls every route with every role and with every state of a credential. The routes and their permissions come from
/// the OpenAPI document of the gateway.
@Suite struct RoutePermissionsStory {
    @Test(.timeLimit(.minutes(15))) func everyRouteRefusesClientsWithoutItsPermission() async throws {
        let clock = ManualHomeClock()
        try await withHome(isStarted: false) { home in
            try await home.startGateway(on: clock)
            try await home.withHTTPS { http in
                let unpaired = try HTTPSTestClient(port: home.httpsPort, http: http)
                let document = try await unpaired.raw("GET", path: "/api/v1/openapi.json").body
                let table = try RouteTable(of: document)
                #expect(table.sessionRoutes.count > 50 && table.proofRoutes.count == 9)
                #expect(table.all.count == table.sessionRoutes.count + table.proofRoutes.count + table.openRoutes.count)
                for role in RouteTable.roles {
                    #expect(try await home.tomte("people", "add", "\(role) one", "--role", role.rawValue).status == 0)
                }
                try await checkWithoutSession(table, unpaired: unpaired)
                for role in RouteTable.roles { try await checkWithSession(table, role: role, home: home, http: http) }
                try await checkServiceToken(table, clock: clock, home: home, http: http)
                // This check is the last one, because it advances the clock for all clients.
                for role in RouteTable.roles {
                    try await checkExpired(table, role: role, clock: clock, home: home, http: http)
                }
            }
        }
    }

    private func checkWithoutSession(_ table: RouteTable, unpaired: HTTPSTestClient) async throws {
        for operation in table.sessionRoutes {
            try await expect(operation, by: unpaired, from: "an unpaired client", status: 401, code: "unauthenticated")
            let bare = try await unpaired.raw(operation.method, path: "/api/v1\(operation.target)")
            #expect(bare.status == 401 && bare.code == "unauthenticated", "\(operation) without any proof")
        }
        for operation in table.proofRoutes {
            let bare = try await unpaired.raw(operation.method, path: "/api/v1\(operation.target)")
            #expect(bare.status == 401 && bare.code == "keyNeeded", "\(operation) without any proof")
        }
    }

    private func checkWithSession(
        _ table: RouteTable, role: Role, home: HomeUnderTest, http: HTTPConnections
    ) async throws {
        let resident = try await home.pair("\(role)-one", http: http)
        for operation in table.sessionRoutes where !operation.isSigningOut {
            try await expect(operation, asPermittedTo: role, by: resident)
        }
        let panel = try await home.pair("\(role)-one", scope: ["controlDevices"], http: http)
        for operation in table.sessionRoutes where !operation.isSigningOut {
            // No route needs only the permission that the panel has.
            let isRefused = Permission(rawValue: operation.permission) != nil
            try await expect(
                operation, by: panel, from: "a panel of a \(role)", status: isRefused ? 403 : nil,
                code: isRefused ? "refused" : nil)
        }
        #expect(try await panel.send("DELETE", path: "/sessions/current").status == 204)
        try await checkRevoked(table, resident: panel, asker: "a client that signed out")
        let phone = try #require(await resident.session?.client)
        #expect(try await home.tomte("people", "revoke", "--client", phone.rawValue, "--yes").status == 0)
        try await checkRevoked(table, resident: resident, asker: "a revoked client")
    }

    /// The gateway refuses a revoked client before any other check, also on routes that need no credential.
    private func checkRevoked(_ table: RouteTable, resident: HTTPSTestClient, asker: String) async throws {
        for operation in table.all {
            try await expect(operation, by: resident, from: asker, status: 401, code: "unauthenticated")
        }
        let refresh = try #require(await resident.session?.refreshToken)
        await resident.use(nil)
        #expect(
            try await resident.send("POST", path: "/sessions/refresh", body: RefreshBody(refreshToken: refresh)).status
                == 401)
    }

    private func checkExpired(
        _ table: RouteTable, role: Role, clock: ManualHomeClock, home: HomeUnderTest, http: HTTPConnections
    ) async throws {
        let phone = try await home.pair("\(role)-one", http: http)
        let panel = try await home.pair("\(role)-one", scope: ["controlDevices"], http: http)
        #expect(try await phone.send("GET", path: "/home").status == 200)
        clock.advance(by: .hours(1))
        for operation in table.all {
            for resident in [phone, panel] {
                try await expect(
                    operation, by: resident, from: "a \(role) whose token has expired", status: 401,
                    code: "unauthenticated")
            }
        }
        let refresh = try #require(await phone.session?.refreshToken)
        await phone.use(nil)
        let fresh = try await phone.send("POST", path: "/sessions/refresh", body: RefreshBody(refreshToken: refresh))
        await phone.use(try fresh.json(SessionBody.self))
        #expect(try await phone.send("GET", path: "/home").status == 200)
    }

    private func checkServiceToken(
        _ table: RouteTable, clock: ManualHomeClock, home: HomeUnderTest, http: HTTPConnections
    ) async throws {
        #expect(try await home.tomte("people", "add", "Scraper", "--role", "service").status == 0)
        func token() async throws -> TokenBody {
            try await home.tomte(
                "people", "token", "scraper", "--scope", "viewMetrics", "--days", "1", "--json"
            ).json(TokenBody.self)
        }
        let (expiring, revoked) = (try await token(), try await token())
        let scraper = try HTTPSTestClient(port: home.httpsPort, http: http)
        func answer(_ operation: RouteTable.Operation, token: TokenBody) async throws -> HTTPSTestClient.Response {
            let authorization = ["Authorization": "Bearer \(try #require(token.token))"]
            return try await scraper.raw(operation.method, path: "/api/v1\(operation.target)", headers: authorization)
        }
        for operation in table.sessionRoutes where !operation.isStream {
            let answer = try await answer(operation, token: expiring)
            let isPermitted = operation.permission == Permission.viewMetrics.rawValue
            if isPermitted { #expect(answer.status == 200, "\(operation)") }
            // A token that is not bound to a key may only read.
            if operation.method != "GET" { #expect(answer.status == 401, "\(operation)") }
            if operation.method == "GET", Permission(rawValue: operation.permission) != nil, !isPermitted {
                #expect(answer.status == 403, "\(operation)")
            }
            #expect(answer.status < 500, "\(operation)")
        }
        #expect(try await home.tomte("people", "revoke", "--token", revoked.id.rawValue).status == 0)
        clock.advance(by: .days(1))
        for operation in table.all {
            for token in [revoked, expiring] {
                let answer = try await answer(operation, token: token)
                let code = operation.method == "GET" ? "unauthenticated" : "keyNeeded"
                #expect(answer.status == 401 && answer.code == code, "\(operation) with an ended token")
            }
        }
    }

    private func expect(_ operation: RouteTable.Operation, asPermittedTo role: Role, by resident: HTTPSTestClient)
        async throws
    {
        let asker = "a \(role)"
        switch Permission(rawValue: operation.permission) {
        case let permission? where !role.permissions.contains(permission):
            try await expect(operation, by: resident, from: asker, status: 403)
        case .some where operation.needsPIN:
            // The role has the permission, but the client has not given the PIN.
            try await expect(operation, by: resident, from: asker, status: 403, code: "stepUpNeeded")
        case nil where operation.permission == "console":
            try await expect(operation, by: resident, from: asker, status: 403, code: "consoleOnly")
        case .some, nil: try await expect(operation, by: resident, from: asker, status: nil)
        }
    }

    /// If `status` is nil, the request must pass the access checks; its result does not matter.
    private func expect(
        _ operation: RouteTable.Operation, by resident: HTTPSTestClient, from asker: String, status: Int?,
        code: String? = nil
    ) async throws {
        // A permitted stream never ends.
        if status == nil && operation.isStream { return }
        let body = ["POST", "PUT", "PATCH"].contains(operation.method) ? [String: String]() : nil
        let answer = try await resident.send(operation.method, path: operation.target, body: body)
        if let status { #expect(answer.status == status, "\(operation) from \(asker): \(answer.status)") }
        if let code { #expect(answer.code == code, "\(operation) from \(asker): \(answer.code ?? "-")") }
        #expect(status != nil || answer.status != 401 && answer.status < 500, "\(operation) from \(asker)")
    }
}

/// The routes of an OpenAPI document, with the permission and the credentials that each one needs.
private struct RouteTable {
    struct Operation: Sendable, CustomStringConvertible {
        let method: String
        let path: String
        let permission: String
        let needsPIN: Bool
        /// The alternative sets of credentials; empty when the route needs none.
        let credentials: [Set<String>]

        var description: String { "\(method) \(path)" }
        var isSigningOut: Bool { path == "/sessions/current" }
        var isStream: Bool { path == "/events" }

        /// The path with ids that do not exist.
        var target: String {
            path.split(separator: "/").map { $0.hasPrefix("{") ? "/unknown" : "/\($0)" }.joined()
        }
    }

    static let roles = Role.allCases.filter { $0 != .service }

    let all: [Operation]

    /// The routes that need a session.
    var sessionRoutes: [Operation] { all.filter { $0.credentials.contains(["proof", "session"]) } }
    /// The routes that need no credential.
    var openRoutes: [Operation] { all.filter { $0.permission == "none" && $0.credentials.isEmpty } }
    /// The routes that need only a proof: with them clients pair and get sessions.
    var proofRoutes: [Operation] { all.filter { $0.credentials == [["proof"]] } }

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
