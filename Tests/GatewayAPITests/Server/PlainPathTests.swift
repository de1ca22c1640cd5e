import Testing

@testable import GatewayAPI

struct PlainPathTests {
    @Test(arguments: RouteTable.routes)
    func everyRouteIsPlain(_ route: Route) {
        #expect(PlainPath.isPlain(HomeServer.prefix + route.path.replacing(":id", with: "a-1")))
    }

    @Test(arguments: ["/", "/api/v1/devices", "/a?", "/a?b=%2F//../;c", "/a.b/~c_d-E9"])
    func plainOnesAreKnown(_ target: String) {
        #expect(PlainPath.isPlain(target))
    }

    @Test(arguments: [
        "", "a", "*", "//", "//a", "/a//b", "/a/", "/.", "/..", "/...", "/a/../b", "/a/.", "/%61", "/a%2fb", "/a%252fb",
        "/a;b", "/a;", "/a\\b", "/a b", "/a\tb", "/a\u{0}", "/a#b", "/é", "/a:b", "/a@b", "/a+b", "https://a/b", "?a",
    ])
    func nothingElseIs(_ target: String) {
        #expect(!PlainPath.isPlain(target))
    }
}
