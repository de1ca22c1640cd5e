/// Which of our targets may import which: the whole list, what is missing is forbidden.
enum Rooms {
    static let mayImport: [String: Set<String>] = [
        "HomeModel": [],
        "BlockingQueues": [],
        "HomeDialects": ["HomeModel"],
        "HomeCertificates": ["BlockingQueues", "HomeModel"],
        "MosquittoTransport": ["CMosquitto"],
        "MosquittoBroker": ["BlockingQueues", "CProcess", "HomeCertificates"],
        "AvahiDiscovery": ["CAvahi", "HomeModel"],
        "HomeStorage": ["BlockingQueues", "HomeModel"],
        "HomeAssistantHistory": ["HomeModel"],
        "GatewayCore": ["HomeModel", "HomeStorage", "HomeCertificates"],
        // A link sends only what is written down (`AuditedCommand`) and hears of storage faults.
        "MQTTLink": ["GatewayCore", "HomeDialects", "HomeModel", "HomeStorage", "MosquittoTransport"],
        "GatewayWire": ["HomeModel"],
        "ProofOfPossession": ["HomeModel"],
        "QRCodes": ["CQREncode"],
        "PageFiles": ["BlockingQueues", "CPage", "CZlib"],
        "YAMLFields": ["HomeModel"],
        // `AuditFilter` is what a query of the audit becomes; the HTTPS door needs its certificate and key.
        "GatewayAPI": [
            "GatewayCore", "GatewayWire", "HomeCertificates", "HomeModel", "HomeStorage", "PageFiles",
            "ProofOfPossession", "QRCodes",
        ],
        "GatewayApp": [
            "AvahiDiscovery", "CClock", "CProcess", "GatewayAPI", "GatewayCore", "GatewayWire", "HomeCertificates",
            "HomeModel",
            "HomeStorage", "MQTTLink", "MosquittoBroker", "MosquittoTransport", "PageFiles", "YAMLFields",
        ],
        "SimulatedHome": ["AvahiDiscovery", "HomeDialects", "HomeModel", "MosquittoTransport", "YAMLFields"],
        "TomteCommands": [
            "AvahiDiscovery", "GatewayApp", "GatewayCore", "GatewayWire", "HomeAssistantHistory", "HomeModel",
            "ProofOfPossession", "QRCodes", "SimulatedHome", "YAMLFields",
        ],
        "tomte": ["TomteCommands"],
    ]

    /// Libraries that only some targets may know, and why.
    static let libraries: [(name: String, only: Set<String>, why: String)] = [
        // A foreign database is read in a room of its own, and by the command line: the gateway never opens one.
        ("GRDB", ["HomeAssistantHistory", "HomeStorage"], "ask a store for model values; SQL stays in its rooms"),
        ("Hummingbird", ["GatewayAPI"], "the journeys must not know that HTTP exists"),
        ("ArgumentParser", ["TomteCommands"], "hand over typed values"),
        ("X509", ["HomeCertificates"], "ask HomeCertificates for credentials"),
        ("SwiftASN1", ["HomeCertificates"], "ask HomeCertificates for credentials"),
        ("JWTKit", ["ProofOfPossession"], "make and check proofs with ProofOfPossession"),
        ("Yams", ["GatewayApp", "SimulatedHome", "YAMLFields"], "take typed settings"),
        ("AsyncHTTPClient", ["TomteCommands", "TestSupport"], "the gateway itself calls nobody"),
        ("CMosquitto", ["MosquittoTransport"], "use MosquittoTransport, which makes it safe"),
        ("CAvahi", ["AvahiDiscovery"], "use AvahiDiscovery, which makes it safe"),
        ("CQREncode", ["QRCodes"], "use QRCodes, which makes it safe"),
        ("CPage", ["PageFiles"], "ask PageFiles for the page's files"),
        ("CZlib", ["PageFiles"], "use PageFiles, which makes it safe"),
        ("CProcess", ["GatewayApp", "MosquittoBroker", "TestSupport"], "use MosquittoBroker, which makes it safe"),
        ("CClock", ["GatewayApp"], "take the clock that GatewayApp hands in"),
    ]

    static var ours: Set<String> { Set(mayImport.keys).union(mayImport.values.joined()) }
}
