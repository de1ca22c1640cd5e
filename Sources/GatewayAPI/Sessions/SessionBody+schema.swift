import GatewayCore
import GatewayWire
import HomeModel

extension SessionBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Session",
        .object([
            "client": .id, "person": .id, "accessToken": .token, "expiresInSeconds": .count,
            "refreshToken": .token.about("Valid once."),
        ]))
    static let example = SessionBody(
        client: ClientID("4tq9m2xk7b3c8d5e"), person: PersonID("anna"), accessToken: .exampleToken,
        expiresInSeconds: 3600, refreshToken: .exampleToken)
}

extension RefreshBody: DocumentedBody {
    static let schema = Schema.component("Refresh", .object(["refreshToken": .text]))
    static let example = RefreshBody(refreshToken: .exampleToken)
}

extension StepUpBody: DocumentedBody {
    static let schema = Schema.component("StepUpRequest", .object(["pin": .text, "purpose": .stepUp]))
    static let example = StepUpBody(pin: "482915", purpose: .commands)
}

extension PINBody: DocumentedBody {
    static let schema = Schema.component(
        "PIN", .object(["pin": .text.about("6 to 12 digits.")], optional: ["currentPIN": .text]))
    static let example = PINBody(pin: "482915", currentPIN: "918273")
}

extension ClientBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Client",
        .object(
            [
                "id": .id, "person": .id, "name": .name, "thumbprint": .shortThumbprint, "pairedAt": .time,
                "isLocked": .boolean, "isThis": .boolean.about("Whether it is the client that sent the request."),
            ],
            optional: [
                "scope": .array(of: .permission),
                "approvedBy": .text.about(
                    "Who approved it: a person or `console`; absent if that is not recorded."),
                "lastSeen": .time.about("When it last sent a request, to the minute; absent if that is not known."),
            ]))
    static let example = ClientBody(
        Client(
            id: ClientID("4tq9m2xk7b3c8d5e"), person: PersonID("anna"),
            name: DisplayName("Annas phone" as StaticString),
            key: .example, scope: [.controlDevices], pairedAt: .example,
            lastSeen: .example, approval: .console),
        isThis: true)
}

extension NewNameBody: DocumentedBody {
    static let schema = Schema.component("NewName", .object(["name": .name]))
    static let example = NewNameBody(name: "Kitchen tablet")
}

extension TokenBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Token",
        .object(
            ["id": .id, "person": .id, "name": .name, "scope": .array(of: .permission), "expiresAt": .time],
            optional: [
                "key": .thumbprint.about("The key to which it is bound; a token without a key can only read."),
                "token": .token.about("Returned once, when the token is made."),
            ]))
    static let example = TokenBody(
        ServiceToken(
            id: TokenID("9xk2zz4m7b3c8d5e"), person: PersonID("grafana"),
            name: DisplayName("Scraper" as StaticString), digest: TokenDigest(bytes: []), scope: [.viewMetrics],
            key: .example, expiresAt: .example),
        text: .exampleToken)
}

extension NewTokenBody: DocumentedBody {
    static let schema = Schema.component(
        "NewToken",
        .object(
            ["person": .id, "name": .name, "scope": .array(of: .permission), "days": .integer(TokenService.days)],
            optional: ["key": .thumbprint]))
    static let example = NewTokenBody(
        person: PersonID("grafana"), name: "Scraper", scope: [.viewMetrics], days: 90, key: .example)
}

extension Schema {
    fileprivate static let token = text(1...128)
}

extension String {
    fileprivate static let exampleToken = "4tq9m2xk7b3c8d5e.0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
}

extension KeyThumbprint {
    /// Source: RFC 9449 §6.1.
    fileprivate static let example = KeyThumbprint("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" as StaticString)
}
