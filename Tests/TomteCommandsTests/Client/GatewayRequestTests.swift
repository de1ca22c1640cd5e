import Testing

@testable import TomteCommands

@Suite struct GatewayRequestTests {
    @Test func socketPathAndQueryAreEscaped() {
        let request = GatewayRequest(.get, path: "/devices/a/readings").withQuery([
            ("from", "2026-01-31T00:00:00+01:00"), ("part", nil), ("quantity", "a&b=c é"),
        ])
        #expect(
            request.url(socket: "./my home/run/tomte.sock")
                == "http+unix://.%2Fmy%20home%2Frun%2Ftomte.sock/api/v1/devices/a/readings"
                + "?from=2026-01-31T00%3A00%3A00%2B01%3A00&quantity=a%26b%3Dc%20%C3%A9")
    }

    @Test(
        arguments: [
            (nil, [:], "./.tomte/run/tomte.sock"), (nil, ["TOMTE_STATE": "/s"], "/s/run/tomte.sock"),
            (nil, ["TOMTE_STATE": ""], "./.tomte/run/tomte.sock"), ("/o/", ["TOMTE_STATE": "/s"], "/o/run/tomte.sock"),
        ] as [(String?, [String: String], String)])
    func stateFolderIsOptionThenEnvironmentThenDefault(
        option: String?, environment: [String: String], socket: String
    ) {
        #expect(StateFolderPath(option: option, environment: environment).socket == socket)
    }
}
