/// The imports that the architecture allows.
enum AllowedImports {
    /// The targets of this package that each target may import. An import that is not in this table is forbidden.
    static let byTarget: [String: Set<String>] = [
        "HomeModel": [],
        "Concurrency": [],
        "DeviceProtocols": ["HomeModel"],
        "HomeCertificates": ["Concurrency", "HomeModel"],
        "MosquittoTransport": ["CMosquitto", "Concurrency"],
        "MosquittoBroker": ["Concurrency", "CProcess", "HomeCertificates", "HomeModel", "HostInspection"],
        "AvahiDiscovery": ["CAvahi", "Concurrency", "HomeModel"],
        // The state of the machine: programs, networks, firewall and files. Their outputs are parsed as hostile JSON.
        "HostInspection": ["CProcess", "DeviceProtocols"],
        "SegmentedLog": ["HomeModel"],
        "SQLiteDatabase": ["HomeModel", "SegmentedLog"],
        "TimeSeriesStore": ["Concurrency", "HomeModel", "SQLiteDatabase", "SegmentedLog"],
        "AuditTrail": ["Concurrency", "HomeModel", "SegmentedLog"],
        "HomeStore": ["Concurrency", "HomeModel", "SQLiteDatabase", "SegmentedLog", "TimeSeriesStore"],
        // Encrypted files, and a confined program that converts photographs.
        "Attachments": ["CProcess", "Concurrency", "HomeModel", "HostInspection", "SegmentedLog"],
        "HomeAssistantHistory": ["HomeModel"],
        "CrashReports": ["CCrashRecorder", "HomeCertificates", "HomeModel"],
        "GatewayCore": [
            "Attachments", "Concurrency", "CrashReports", "HomeModel", "AuditTrail", "HomeStore", "SegmentedLog",
            "TimeSeriesStore", "HomeCertificates", "ProofOfPossession",
        ],
        // A link sends only audited commands (`AuditedCommand`), and handles storage faults.
        "MQTTLink": [
            "GatewayCore", "DeviceProtocols", "HomeModel", "AuditTrail", "TimeSeriesStore",
            "MosquittoTransport",
        ],
        // It sends only audited commands too, and keeps the keys of its pairings in the store of secrets.
        "HomeKitLink": [
            "AuditTrail", "Concurrency", "GatewayCore", "HomeCertificates", "HomeKitAccessories", "HomeKitProtocol",
            "HomeModel",
        ],
        // It sends requests to the web servers of devices on its own networks.
        "DeviceSetup": ["Concurrency", "DeviceProtocols", "GatewayCore", "HomeModel"],
        "HomeKitAccessories": ["HomeKitProtocol", "HomeModel"],
        // Bytes in, bytes out, for both roles: the controller, and the simulated accessory.
        "HomeKitProtocol": ["COpenSSL"],
        // Both roles again: the controller, and the simulated node.
        "MatterProtocol": ["COpenSSL"],
        // The sockets and exchanges of both roles.
        "MatterTransport": ["Concurrency", "MatterProtocol"],
        "MatterNodes": ["MatterProtocol", "HomeModel"],
        "MatterLink": [
            "AuditTrail", "Concurrency", "GatewayCore", "HomeCertificates", "HomeModel", "MatterNodes",
            "MatterProtocol", "MatterTransport",
        ],
        "GatewayWire": ["HomeModel"],
        "ProofOfPossession": ["HomeModel"],
        "QRCodes": ["CQREncode"],
        "ZIPArchives": ["CZlib"],
        // The page contains the catalogue of capabilities as the API returns it.
        "PageFiles": ["Concurrency", "CPage", "CZlib", "GatewayWire", "HomeModel"],
        "YAMLFields": ["HomeModel"],
        // A program on another machine needs the client without the gateway.
        "TomteClient": ["Concurrency", "GatewayWire", "HomeModel", "ProofOfPossession"],
        // A query of the audit log becomes an `AuditFilter`. The HTTPS endpoint needs its certificate and key. The schemas
        // list the words of `DeviceFamilies`.
        "GatewayAPI": [
            "Concurrency", "DeviceProtocols", "GatewayCore", "GatewayWire", "HomeCertificates", "HomeModel",
            "AuditTrail", "SegmentedLog", "PageFiles", "ProofOfPossession", "QRCodes", "ZIPArchives",
        ],
        "GatewayApp": [
            "Attachments", "AvahiDiscovery", "CClock", "CProcess", "Concurrency", "DeviceProtocols", "DeviceSetup",
            "GatewayAPI", "CrashReports", "GatewayCore",
            "GatewayWire", "HomeCertificates", "HomeModel", "HostInspection", "AuditTrail", "HomeStore",
            "TimeSeriesStore", "HomeKitLink", "MatterLink", "MQTTLink", "MosquittoBroker", "MosquittoTransport",
            // A wipe overwrites and deletes files of all stores.
            "PageFiles", "SegmentedLog", "YAMLFields",
        ],
        "SeededRandom": [],
        "EmulatorStorage": [],
        "DeviceEmulators": ["DeviceProtocols", "HomeModel"],
        // The accessory's side of HomeKit. It knows nothing of Avahi; SimulatedHome announces it.
        "HomeKitEmulator": ["EmulatorStorage", "HomeKitAccessories", "HomeKitProtocol"],
        // The node's side of Matter. It does not announce itself either.
        "MatterEmulator": ["EmulatorStorage", "MatterProtocol", "MatterTransport"],
        "SimulatedHome": [
            "AvahiDiscovery", "DeviceEmulators", "DeviceProtocols", "HomeKitAccessories", "HomeKitEmulator",
            "HomeKitProtocol", "HomeModel", "MatterEmulator", "MatterProtocol", "MosquittoTransport", "SeededRandom",
            "YAMLFields",
        ],
        "TomteCommands": [
            "AvahiDiscovery", "Concurrency", "CrashReports", "DeviceProtocols", "GatewayApp", "GatewayCore",
            "GatewayWire", "HomeAssistantHistory", "HomeModel", "HostInspection", "ProofOfPossession", "QRCodes",
            "SimulatedHome",
            "TomteClient",
            "YAMLFields", "ZIPArchives",
        ],
        "tomte": ["TomteCommands"],
    ]

