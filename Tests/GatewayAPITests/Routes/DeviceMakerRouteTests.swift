import GatewayWire
import HTTPTypes
import HomeModel
import HummingbirdTesting
import Testing

@testable import GatewayAPI

struct DeviceMakerRouteTests {
    /// The entry is there before the maker is trusted, and an attempt that fails is recorded too.
    @Test func auditLogNamesTheMaker() async throws {
        try await APIHome.with { home in
            let body = #"{"certificate":"prototypes","acceptsTests":true}"#
            _ = try await home.text(.post, path: "/device-makers", body: body)
            _ = try await home.text(.post, path: "/device-makers", body: body)
            _ = try await home.text(.delete, path: "/device-makers/\(CommissionableLink.prototypes)")
            let log = try await home.text(.get, path: "/audit?limit=100")
            #expect(log.contains(#""event":"maker.trust""#) && log.contains(#""name":"CN=Test""#))
            #expect(log.contains(#""tests":"true""#) && log.contains(#""act":"removed""#))
            #expect(log.contains(#""failure":"notStored""#))
        }
    }
}
