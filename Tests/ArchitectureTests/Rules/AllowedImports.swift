/// The imports that the architecture allows.
enum AllowedImports {
    /// The targets of this package that each target may import. An import that is not in this table is forbidden.
    static let byTarget: [String: Set<String>] = [
        "HomeModel": [],
        "Concurrency": [],
        "HomeDialects": ["HomeModel"],
        "HomeCertificates": ["Concurrency", "HomeModel"],
        "MosquittoTransport": ["CMosquitto", "Concurrency"],
        "MosquittoBroker": ["Concurrency", "CProcess", "HomeCertificates"],
        "AvahiDiscovery": ["CAvahi", "Concurrency", "HomeModel"],
        "HomeStorage": ["Concurrency", "HomeModel"],
        "HomeAssistantHistory": ["HomeModel"],
        "GatewayCore": ["Concurrency", "HomeModel", "HomeStorage", "HomeCertificates"],
        // A link sends only audited commands (`AuditedCommand`), and handles storage faults.
        "MQTTLink": ["GatewayCore", "HomeDialects", "HomeModel", "HomeStorage", "MosquittoTransport"],
        "GatewayWire": ["HomeModel"],
        "ProofOfPossession": ["HomeModel"],
        "QRCodes": ["CQREncode"],
        "PageFiles": ["Concurrency", "CPage", "CZlib"],
        "YAMLFields": ["HomeModel"],
        // A query of the audit log becomes an `AuditFilter`. The HTTPS endpoint needs its certificate and key.
        "GatewayAPI": [
            "GatewayCore", "GatewayWire", "HomeCertificates", "HomeModel", "HomeStorage", "PageFiles",
            "ProofOfPossession", "QRCodes",
        ],
        "GatewayApp": [
            "AvahiDiscovery", "CClock", "CProcess", "Concurrency", "GatewayAPI", "GatewayCore", "GatewayWire",
            "HomeCertificates", "HomeModel", "HomeStorage", "MQTTLink", "MosquittoBroker", "MosquittoTransport",
            "PageFiles", "YAMLFields",
        ],
        "SimulatedHome": ["AvahiDiscovery", "HomeDialects", "HomeModel", "MosquittoTransport", "YAMLFields"],
        "TomteCommands": [
            "AvahiDiscovery", "GatewayApp", "GatewayCore", "GatewayWire", "HomeAssistantHistory", "HomeModel",
            "ProofOfPossession", "QRCodes", "SimulatedHome", "YAMLFields",
        ],
        "tomte": ["TomteCommands"],
    ]

    /// The libraries that only some targets may import, and what other targets do instead.
    static let libraries: [(name: String, only: Set<String>, remedy: String)] = [
        // One separate target reads a foreign database, for the command line. The gateway never opens one.
        ("GRDB", ["HomeAssistantHistory", "HomeStorage"], "ask a store for model values; only these targets use SQL"),
        ("Hummingbird", ["GatewayAPI"], "no other target depends on HTTP"),
        ("ArgumentParser", ["TomteCommands"], "pass typed values"),
        ("X509", ["HomeCertificates"], "ask HomeCertificates for credentials"),
        ("SwiftASN1", ["HomeCertificates"], "ask HomeCertificates for credentials"),
        ("JWTKit", ["ProofOfPossession"], "make and check proofs with ProofOfPossession"),
        ("Yams", ["GatewayApp", "SimulatedHome", "YAMLFields"], "use typed settings"),
        ("AsyncHTTPClient", ["TomteCommands", "TestSupport"], "the gateway itself sends no HTTP requests"),
        ("CMosquitto", ["MosquittoTransport"], "use MosquittoTransport, which makes it safe"),
        ("CAvahi", ["AvahiDiscovery"], "use AvahiDiscovery, which makes it safe"),
        ("CQREncode", ["QRCodes"], "use QRCodes, which makes it safe"),
        ("CPage", ["PageFiles"], "ask PageFiles for the page's files"),
        ("CZlib", ["PageFiles"], "use PageFiles, which makes it safe"),
        ("CProcess", ["GatewayApp", "MosquittoBroker", "TestSupport"], "use MosquittoBroker, which makes it safe"),
        ("CClock", ["GatewayApp"], "use the clock that GatewayApp passes in"),
    ]

    /// All targets of this package.
    static var targets: Set<String> { Set(byTarget.keys).union(byTarget.values.joined()) }
}
