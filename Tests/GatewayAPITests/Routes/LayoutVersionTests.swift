import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import GatewayAPI

/// `ETag` and `If-Match` of layouts.
@Suite struct LayoutVersionTests {
    private static let body = ByteBuffer(string: #"{"rooms":[],"tiles":["lamp/main"],"favourites":[],"hidden":[]}"#)

    private func put(_ home: APIHome, ifMatch: String?) async throws -> (status: Int, body: String) {
        var headers: HTTPFields = [.caller: "mia", .contentType: "application/json"]
        if let ifMatch { headers[.ifMatch] = ifMatch }
        let response = try await home.client.executeRequest(
            uri: "/api/v1/layout", method: .put, headers: headers, body: Self.body)
        return (Int(response.status.code), String(buffer: response.body))
    }

    @Test func layoutIsReplacedOnlyInTheVersionThatTheRequestNames() async throws {
        try await APIHome.with { home in
            let read = try await home.client.executeRequest(
                uri: "/api/v1/layout", method: .get, headers: [.caller: "mia"], body: nil)
            let tag = try #require(read.headers[.eTag])
            #expect(String(buffer: read.body).contains(#""version":\#(tag)"#))
            for field in [#""0000""#, "W/\(tag)", "garbage", ""] {
                let refused = try await put(home, ifMatch: field)
                #expect(refused.status == 412 && refused.body.contains(#""code":"changedMeanwhile""#), "\(field)")
            }
            #expect(try await put(home, ifMatch: #""0000" , \#(tag)"#).status == 200)
            #expect(try await put(home, ifMatch: tag).status == 412)
            #expect(try await put(home, ifMatch: "*").status == 200)
            #expect(try await put(home, ifMatch: nil).status == 200)
        }
    }
}
