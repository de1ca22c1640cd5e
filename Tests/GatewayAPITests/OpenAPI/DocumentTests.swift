import Foundation
@testable import GatewayAPI
import GatewayCore
import HomeModel
import HTTPTypes
import Testing

/// The OpenAPI document describes exactly the routes of the API.
struct DocumentTests {
    private let document: EncodedDocument

    init() throws { document = try EncodedDocument() }

    @Test(arguments: RouteTable.routes)
    func everyRouteIsDocumentedWithItsPermission(route: Route<Home>) throws {
        let operation = try #require(document.paths[route.pathTemplate]?[route.method.rawValue.lowercased()])
        let permission =
            switch route.decision {
            case .none: "none"
            case .requires(let permission): permission.rawValue
            case .perItem: "perItem"
            case .console: "console"
            }
        #expect(operation["x-permission"] as? String == permission)
        #expect(operation["x-step-up"] as? String == route.stepUp?.rawValue)
        #expect(operation["x-step-up-condition"] as? String == route.stepUpCondition)
        #expect((operation["summary"] as? String)?.isEmpty == false)
        let parameters = operation["parameters"] as? [[String: Any]] ?? []
        let inPath = parameters.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String }
        #expect(inPath == route.path.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) })
        let inQuery = parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String }
        #expect(inQuery == route.documentation.query.map(\.name))
        let inHeaders = parameters.filter { $0["in"] as? String == "header" }.compactMap { $0["name"] as? String }
        #expect(inHeaders == route.documentation.headers.map(\.name))
        let description = operation["description"] as? String
        #expect(description?.contains("x-step-up") ?? false == (route.stepUpCondition != nil))
    }

    @Test(arguments: [
        ("post", "/lockdown"), ("patch", "/devices/{id}"), ("post", "/discovered/{id}/adopt"),
        ("post", "/devices/{id}/commands"), ("post", "/commands"),
    ])
    func conditionalPINIsDocumented(method: String, path: String) throws {
        let operation = try #require(document.paths[path]?[method])
        #expect(operation["x-step-up"] as? String == "commands")
        #expect((operation["x-step-up-condition"] as? String)?.isEmpty == false)
    }

    @Test func eventStreamDeclaresTheLastEventIDHeader() throws {
        let parameters = try #require(document.paths["/events"]?["get"]?["parameters"] as? [[String: Any]])
        #expect(parameters.contains { $0["in"] as? String == "header" && $0["name"] as? String == "Last-Event-ID" })
    }

    @Test func documentContainsOnlyTheRoutes() {
        #expect(document.paths.values.map(\.count).reduce(0, +) == RouteTable.routes.count)
    }

    @Test func everyReferenceResolvesAndEveryComponentIsUsed() {
        // Operations use security schemes by name, not by reference.
        let components = document.components.filter { $0.key != "securitySchemes" }
            .flatMap { kind, named in named.keys.map { "#/components/\(kind)/\($0)" } }
        #expect(document.references == Set(components))
        #expect(components.count > 50)
    }

    @Test func operationIDsAreUnique() {
        let ids = document.paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String }
        #expect(Set(ids).count == RouteTable.routes.count)
    }

    @Test func everyRouteDocumentsItsRefusals() {
        for route in RouteTable.routes {
            let answers = document.paths[route.pathTemplate]?[route.method.rawValue.lowercased()]?["responses"]
            let statuses = (answers as? [String: Any]).map { Set($0.keys) } ?? []
            #expect(statuses.isSuperset(of: ["401", "403", "503"]), "\(route.method) \(route.path)")
        }
    }

    @Test(
        arguments: [
            ("get", "/health", nil), ("post", "/pair", [["proof"]]),
            ("get", "/devices", [["proof", "session"], ["token"]]),
            ("get", "/people", [["proof", "session"]]), ("post", "/lockdown", [["proof", "session"]]),
            ("post", "/step-up", [["proof", "session"]]), ("delete", "/sessions/current", [["proof", "session"]]),
        ] as [(String, String, [[String]]?)])
    func everyRouteDeclaresItsSecuritySchemes(method: String, path: String, schemes: [[String]]?) {
        let security = document.paths[path]?[method]?["security"] as? [[String: [String]]]
        #expect(security.map { $0.map { $0.keys.sorted() } } == schemes)
    }

    @Test func tokensAreAcceptedOnlyForGET() {
        for (path, operations) in document.paths {
            for (method, operation) in operations where method != "get" {
                let security = operation["security"] as? [[String: [String]]] ?? []
                #expect(!security.contains { $0.keys.contains("token") }, "\(method) \(path)")
            }
        }
    }

    @Test func versionIsTheAPIVersion() {
        #expect((document.object["info"] as? [String: Any])?["version"] as? String == "1")
    }

    @Test(arguments: [
        ("/api/v1/devices", ["GET"]), ("/api/v1/devices/lamp", ["DELETE", "GET", "PATCH"]),
        ("//api/v1/devices/lamp/", ["DELETE", "GET", "PATCH"]), ("/api/v1/devices/lamp/commands", ["GET", "POST"]),
        ("/api/v1/pairings/reopen", ["POST"]), ("/api/v1/pairings/other", ["DELETE"]), ("/api/v1/nothing", []),
        ("/devices", []), ("/", []), ("", []),
    ])
    func methodsOfAPathAreListed(address: String, methods: [String]) {
        #expect(RouteTable.methods(at: address).map(\.rawValue).sorted() == methods)
    }
}

extension Route: CustomTestStringConvertible {
    package var testDescription: String { "\(method) \(path)" }
}

/// The OpenAPI document as the API sends it.
struct EncodedDocument {
    let object: [String: Any]

    init() throws {
        let bytes = try JSONEncoder().encode(OpenAPIDocument(RouteTable.sections))
        object = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    var paths: [String: [String: [String: Any]]] { object["paths"] as? [String: [String: [String: Any]]] ?? [:] }
    var components: [String: [String: Any]] { object["components"] as? [String: [String: Any]] ?? [:] }

    /// The targets of all `$ref` members of the document.
    var references: Set<String> { Self.references(in: object) }

    private static func references(in value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { found, member in
                if member.key == "$ref", let path = member.value as? String { found.insert(path) }
                found.formUnion(references(in: member.value))
            }
        case let array as [Any]: array.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: []
        }
    }
}
