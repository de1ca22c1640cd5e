package import Foundation

/// One request to the API, independent of the transport.
package struct GatewayRequest: Sendable {
    /// An HTTP method.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    let method: Method
    /// The path below `/api/v1`, such as `/devices/lamp-1`. It consists of ids, which need no escaping.
    let path: String
    var query: [(name: String, value: String?)] = []
    /// The body, or the reason why it cannot be encoded, which is thrown when the request is sent.
    private(set) var body: Result<Data, ClientError>?
    /// The media type of the body.
    private(set) var bodyType = "application/json"
    var headers: [(name: String, value: String)] = []
    /// The media type of the response.
    var accepted = "application/json"
    /// The time limit of the whole response; of a stream, only of its head. A busy small machine needs seconds for what
    /// otherwise takes milliseconds.
    var deadline = Duration.seconds(30)

    package init(_ method: Method, path: String) {
        self.method = method
        self.path = path
    }

    /// The request with this query. Parameters without a value are left out.
    package func withQuery(_ query: [(name: String, value: String?)]) -> GatewayRequest {
        var request = self
        request.query = query
        return request
    }

    /// The request with this value as its JSON body.
    package func withBody(_ body: some Encodable) -> GatewayRequest {
        var request = self
        do {
            request.body = .success(try JSONEncoder().encode(body))
        } catch {
            request.body = .failure(.invalid("The request cannot be written as JSON: \(error)"))
        }
        return request
    }

    /// The request with a JSON body that is encoded already.
    package func withEncodedBody(_ body: Data) -> GatewayRequest {
        var request = self
        request.body = .success(body)
        return request
    }

    /// The request with the content of a file as its body.
    package func withUpload(_ content: Data) -> GatewayRequest {
        var request = self
        request.body = .success(content)
        request.bodyType = "application/octet-stream"
        return request
    }

    package func accepting(_ mediaType: String) -> GatewayRequest {
        var request = self
        request.accepted = mediaType
        return request
    }

    package func within(_ deadline: Duration) -> GatewayRequest {
        var request = self
        request.deadline = deadline
        return request
    }

    func url(socket: String) -> String { "http+unix://\(Self.escaped(socket))\(target)" }

    func url(host: String, port: Int) -> String { "https://\(host):\(port)\(target)" }

    /// Path and query.
    private var target: String {
        let pairs = query.compactMap { item in item.value.map { "\(item.name)=\(Self.escaped($0))" } }
        return "/api/v1\(path)" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
    }

    /// Source: RFC 3986 §2.3, unreserved characters.
    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
