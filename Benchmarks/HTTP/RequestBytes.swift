import Foundation
import GatewayWire
import NIOCore
import TestSupport

/// Complete HTTP/1.1 requests, made before the measurement, because signing is the work of the client.
enum RequestBytes {
    static func of(
        _ method: String, path: String, host: String = "localhost", headers: [String: String] = [:],
        body: [UInt8] = []
    ) -> ByteBuffer {
        var fields = headers.merging(["Host": host, "Content-Length": "\(body.count)"]) { $1 }
        if !body.isEmpty { fields["Content-Type"] = "application/json" }
        let head = fields.map { "\($0): \($1)\r\n" }.joined()
        return ByteBuffer(bytes: Array("\(method) /api/v1\(path) HTTP/1.1\r\n\(head)\r\n".utf8) + body)
    }
}

extension HTTPSTestClient {
    /// Makes a request with the session and a proof, which is valid for one request within a minute.
    func bytes(_ method: String, path: String, body: [UInt8] = []) async throws -> ByteBuffer {
        guard let token = session?.accessToken else { throw ConditionNotMet("the resident has a session") }
        let proof = try await proof(
            method, path: "/api/v1\(path)", body: body.isEmpty ? nil : Data(body), token: token)
        return RequestBytes.of(
            method, path: path, host: authority, headers: ["DPoP": proof, "Authorization": "DPoP \(token)"], body: body)
    }
}
