import Foundation
import GatewayWire
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import GatewayAPI

struct APILevelMiddlewareTests {
    @Test(
        arguments: [
            (nil, 200, nil), ("\(APILevel.current)", 200, nil), ("999999", 200, nil),
            ("\(APILevel.oldestSupported - 1)", 400, "clientTooOld"), ("0", 400, "clientTooOld"),
            ("", 400, "malformed"), ("-1", 400, "malformed"), ("1.0", 400, "malformed"), ("1234567", 400, "malformed"),
            ("١", 400, "malformed"),
        ] as [(String?, Int, String?)])
    func onlyALevelThatIsNotSupportedIsRefused(_ level: String?, status: Int, code: String?) async throws {
        try await APIHome.with { home in
            var headers = HTTPFields()
            if let level, let name = HTTPField.Name(APILevel.headerField) { headers[name] = level }
            try await home.client.execute(uri: "/api/v1/health", method: .get, headers: headers) { response in
                #expect(response.status.code == status)
                let problem = try? JSONDecoder().decode(ProblemBody.self, from: Data(response.body.readableBytesView))
                #expect(problem?.code == code)
                #expect(problem?.gatewayVersion == (code == APILevel.problemCode ? "1.2.3" : nil))
            }
        }
    }

    @Test func currentLevelIsSupported() {
        #expect(APILevel.oldestSupported <= APILevel.current && APILevel.oldestSupported > 0)
    }
}
