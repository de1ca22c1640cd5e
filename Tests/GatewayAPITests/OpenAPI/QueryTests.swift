import GatewayCore
import HTTPTypes
import HomeModel
import HummingbirdCore
import Testing

@testable import GatewayAPI

struct QueryTests {
    @Test(arguments: ["/audit", "/audit?", "/audit?limit=5", "/audit?limit=5&event=auth.login"])
    func knownParametersAreAccepted(address: String) throws {
        try audit.check(URI(address))
    }

    @Test(arguments: [
        ("/audit?lmit=5", "unknown"), ("/audit?Limit=5", "unknown"), ("/audit?%6Cimit=5", "unknown"),
        ("/audit?limit=5&limit=6", "repeated"), ("/audit?limit=5&&limit", "repeated"), ("/audit?limit=", "malformed"),
        ("/audit?since=x", "malformed"), ("/audit?event=%00", "malformed"), ("/audit?\u{0}=1", "unknown"),
    ])
    func invalidParametersAreRefused(address: String, code: String) {
        #expect(refusal { () throws(ActionRefusal) in try audit.check(URI(address)) } == code)
    }

    @Test(arguments: [("1", 1), ("10", 10), ("0", nil), ("11", nil), ("+5", nil), (" 5", nil), ("1e1", nil), ("", nil)])
    func integerOutOfRangeIsRejected(text: String, value: Int?) {
        #expect(QueryParameter.integer("limit", range: 1...10, about: "").parse(text) == value)
    }

    @Test(arguments: [("energy", true), ("number.fan-boost", true), ("Energy", false), ("energy.", false), ("", false)])
    func capabilityNameIsParsed(text: String, isRead: Bool) {
        #expect((QueryParameter.capability("quantity", about: "").parse(text) != nil) == isRead)
    }

    @Test func missingRequiredParameterIsRefused() {
        let route = RouteDocumentation(
            "", query: [QueryParameter.capability("quantity", about: "").required], answer: NoContent.self)
        #expect(refusal { () throws(ActionRefusal) in try route.check("/readings") } == "missing")
        #expect(refusal { () throws(ActionRefusal) in try route.check("/readings?quantity=heat") } == "malformed")
        #expect(refusal { () throws(ActionRefusal) in try route.check("/readings?quantity=power") } == nil)
    }

    private var audit: RouteDocumentation {
        RouteDocumentation(
            "",
            query: [
                QueryParameter.time("since", about: ""), QueryParameter.integer("limit", range: 1...10, about: ""),
                QueryParameter.word("event", of: AuditEvent.self, about: ""),
            ],
            answer: NoContent.self)
    }

    private func refusal(_ body: () throws(ActionRefusal) -> Void) -> String? {
        do throws(ActionRefusal) {
            try body()
            return nil
        } catch {
            guard case .invalid(_, let code, _) = error else { return nil }
            return code
        }
    }
}
