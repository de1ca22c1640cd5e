/// A way to authenticate at the HTTPS endpoint. On the Unix socket the operating system identifies the caller.
struct SecurityScheme: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case location = "in"
        case type, description, name, scheme
    }

    var type: String
    var description: String
    var name: String?
    var location: String?
    var scheme: String?
}

extension [String: SecurityScheme] {
    static let all = [
        "proof": SecurityScheme(
            type: "apiKey",
            description: """
                A DPoP proof that the client has its private key (RFC 9449, ES256), with the nonce of the last \
                `DPoP-Nonce`. Its claim `htu` includes the query; its claim `content-digest` is the digest of the body \
                in the format of RFC 9530.
                """,
            name: "DPoP", location: "header"),
        "session": SecurityScheme(
            type: "http",
            description: "The access token of a session, or a service token, bound to the key of the DPoP proof.",
            scheme: "DPoP"),
        "token": SecurityScheme(
            type: "http", description: "A service token that is bound to no key and can only read.", scheme: "Bearer"),
    ]
}
