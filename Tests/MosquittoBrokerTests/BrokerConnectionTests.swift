import Testing

@testable import MosquittoBroker

struct BrokerConnectionTests {
    @Test(arguments: [
        (
            "New client connected from 192.168.1.5:52344 as heat-pump (p5, c1, k60, u'heat-pump').",
            "heat-pump", "192.168.1.5"
        ),
        ("New client connected from fd00::5:52344 as plug (p2, c0, k15, u'plug').", "plug", "fd00::5"),
        ("New client connected from 127.0.0.1:1 as a", "a", "127.0.0.1"),
    ])
    func connectionIsReadFromItsLine(_ line: String, client: String, address: String) {
        #expect([line].connections.map(\.client) == [client])
        #expect([line].connections.map(\.address) == [address])
    }

    private static let keepAlives: [(line: String, seconds: Int?)] = [
        ("New client connected from 10.0.0.5:5 as plug (p5, c1, k60, u'plug').", 60),
        ("New client connected from 10.0.0.5:5 as a,k7 (p2, c0, k0, u'a,k7').", 0),
        ("New client connected from 10.0.0.5:5 as plug", nil),
        ("New client connected from 10.0.0.5:5 as plug (p5, c1, kx, u'plug').", nil),
    ]

    @Test(arguments: keepAlives)
    func keepAliveIsReadFromItsLine(_ line: String, seconds: Int?) {
        #expect([line].connections.map(\.keepAliveSeconds) == [seconds])
    }

    @Test(arguments: [
        "", "New client connected from ", "New client connected from 1.2.3.4 as", "New client connected from :1 as x",
        "New connection from 192.168.1.5:52344 on port 8883.", "Client plug disconnected.",
        "Client New client connected from 1.2.3.4:5 as x",
    ])
    func otherLineIsNoConnection(_ line: String) {
        #expect([line].connections.isEmpty)
    }
}
