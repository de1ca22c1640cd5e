import GatewayCore
import Testing

@testable import GatewayAPI

struct CanonicalPathMiddlewareTests {
    @Test(arguments: RouteTable.routes)
    func everyRoutePathIsCanonical(route: Route<Home>) {
        let path = route.path.replacing(/:\w+/, with: "a-1")
        #expect(CanonicalPathMiddleware.isCanonical(UnixSocketServer.prefix + path))
    }

    @Test(arguments: ["/", "/api/v1/devices", "/a?", "/a?b=%2F//../;c", "/a.b/~c_d-E9"])
    func canonicalPathIsAccepted(target: String) {
        #expect(CanonicalPathMiddleware.isCanonical(target))
    }

    @Test(arguments: [
        "", "a", "*", "//", "//a", "/a//b", "/a/", "/.", "/..", "/...", "/a/../b", "/a/.", "/%61", "/a%2fb", "/a%252fb",
        "/a;b", "/a;", "/a\\b", "/a b", "/a\tb", "/a\u{0}", "/a#b", "/é", "/a:b", "/a@b", "/a+b", "https://a/b", "?a",
    ])
    func nonCanonicalPathIsRejected(target: String) {
        #expect(!CanonicalPathMiddleware.isCanonical(target))
    }
}
