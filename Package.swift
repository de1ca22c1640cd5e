// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let optimizedInDebugBuilds = SwiftSetting.unsafeFlags(
    ["-O", "-assert-config", "Debug"], .when(configuration: .debug))

/// A target of this package. `Tests/ArchitectureTests` checks which targets may import which. A target with `isOptimized`
/// is optimized in debug builds too, because its tests make it process millions of values. Its assertions still run.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, isOptimized: Bool = false
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path,
        swiftSettings: settings + (isOptimized ? [optimizedInDebugBuilds] : []))
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "NIOExtras", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
    .product(name: "NIOHTTP2", package: "swift-nio-http2"),
    nio, .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"), nioSSL,
    httpTypes, logging,
]
let lifecycle: [Target.Dependency] = [
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]

let package = Package(
    name: "tomte",
    products: [.executable(name: "tomte", targets: ["tomte"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.45.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CAvahi", providers: [.apt(["libavahi-client-dev"])]),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CClock"),
        .target(name: "CPage"),
        .target(name: "CCrashRecorder"),

        module("HomeModel"), module("Concurrency"),
        module("DeviceProtocols", ["HomeModel"], isOptimized: true),
        module("HomeCertificates", ["Concurrency", "HomeModel", x509, asn1, crypto, cryptoExtras]),
        module("MosquittoTransport", ["CMosquitto", "Concurrency"]),
        module(
            "MosquittoBroker",
            [
                "Concurrency", "CProcess", "HomeCertificates", "HomeModel", "HostInspection", crypto, logging,
                systemPackage,
            ]),
        module("AvahiDiscovery", ["CAvahi", "Concurrency", "HomeModel", logging]),
        module("HostInspection", ["CProcess", "DeviceProtocols", crypto, systemPackage]),
        module("SegmentedLog", ["HomeModel", crypto, systemPackage]),
        module("SQLiteDatabase", ["HomeModel", "SegmentedLog", grdb, systemPackage]),
        module(
            "TimeSeriesStore", ["Concurrency", "HomeModel", "SQLiteDatabase", "SegmentedLog", grdb], isOptimized: true),
        module("AuditTrail", ["Concurrency", "HomeModel", "SegmentedLog", crypto, logging]),
        module(
            "HomeStore",
            [
                "Concurrency", "HomeModel", "SegmentedLog", "SQLiteDatabase", "TimeSeriesStore", grdb, crypto,
                systemPackage,
            ]),
        module("HomeAssistantHistory", ["HomeModel", grdb]),
        module(
            "Attachments",
            ["CProcess", "Concurrency", "HomeModel", "HostInspection", "SegmentedLog", crypto, systemPackage]),
        module("CrashReports", ["CCrashRecorder", "HomeCertificates", "HomeModel", logging]),
        module(
            "GatewayCore",
            [
                "Attachments", "AuditTrail", "Concurrency", "CrashReports", "HomeCertificates", "HomeModel",
                "HomeStore", "ProofOfPossession", "SegmentedLog", "TimeSeriesStore", crypto, logging,
            ]),
        module(
            "MQTTLink",
            [
                "AuditTrail", "DeviceProtocols", "GatewayCore", "HomeModel", "MosquittoTransport", "TimeSeriesStore",
                logging,
            ]),
        module(
            "DeviceSetup",
            ["Concurrency", "DeviceProtocols", "GatewayCore", "HomeModel", httpClient, nio, nioHTTP]),
        module("HomeKitProtocol", ["COpenSSL", crypto]),
        module("HomeKitAccessories", ["HomeKitProtocol", "HomeModel"], isOptimized: true),
        module(
            "HomeKitLink",
            [
                "AuditTrail", "Concurrency", "GatewayCore", "HomeCertificates", "HomeKitAccessories", "HomeKitProtocol",
                "HomeModel", logging, nio, .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        module("MatterProtocol", ["COpenSSL", crypto, x509, asn1]),
        module(
            "MatterTransport",
            ["Concurrency", "MatterProtocol", nio, .product(name: "NIOPosix", package: "swift-nio")]),
        module("MatterNodes", ["MatterProtocol", "HomeModel"], isOptimized: true),
        module(
            "MatterLink",
            [
                "AuditTrail", "Concurrency", "GatewayCore", "HomeCertificates", "HomeModel", "MatterNodes",
                "MatterProtocol", "MatterTransport", crypto, logging,
            ]),
        module("GatewayWire", ["HomeModel"]),
        module("YAMLFields", ["HomeModel", yams]),
        module("QRCodes", ["CQREncode"]),
        module("ZIPArchives", ["CZlib"], isOptimized: true),
        module("PageFiles", ["Concurrency", "CPage", "CZlib", "GatewayWire", "HomeModel", crypto, nio]),
        module("ProofOfPossession", ["HomeModel", crypto, jwt]),
        module(
            "TomteClient",
            ["Concurrency", "GatewayWire", "HomeModel", "ProofOfPossession", crypto, httpClient, nio, nioHTTP, nioSSL]),
        module(
            "GatewayAPI",
            [
                "AuditTrail", "Concurrency", "DeviceProtocols", "GatewayCore", "GatewayWire", "HomeCertificates",
                "HomeModel", "PageFiles", "ProofOfPossession", "QRCodes", "SegmentedLog", "ZIPArchives", crypto,
            ] + hummingbird + lifecycle),
        module(
            "GatewayApp",
            [
                "Attachments", "AuditTrail", "AvahiDiscovery", "CClock", "Concurrency", "CProcess", "CrashReports",
                "DeviceProtocols", "DeviceSetup", "GatewayAPI", "GatewayCore", "GatewayWire", "HomeCertificates",
                "HomeKitLink", "HomeModel", "HomeStore", "HostInspection", "MatterLink", "MosquittoBroker",
                "MosquittoTransport", "MQTTLink", "PageFiles", "SegmentedLog", "TimeSeriesStore", "YAMLFields", yams,
                logging, crypto,
            ] + lifecycle),
        module("SeededRandom", path: "simulators/SeededRandom"),
        module("EmulatorStorage", path: "simulators/EmulatorStorage"),
        module("DeviceEmulators", ["DeviceProtocols", "HomeModel"], path: "simulators/DeviceEmulators"),
        module(
            "HomeKitEmulator",
            [
                "EmulatorStorage", "HomeKitAccessories", "HomeKitProtocol", logging, nio,
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "simulators/HomeKitEmulator"),
        module(
            "MatterEmulator", ["EmulatorStorage", "MatterProtocol", "MatterTransport", crypto, logging],
            path: "simulators/MatterEmulator"),
        module(
            "SimulatedHome",
            [
                "AvahiDiscovery", "DeviceEmulators", "DeviceProtocols", "HomeKitAccessories", "HomeKitEmulator",
                "HomeKitProtocol", "HomeModel", "MatterEmulator", "MatterProtocol", "MosquittoTransport",
                "SeededRandom", "YAMLFields", yams, logging, crypto, cryptoExtras, nio, nioHTTP, nioSSL,
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
            ],
            path: "simulators/SimulatedHome"),
        module(
            "TomteCommands",
            [
                "AvahiDiscovery", "Concurrency", "CrashReports", "DeviceProtocols", "GatewayApp", "GatewayCore",
                "GatewayWire", "HomeAssistantHistory", "HomeModel", "HostInspection", "ProofOfPossession", "QRCodes",
                "SimulatedHome", "TomteClient", "YAMLFields", "ZIPArchives", arguments, logging, systemPackage,
                lifecycle[1],
            ]),
        .executableTarget(name: "tomte", dependencies: ["TomteCommands"], swiftSettings: settings),

        module(
            "TestSupport",
            [
                "AvahiDiscovery", "Concurrency", "CProcess", "DeviceProtocols", "GatewayApp", "GatewayCore",
                "GatewayWire", "HomeCertificates", "HomeModel", "MosquittoBroker", "MosquittoTransport",
                "ProofOfPossession", "SimulatedHome", httpClient, nio, nioHTTP, nioSSL, logging, subprocess,
                systemPackage,
            ],
            path: "Tests/TestSupport"),
        .systemLibrary(name: "CSeccomp", path: "Tests/CSeccomp"),
        tests("ArchitectureTests", ["HomeModel"]),
        tests("ConcurrencyTests", ["Concurrency", "TestSupport"]),
        tests("HomeModelTests", ["DeviceProtocols", "HomeModel", "SeededRandom"]),
        module("DeviceFixtures", ["DeviceProtocols", "HomeModel", "SeededRandom"], path: "Tests/DeviceFixtures"),
        tests("DeviceProtocolsTests", ["DeviceFixtures", "DeviceProtocols", "HomeModel", "SeededRandom"]),
        tests(
            "DeviceEmulatorsTests",
            ["DeviceEmulators", "DeviceFixtures", "DeviceProtocols", "HomeModel", "SeededRandom"]),
        tests("HomeCertificatesTests", ["HomeCertificates", "HomeModel", x509, asn1, crypto, subprocess]),
        tests("QRCodesTests", ["QRCodes", subprocess]),
        .testTarget(
            name: "ZIPArchivesTests", dependencies: ["SeededRandom", "ZIPArchives", crypto, subprocess],
            exclude: ["unzip.py"], swiftSettings: settings),
        tests("PageFilesTests", ["GatewayWire", "HomeModel", "PageFiles", nio, subprocess]),
        tests("ProofOfPossessionTests", ["ProofOfPossession", "HomeModel"]),
        tests("MosquittoTransportTests", ["Concurrency", "MosquittoTransport"]),
        tests(
            "MosquittoBrokerTests",
            ["MosquittoBroker", "HomeCertificates", "HomeModel", "TestSupport", subprocess, logging, systemPackage]),
        tests("AvahiDiscoveryTests", ["AvahiDiscovery", "HomeModel", "SeededRandom", "TestSupport", logging]),
        module(
            "StorageFixtures",
            [
                "DeviceProtocols", "HomeModel", "HomeStore", "SegmentedLog", "SQLiteDatabase", "TimeSeriesStore", grdb,
                systemPackage,
            ],
            path: "Tests/StorageFixtures"),
        tests(
            "TimeSeriesStoreTests",
            [
                "HomeModel", "HomeStore", "SeededRandom", "SegmentedLog", "SQLiteDatabase", "StorageFixtures",
                "TimeSeriesStore", grdb,
            ]),
        tests(
            "AuditTrailTests",
            [
                "AuditTrail", "DeviceProtocols", "HomeModel", "SeededRandom", "SegmentedLog", "StorageFixtures", crypto,
                logging,
            ]),
        tests(
            "HomeStoreTests",
            [
                "HomeModel", "HomeStore", "SegmentedLog", "SQLiteDatabase", "StorageFixtures", "TimeSeriesStore", grdb,
                crypto, systemPackage,
            ]),
        tests("AttachmentsTests", ["Attachments", "HomeModel", "HostInspection", "SeededRandom", crypto]),
        tests("CrashReportsTests", ["CrashReports", "HomeModel", "TestSupport", logging]),
        tests("HomeAssistantHistoryTests", ["HomeAssistantHistory", "HomeModel", "SeededRandom", grdb]),
        tests(
            "GatewayCoreTests",
            [
                "Attachments", "AuditTrail", "Concurrency", "CrashReports", "DeviceProtocols", "GatewayCore",
                "HomeCertificates", "HomeModel", "HomeStore", "ProofOfPossession", "SeededRandom", "SegmentedLog",
                "SQLiteDatabase", "StorageFixtures", "TestSupport", "TimeSeriesStore", crypto, grdb, logging,
            ]),
        tests(
            "MQTTLinkTests",
            [
                "DeviceProtocols", "GatewayCore", "HomeModel", "MosquittoTransport", "MQTTLink", "SeededRandom",
                "TimeSeriesStore",
            ]),
        tests(
            "GatewayAPITests",
            [
                "AuditTrail", "DeviceProtocols", "DeviceSetup", "GatewayAPI", "GatewayCore", "GatewayWire",
                "HomeCertificates", "HomeModel", "HomeStore", httpTypes, logging, nio, subprocess,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ]),
        tests(
            "GatewayAppTests",
            [
                "Attachments", "AuditTrail", "AvahiDiscovery", "CClock", "Concurrency", "CSeccomp", "DeviceProtocols",
                "GatewayApp", "GatewayCore", "GatewayWire", "HomeCertificates", "HomeModel", "HomeStore",
                "HostInspection", "MosquittoBroker", "MosquittoTransport", "MQTTLink", "SQLiteDatabase",
                "StorageFixtures", "TestSupport", "YAMLFields", subprocess, yams, logging, systemPackage, grdb,
            ]),
        tests(
            "SimulatedHomeTests",
            [
                "AvahiDiscovery", "DeviceEmulators", "DeviceProtocols", "GatewayCore", "HomeKitAccessories",
                "HomeKitEmulator", "HomeKitFixtures", "HomeKitProtocol", "HomeModel", "LinkFixtures", "MatterEmulator",
                "MatterFixtures", "MatterLink", "MatterNodes", "MatterProtocol", "MosquittoTransport", "SeededRandom",
                "SimulatedHome", "StorageFixtures", "TestSupport", "YAMLFields", logging,
            ]),
        tests(
            "DeviceSetupTests",
            [
                "DeviceEmulators", "DeviceProtocols", "DeviceSetup", "GatewayCore", "HomeModel", "SimulatedHome",
                "TestSupport", nio, .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        tests("HomeKitAccessoriesTests", ["HomeKitAccessories", "HomeKitProtocol", "HomeModel", "SeededRandom"]),
        .target(
            name: "HomeKitPeers", dependencies: ["HomeKitProtocol", subprocess, systemPackage],
            path: "Tests/HomeKitPeers", exclude: ["homekit_peer.py", "homekit_controller.py", "hap_python_bridge.py"],
            swiftSettings: settings),
        tests("HomeKitProtocolTests", ["HomeKitPeers", "HomeKitProtocol", "SeededRandom", crypto]),
        tests(
            "HomeKitLinkTests",
            [
                "AuditTrail", "Concurrency", "DeviceProtocols", "DeviceSetup", "GatewayCore", "HomeCertificates",
                "HomeKitAccessories", "HomeKitEmulator", "HomeKitLink", "HomeKitPeers", "HomeKitProtocol", "HomeModel",
                "HomeStore", "LinkFixtures", "SeededRandom", "StorageFixtures", "TestSupport", "TimeSeriesStore",
                crypto, logging, nio,
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        tests("MatterNodesTests", ["MatterNodes", "MatterProtocol", "HomeModel", "SeededRandom"]),
        tests("MatterProtocolTests", ["MatterProtocol", "SeededRandom", crypto, x509, asn1]),
        module(
            "LinkFixtures",
            [
                "AuditTrail", "DeviceProtocols", "DeviceSetup", "GatewayCore", "HomeCertificates", "HomeModel",
                "HomeStore", "TestSupport", logging,
            ],
            path: "Tests/LinkFixtures"),
        tests(
            "MatterLinkTests",
            [
                "AuditTrail", "Concurrency", "GatewayCore", "HomeCertificates", "HomeKitPeers", "HomeKitProtocol",
                "HomeModel", "HomeStore", "LinkFixtures", "MatterEmulator", "MatterFixtures", "MatterLink",
                "MatterNodes", "MatterProtocol", "MatterTransport", "SeededRandom", "StorageFixtures", "TestSupport",
                "TimeSeriesStore", crypto, logging,
            ]),
        module(
            "HomeKitFixtures", ["HomeKitProtocol", nio, .product(name: "NIOPosix", package: "swift-nio")],
            path: "Tests/HomeKitFixtures"),
        tests(
            "HomeKitEmulatorTests",
            [
                "EmulatorStorage", "HomeKitAccessories", "HomeKitEmulator", "HomeKitFixtures", "HomeKitPeers",
                "HomeKitProtocol", logging,
            ]),
        tests(
            "MatterEmulatorTests",
            [
                "EmulatorStorage", "HomeKitPeers", "HomeKitProtocol", "HomeModel", "MatterEmulator", "MatterFixtures",
                "MatterNodes", "MatterProtocol", "MatterTransport", "SeededRandom", crypto, logging,
            ]),
        module(
            "MatterFixtures",
            [
                "GatewayCore", "HomeKitPeers", "HomeKitProtocol", "HomeModel", "LinkFixtures", "MatterEmulator",
                "MatterLink", "MatterProtocol", "TestSupport", crypto, logging,
            ],
            path: "Tests/MatterFixtures"),
        tests("TomteClientTests", ["TomteClient", "SeededRandom"]),
        tests(
            "TomteCommandsTests",
            [
                "AuditTrail", "GatewayApp", "GatewayWire", "HomeCertificates", "HomeModel", "HostInspection",
                "SeededRandom", "TomteClient", "TomteCommands", arguments,
            ]),
        tests("HostInspectionTests", ["HostInspection", "SeededRandom", crypto]),
        tests(
            "EndToEndTests",
            [
                "AvahiDiscovery", "DeviceEmulators", "DeviceFixtures", "DeviceProtocols", "DeviceSetup", "GatewayApp",
                "GatewayWire", "HomeCertificates", "HomeModel", "MosquittoBroker", "MosquittoTransport",
                "ProofOfPossession", "SeededRandom", "SimulatedHome", "TestSupport", grdb, httpClient, subprocess,
            ]),

        .executableTarget(
            name: "TomteBenchmarks",
            dependencies: [
                "AuditTrail", "DeviceEmulators", "DeviceProtocols", "GatewayCore", "GatewayWire", "HomeCertificates",
                "HomeKitAccessories", "HomeKitLink", "HomeKitPeers", "HomeKitProtocol", "HomeModel", "HomeStore",
                "MatterEmulator", "MatterFixtures", "MatterLink", "MatterProtocol", "MatterTransport",
                "MosquittoTransport", "SeededRandom", "SimulatedHome", "TestSupport", "TimeSeriesStore", crypto, nio,
                nioSSL, logging, subprocess, systemPackage,
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Benchmarks",
            swiftSettings: settings),
    ]
)
