import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import GatewayAPI

/// `ETag` and `If-Match` of appliances and of entries of their history.
@Suite struct RecordRevisionTests {
    private func send(
        _ method: HTTPRequest.Method, path: String, body: String? = nil, ifMatch: String? = nil, to home: APIHome
    ) async throws -> (status: Int, tag: String?, body: String) {
        var headers: HTTPFields = [.caller: "ada"]
        if body != nil { headers[.contentType] = "application/json" }
        if let ifMatch { headers[.ifMatch] = ifMatch }
        let response = try await home.client.executeRequest(
            uri: "/api/v1\(path)", method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
        return (Int(response.status.code), response.headers[.eTag], String(buffer: response.body))
    }

    private func id(in body: String) throws -> String {
        String(try #require(body.firstMatch(of: #/"id":"([a-z0-9-]+)"/#)?.output.1))
    }

    @Test func applianceIsChangedOnlyInTheRevisionThatTheRequestNames() async throws {
        try await APIHome.with { home in
            let added = try await send(.post, path: "/appliances", body: #"{"name":"Fridge"}"#, to: home)
            let path = "/appliances/\(try id(in: added.body))"
            let tag = try #require(try await send(.get, path: path, to: home).tag)
            #expect(tag == #""1""#)
            for field in [#""2""#, "W/\(tag)", "1", ""] {
                let refused = try await send(.put, path: path, body: #"{"name":"Old"}"#, ifMatch: field, to: home)
                #expect(refused.status == 412 && refused.body.contains(#""code":"changedMeanwhile""#), "\(field)")
                #expect(try await send(.delete, path: path, ifMatch: field, to: home).status == 412, "\(field)")
            }
            let changed = try await send(.put, path: path, body: #"{"name":"Old"}"#, ifMatch: tag, to: home)
            #expect(changed.status == 200 && changed.tag == #""2""#)
            #expect(try await send(.put, path: path, body: #"{"name":"New"}"#, ifMatch: "*", to: home).status == 200)
            #expect(try await send(.delete, path: path, ifMatch: #""3""#, to: home).status == 204)
        }
    }

    @Test func entryIsChangedOnlyInTheRevisionThatTheRequestNames() async throws {
        try await APIHome.with { home in
            let new = #"{"device":"lamp","day":"2026-01-10","title":"New bulb"}"#
            let added = try await send(.post, path: "/maintenance/history", body: new, to: home)
            let path = "/maintenance/history/\(try id(in: added.body))"
            let change = #"{"day":"2026-01-11","title":"New bulb"}"#
            #expect(try await send(.put, path: path, body: change, ifMatch: #""7""#, to: home).status == 412)
            let changed = try await send(.put, path: path, body: change, ifMatch: #""1""#, to: home)
            #expect(changed.status == 200 && changed.tag == #""2""#)
            #expect(try await send(.put, path: path, body: change, ifMatch: #""1""#, to: home).status == 412)
        }
    }
}