    /// The libraries that only some targets may import, and what other targets do instead.
    static let libraries: [(name: String, only: Set<String>, remedy: String)] = [
        // One separate target reads a foreign database, for the command line. The gateway never opens one.
        (
            "GRDB", ["HomeAssistantHistory", "HomeStore", "SQLiteDatabase", "TimeSeriesStore"],
            "ask a store for model values; only these targets use SQL"
        ),
        ("Hummingbird", ["GatewayAPI"], "no other target depends on HTTP"),
        ("ArgumentParser", ["TomteCommands"], "pass typed values"),
        ("X509", ["HomeCertificates", "MatterProtocol"], "ask HomeCertificates for credentials"),
        ("SwiftASN1", ["HomeCertificates", "MatterProtocol"], "ask HomeCertificates for credentials"),
        ("JWTKit", ["ProofOfPossession"], "make and check proofs with ProofOfPossession"),
        ("Yams", ["GatewayApp", "SimulatedHome", "YAMLFields"], "use typed settings"),
        (
            "AsyncHTTPClient", ["DeviceSetup", "TomteClient", "TestSupport"],
            "the gateway sends HTTP requests only to devices that it configures"
        ),
        ("CMosquitto", ["MosquittoTransport"], "use MosquittoTransport, which makes it safe"),
        ("CAvahi", ["AvahiDiscovery"], "use AvahiDiscovery, which makes it safe"),
        (
            "COpenSSL", ["HomeKitProtocol", "MatterProtocol"],
            "use HomeKitProtocol or MatterProtocol, which make it safe"
        ),
        ("CQREncode", ["QRCodes"], "use QRCodes, which makes it safe"),
        ("CPage", ["PageFiles"], "ask PageFiles for the page's files"),
        ("CZlib", ["PageFiles", "ZIPArchives"], "use PageFiles or ZIPArchives, which make it safe"),
        (
            "CProcess", ["Attachments", "GatewayApp", "HostInspection", "MosquittoBroker", "TestSupport"],
            "use HostInspection or MosquittoBroker, which make it safe"
        ),
        ("CClock", ["GatewayApp"], "use the clock that GatewayApp passes in"),
        ("CCrashRecorder", ["CrashReports"], "use CrashReports, which makes it safe"),
    ]

