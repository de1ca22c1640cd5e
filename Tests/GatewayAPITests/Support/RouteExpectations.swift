import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

/// Requests to the routes of one resource and the answers that they must get, one to a line and in this order:
///
///     caller METHOD /path {"a":"body"} -> status text
///
/// The text must occur in the answer. `name = member` as text keeps a member of the answer; `<name>` in a later line
/// stands for it. A status of `20` is any that begins so. The callers are those of `APIHome`.
struct RouteExpectations: Sendable, CustomTestStringConvertible {
    let resource: String
    let lines: [Line]

    var testDescription: String { resource }

    init(_ resource: String, lines: String) {
        self.resource = resource
        self.lines = lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { Line(text: String($0)) }
    }

    struct Line: Sendable {
        let text: String

        /// The caller, the method, the path, and the body if there is one.
        var request: [String] {
            let request = text.components(separatedBy: " -> ").first ?? ""
            return request.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }

        /// The status, and the text if there is one.
        var answer: [String] {
            let answer = text.components(separatedBy: " -> ").last ?? ""
            return answer.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Sends all requests to `home` and records the lines whose answer is another one.
    func check(_ home: APIHome) async throws {
        var known: [String: String] = [:]
        for line in lines {
            func filledIn(_ part: String) -> String {
                known.reduce(part) { $0.replacingOccurrences(of: "<\($1.key)>", with: $1.value) }
            }
            let (request, answer) = (line.request.map(filledIn), line.answer.map(filledIn))
            guard request.count >= 3, let method = HTTPRequest.Method(request[1]), let status = answer.first else {
                Issue.record("This line cannot be read: \(line.text)")
                continue
            }
            // A body that begins with `file:` is the content of an upload.
            let file = request.count > 3 && request[3].hasPrefix("file:") ? String(request[3].dropFirst(5)) : nil
            let body = request.count > 3 ? ByteBuffer(string: file ?? request[3]) : nil
            var headers: HTTPFields = [.caller: request[0]]
            if body != nil { headers[.contentType] = file == nil ? "application/json" : "application/octet-stream" }
            let response = try await home.client.executeRequest(
                uri: "/api/v1\(request[2])", method: method, headers: headers, body: body)
            let text = String(buffer: response.body)
            var isExpected = "\(response.status.code)".hasPrefix(status)
            if answer.count > 1 {
                let words = answer[1].components(separatedBy: " = ")
                if words.count == 2 {
                    let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                    known[words[0]] = members?[words[1]] as? String
                    isExpected = isExpected && known[words[0]] != nil
                } else {
                    isExpected = isExpected && text.contains(answer[1])
                }
            }
            #expect(isExpected, "\(line.text)\n  got \(response.status.code) \(text.prefix(300))")
        }
    }
}
