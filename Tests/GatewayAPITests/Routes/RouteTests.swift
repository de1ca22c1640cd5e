import HTTPTypes
import HummingbirdTesting
import Testing

@testable import GatewayAPI
@testable import GatewayCore

/// Who gets which answer from each route. The tables are beside this file, one for each resource.
struct RouteTests {
    private static let tables: [RouteExpectations] = [
        .devices, .rooms, .commands, .groupCommands, .people, .erasures, .wipe, .grants, .pins, .tokens, .sessions,
        .pairing, .invitations, .readings, .strikes, .retention, .imports, .home, .layout, .preferences, .storedData,
        .privacyNotice, .consents, .crashReports, .tariffs, .activity, .operation, .discovery, .devicePairings,
        .deviceControllers, .commissioning, .sharing, .lockPINs, .makers, .credentials, .guardedCommands, .guest,
        .setup, .personalExports, .appliances, .serviceHistory, .maintenanceTasks, .attachments, .incidents,
    ]

    @Test(arguments: tables) func routeAnswersAsItsTableSays(_ table: RouteExpectations) async throws {
        try await APIHome.with { home in try await table.check(home) }
    }

    /// The stream of events has no end, and is tested with a real client. All others are in a table.
    @Test func eachRouteIsInATable() {
        let requests = Self.tables.flatMap(\.lines).map(\.request).filter { $0.count >= 3 }
        for route in RouteTable.routes where route.path != "/events" {
            let segments = route.path.split(separator: "/")
            let isTested = requests.contains { request in
                let path = (request[2].split(separator: "?").first ?? "").split(separator: "/")
                return request[1] == route.method.rawValue && path.count == segments.count
                    && zip(segments, path).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
            }
            #expect(isTested, "\(route.method) \(route.path) is in no table")
        }
    }

    /// A page of another site can send such a body by `POST` without a question of the browser.
    @Test func noUploadIsAPost() {
        #expect(RouteTable.takesUpload(.put, at: "/api/v1/attachments/5f0c2a4e8d574c1b9a7e3d2c1b0a9f8e?kind=photo"))
        for route in RouteTable.routes where route.method == .post {
            #expect(!RouteTable.isAddressOfUploads(UnixSocketServer.prefix + route.path), "\(route.path)")
        }
    }

    /// What a route declares of its access holds for each caller: without an identity, with a role that lacks the
    /// permission, and with a session that has confirmed nothing.
    @Test func eachRouteRefusesWhomItDoesNotAdmit() async throws {
        try await APIHome.with { home in
            for route in RouteTable.routes {
                for (caller, status) in refusals(of: route) {
                    let response = try await home.client.executeRequest(
                        uri: "/api/v1\(route.path.replacing(/:\w+/, with: "unknown"))", method: route.method,
                        headers: [.caller: caller], body: nil)
                    #expect(response.status.code == status, "\(caller) \(route.method) \(route.path)")
                }
            }
        }
    }

    /// The callers that the route must refuse, with the status.
    private func refusals(of route: Route<Home>) -> [(caller: String, status: Int)] {
        if case .anyone = route.access { return [] }
        var refusals = [("stranger", 401)]
        if case .requires = route.decision { refusals += ["gus", "kim", "mia"].map { ($0, 403) } }
        if route.decision == .console { refusals.append(("ola", 403)) }
        if route.stepUp != nil, route.stepUpCondition == nil { refusals.append(("phone:ola", 403)) }
        return refusals
    }
}