    /// The targets that a client of the API may need, directly or through others; all other targets belong to the gateway
    /// or to the command line.
    static let clientTargets: Set<String> = ["Concurrency", "GatewayWire", "HomeModel", "ProofOfPossession"]

    /// All targets of this package.
    static var targets: Set<String> { Set(byTarget.keys).union(byTarget.values.joined()) }
}

/// Checks import lines against `AllowedImports`.
enum ImportRule {
    static func violations(in file: SourceFile) -> [Violation] {
        guard let allowed = AllowedImports.byTarget[file.target] else {
            let message = "the target \(file.target) is not in AllowedImports; add it with its allowed imports"
            return [Violation(path: file.path, line: 1, message: message)]
        }
        let forbidden = imports(of: file).filter { AllowedImports.targets.subtracting(allowed).contains($0.module) }
        return forbidden.map { line, module in
            let list = allowed.isEmpty ? "none of our targets" : allowed.sorted().joined(separator: ", ")
            let message = "\(file.target) must not import \(module); it may import \(list)"
            return Violation(path: file.path, line: line, message: message)
        } + libraryViolations(in: file)
    }

    /// Checks the imports of libraries. This part of the rule also applies to shared test code.
    static func libraryViolations(in file: SourceFile) -> [Violation] {
        imports(of: file).compactMap { line, module in
            guard let library = AllowedImports.libraries.first(where: { module.hasPrefix($0.name) }),
                !library.only.contains(file.target)
            else { return nil }
            let owners = library.only.sorted().joined(separator: " and ")
            let message = "\(module) is imported only in \(owners); \(library.remedy)"
            return Violation(path: file.path, line: line, message: message)
        }
    }

    static func imports(of file: SourceFile) -> [(line: Int, module: String)] {
        let statement =
            #/(?:^|;)\s*(?:@\w+(?:\(\w+\))?\s+|(?:package|internal|fileprivate|private|public)\s+)*import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/#
        return file.code.enumerated().flatMap { index, line in
            line.contains("import") ? line.matches(of: statement).map { (index + 1, String($0.output.1)) } : []
        }
    }
}

/// The dependencies between the targets of this package, as `Package.swift` declares them.
struct Manifest {
    /// The targets of this package that each target depends on.
    let dependencies: [String: Set<String>]

    init(_ text: String) {
        let entry = #/\b(?:module|\.executableTarget)\(\s*(?:name:\s*)?"(\w+)"/#
        let targets = text.split(separator: "targets: [").last ?? ""
        let entries = targets.matches(of: entry)
        dependencies = entries.reduce(into: [:]) { dependencies, match in
            let name = String(match.output.1)
            let rest = targets[match.range.upperBound...].prefix(Self.length(targets[match.range.upperBound...]))
            let named = rest.matches(of: #/"(\w+)"/#).map { String($0.output.1) }
            if AllowedImports.byTarget[name] != nil {
                dependencies[name] = AllowedImports.targets.intersection(named)
            }
        }
    }

    /// All targets of this package that `target` needs, directly or through others.
    func transitiveDependencies(of target: String) -> Set<String> {
        var found: Set<String> = []
        var waiting = dependencies[target] ?? []
        while let next = waiting.popFirst() {
            guard found.insert(next).inserted else { continue }
            waiting.formUnion(dependencies[next] ?? [])
        }
        return found
    }

    /// Returns the number of characters before the parenthesis that closes the entry.
    private static func length(_ text: Substring) -> Int {
        var depth = 1
        return text.prefix { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return depth > 0
        }.count
    }
}
