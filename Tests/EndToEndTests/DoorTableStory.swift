import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

/// Every route, every role, every state that a credential can be in. The table is that of the gateway's own document.
@Suite struct DoorTableStory {
    /// What the document says of one operation.
    struct Operation: Sendable, CustomStringConvertible {
        let method: String
        let path: String
        let permission: String
        let stepUp: String?

        var description: String { "\(method) \(path)" }

        /// Ids that nobody has.
        var target: String {
            path.split(separator: "/").map { $0.hasPrefix("{") ? "/nobody" : "/\($0)" }.joined()
        }

        var isForKeyHolders: Bool {
            ["/claim", "/pair", "/sessions/refresh"].contains(path) || path.hasSuffix("/session")
        }
    }

    @Test(.timeLimit(.minutes(15))) func everyRouteIsClosedToWhomItIsNotFor() async throws {
        try await withHome { home in
            try await home.withHTTPS { http in
                let nobody = try Resident(port: home.httpsPort, http: http)
                let operations = try Self.operations(of: try await nobody.raw("GET", "/api/v1/openapi.json").body)
                #expect(operations.count > 50)
                for role in Role.allCases where role != .service {
                    #expect(try await home.tomte("people", "add", "\(role) one", "--role", role.rawValue).status == 0)
                }
                for operation in operations where operation.permission != "none" {
                    try await expect(operation, by: nobody, from: "nobody", [401])
                }
                for role in Role.allCases where role != .service {
                    let resident = try await home.pair("\(role)-one", http)
                    try await eachOperation(operations, by: resident, role)
                }
                try await aNarrowSessionMayLess(operations, home, http)
                try await aTakenOutClientMayNothing(operations, home, http)
                try await aServiceReadsWhatItsTokenSays(operations, home, http)
            }
        }
    }

    private func eachOperation(_ operations: [Operation], by resident: Resident, _ role: Role) async throws {
        for operation in operations where operation.permission != "none" && operation.path != "/sessions/current" {
            switch Permission(rawValue: operation.permission) {
            case let permission? where !role.permissions.contains(permission):
                try await expect(operation, by: resident, from: "a \(role)", [403])
            case .some where operation.stepUp != nil:
                // The permission is there, the PIN was not shown.
                try await expect(operation, by: resident, from: "a \(role)", [403], code: "stepUpNeeded")
            case .some, nil:
                let isConsole = operation.permission == "console"
                try await expect(
                    operation, by: resident, from: "a \(role)", isConsole ? [403] : nil,
                    code: isConsole ? "consoleOnly" : nil)
            }
        }
    }

    private func aNarrowSessionMayLess(
        _ operations: [Operation], _ home: HomeUnderTest, _ http: HTTPConnections
    ) async throws {
        let panel = try await home.pair("owner-one", scope: ["controlDevices"], http)
        for operation in operations where Permission(rawValue: operation.permission) != nil {
            try await expect(operation, by: panel, from: "an owner's panel", [403], code: "refused")
        }
    }

    private func aTakenOutClientMayNothing(
        _ operations: [Operation], _ home: HomeUnderTest, _ http: HTTPConnections
    ) async throws {
        let phone = try await home.pair("owner-one", http)
        let id = try #require(await phone.session?.client)
        #expect(try await home.tomte("people", "revoke", "--client", id.rawValue, "--yes").status == 0)
        for operation in operations where operation.permission != "none" {
            try await expect(operation, by: phone, from: "a client that was taken out", [401])
        }
        let refresh = try #require(await phone.session?.refreshToken)
        await phone.use(nil)
        #expect(try await phone.send("POST", "/sessions/refresh", RefreshBody(refreshToken: refresh)).status == 401)
    }

    private func aServiceReadsWhatItsTokenSays(
        _ operations: [Operation], _ home: HomeUnderTest, _ http: HTTPConnections
    ) async throws {
        #expect(try await home.tomte("people", "add", "Scraper", "--role", "service").status == 0)
        let made = try await home.tomte(
            "people", "token", "scraper", "--scope", "viewMetrics", "--days", "1", "--json"
        ).json(TokenBody.self)
        let token = try #require(made.token)
        let scraper = try Resident(port: home.httpsPort, http: http)
        for operation in operations where operation.permission != "none" && operation.path != "/events" {
            let answer = try await scraper.raw(
                operation.method, "/api/v1\(operation.target)", headers: ["Authorization": "Bearer \(token)"])
            let isIts = operation.permission == Permission.viewMetrics.rawValue
            if isIts { #expect(answer.status == 200, "\(operation)") }
            // A token that is bound to no key only reads.
            if operation.method != "GET" { #expect(answer.status == 401, "\(operation)") }
            if operation.method == "GET", Permission(rawValue: operation.permission) != nil, !isIts {
                #expect(answer.status == 403, "\(operation)")
            }
            #expect(answer.status < 500, "\(operation)")
        }
        #expect(try await home.tomte("people", "revoke", "--token", made.id.rawValue).status == 0)
        let dead = try await scraper.raw("GET", "/api/v1/metrics", headers: ["Authorization": "Bearer \(token)"])
        #expect(dead.status == 401)
    }

    /// Without `statuses` it has to be let in, whatever comes of it.
    private func expect(
        _ operation: Operation, by resident: Resident, from asker: String, _ statuses: Set<Int>?, code: String? = nil
    ) async throws {
        // It never ends.
        if statuses == nil && operation.path == "/events" { return }
        let body = ["POST", "PUT", "PATCH"].contains(operation.method) ? [String: String]() : nil
        let answer = try await resident.send(operation.method, operation.target, body)
        if let statuses { #expect(statuses.contains(answer.status), "\(operation) from \(asker): \(answer.status)") }
        if let code { #expect(answer.code == code, "\(operation) from \(asker): \(answer.code ?? "-")") }
        #expect(statuses != nil || answer.status != 401 && answer.status < 500, "\(operation) from \(asker)")
    }

    private static func operations(of document: Data) throws -> [Operation] {
        let object = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        let paths = try #require(object["paths"] as? [String: [String: [String: Any]]])
        let operations = paths.flatMap { path, methods in
            methods.map { method, operation in
                Operation(
                    method: method.uppercased(), path: path, permission: operation["x-permission"] as? String ?? "",
                    stepUp: operation["x-step-up"] as? String)
            }
        }
        return operations.filter { !$0.isForKeyHolders }.sorted { "\($0)" < "\($1)" }
    }
}
