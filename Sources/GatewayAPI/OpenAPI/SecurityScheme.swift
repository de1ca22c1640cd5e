/// How somebody shows at the HTTPS door who they are. On the Unix socket the operating system says it.
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
                A proof that the client holds its key (RFC 9449, ES256), with the nonce of the last `DPoP-Nonce`. Its \
                `htu` has the query too; `content-digest` covers the body, as RFC 9530 writes it.
                """,
            name: "DPoP", location: "header"),
        "session": SecurityScheme(
            type: "http",
            description: "The access token of a session, or a service token; bound to the key of the proof.",
            scheme: "DPoP"),
        "token": SecurityScheme(
            type: "http", description: "A service token that is bound to no key: it only reads.", scheme: "Bearer"),
    ]
}
