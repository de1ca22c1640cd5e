import Testing

/// Applies each rule to texts that break it and to texts that do not.
struct RuleTests {
    @Test(arguments: [
        ("Sources/HomeModel/Names/A.swift", "import HomeStore", "HomeModel must not import HomeStore"),
        ("Sources/DeviceProtocols/A/A.swift", "package import GatewayCore", "it may import HomeModel"),
        ("Sources/DeviceProtocols/A/A.swift", "import DeviceEmulators", "it may import HomeModel"),
        ("Sources/MQTTLink/A/A.swift", "import DeviceEmulators", "must not import DeviceEmulators"),
        ("Sources/GatewayWire/A/A.swift", "import GatewayCore", "must not import GatewayCore"),
        ("Sources/GatewayCore/A/A.swift", "import Foundation; import MQTTLink", "must not import MQTTLink"),
        (
            "Sources/GatewayCore/A/A.swift", "@preconcurrency import struct GatewayAPI.Call",
            "must not import GatewayAPI"
        ),
        ("Sources/tomte/A.swift", "import GatewayApp", "it may import TomteCommands"),
        ("simulators/SimulatedHome/A/A.swift", "  import GatewayCore", "SimulatedHome must not import GatewayCore"),
        ("Sources/GatewayCore/A/A.swift", "import GRDB", "only in HomeAssistantHistory and HomeStore"),
        ("Sources/GatewayCore/A/A.swift", "private import HummingbirdCore", "only in GatewayAPI"),
        ("Sources/GatewayApp/A/A.swift", "import ArgumentParser", "only in TomteCommands"),
        ("Sources/MosquittoBroker/A/A.swift", "import X509", "only in HomeCertificates"),
        ("Sources/DeviceProtocols/A/A.swift", "import Yams", "only in GatewayApp and SimulatedHome and YAMLFields"),
        (
            "Sources/GatewayCore/A/A.swift", "import AsyncHTTPClient",
            "only in DeviceSetup and TestSupport and TomteClient"
        ),
        ("Sources/GatewayApp/A/A.swift", "import CMosquitto", "must not import CMosquitto"),
        ("Sources/Cellar/A/A.swift", "", "Cellar is not in AllowedImports"),
    ])
    func forbiddenImportIsReported(_ path: String, text: String, words: String) {
        let violations = ImportRule.violations(in: SourceFile(path: path, text: text))
        #expect(violations.contains { $0.description.hasPrefix("\(path):1: ") && $0.message.contains(words) })
    }

    @Test(arguments: [
        ("Sources/HomeModel/Names/A.swift", "import Foundation"), ("Sources/HomeStore/A/A.swift", "import GRDB"),
        ("Sources/GatewayApp/A/A.swift", "package import HomeStore\nimport CClock\nimport Yams"),
        ("Sources/HomeModel/A/A.swift", "// import GRDB\n/* import HomeStore */\nlet text = \"import GRDB\""),
        ("Sources/HomeModel/A/A.swift", "let important = imported(GRDB)"),
    ])
    func allowedImportIsNotReported(_ path: String, text: String) {
        #expect(ImportRule.violations(in: SourceFile(path: path, text: text)) == [])
    }

    @Test func foldersOfFamiliesAreFound() {
        let paths = [
            "Sources/DeviceProtocols/Acme/AcmeFamily.swift", "Sources/DeviceProtocols/Acme/AcmeModel.swift",
            "Sources/DeviceProtocols/Values/Scale.swift", "Sources/DeviceProtocols/Acme/Old/OldFamily.swift",
            "Sources/HomeModel/Other/OtherFamily.swift",
        ]
        #expect(FamilyRule.families(in: paths.map { SourceFile(path: $0, text: "") }) == ["acme"])
    }

    @Test(arguments: [
        ("Sources/GatewayApp/A/A.swift", "let isAcme = family == .acme", true),
        ("Sources/GatewayApp/A/A.swift", "let topic = \"acme/discovery\"", true),
        ("Sources/GatewayApp/A/AcmeTable.swift", "struct ACMETable {}", true),
        ("Sources/DeviceProtocols/Values/A.swift", "case acme", true),
        ("Sources/GatewayApp/A/A.swift", "/// As Acme does it.", false),
        ("Sources/GatewayApp/A/A.swift", "let a = 1 // Acme", false),
        ("Sources/TomteCommands/A/A.swift", "\"tomte devices provision --dialect acme\"", false),
        ("Sources/DeviceProtocols/Acme/A.swift", "case acme", false),
        ("Sources/DeviceProtocols/Acme/B/A.swift", "case acme", false),
        ("simulators/SimulatedHome/A/A.swift", "case acme", true),
        ("simulators/DeviceEmulators/Dialect/A.swift", "let all = [.acme]", true),
        ("simulators/DeviceEmulators/Acme/A.swift", "case acme", false),
        ("Tests/SimulatedHomeTests/A.swift", "case acme", false),
    ])
    func nameOfAFamilyOutsideItsFolderIsReported(_ path: String, text: String, isViolation: Bool) {
        let violations = FamilyRule.violations(in: SourceFile(path: path, text: text), families: ["acme"])
        #expect(violations.isEmpty != isViolation)
    }

    @Test(arguments: CoreWordRule.technologies.flatMap(\.words))
    func everyWordOfATechnologyIsReportedInTheCore(_ word: String) {
        let file = SourceFile(
            path: "Sources/GatewayCore/A/A.swift",
            text: "// \(word)s\nlet by\(word.uppercased()) = 1\nlet a = \"one \(word) b\"")
        #expect(CoreWordRule.violations(in: file).map(\.line) == [1, 2, 3])
    }

    @Test(arguments: [
        ("Sources/GatewayCore/A/A.swift", "/// Sent with QoS 1.", true),
        ("Sources/GatewayCore/A/A.swift", "let message = Message(qos: .atLeastOnce)", true),
        ("Sources/GatewayCore/A/A.swift", "DispatchQueue(label: \"broker\", qos: .utility)", true),
        ("Sources/GatewayCore/A/A.swift", "DispatchQueue(label: \"tomte.pin\", qos: .utility)", false),
        ("Sources/GatewayCore/A/A.swift", "/// A value that the network retained.", false),
        ("Sources/MQTTLink/A/A.swift", "/// Sent to the broker.", false),
        ("Tests/GatewayCoreTests/A.swift", "/// Sent to the broker.", false),
    ])
    func wordOfATechnologyIsReportedOnlyInTheCore(_ path: String, text: String, isViolation: Bool) {
        #expect(CoreWordRule.violations(in: SourceFile(path: path, text: text)).isEmpty != isViolation)
    }

    @Test func libraryRuleAppliesToSharedTestCode() {
        let file = SourceFile(path: "Tests/TestSupport/Home/A.swift", text: "import GatewayApp\nimport GRDB")
        #expect(ImportRule.libraryViolations(in: file).map(\.line) == [2])
    }

    @Test(arguments: [
        ("public struct A {}", "use `package`"), ("final class A: @unchecked Sendable {}", "Handle.swift"),
        ("let a = try! b()", "`try!` traps"), ("let a = b as! C", "`as!` traps"), ("let a = b!", "`!` traps"),
        ("a![0].b()", "`!` traps"), ("var a: Int!", "`!` traps"), ("f()!.g", "`!` traps"),
        ("fatalError(\"no\")", "throw a typed error"), ("Task { await a() }", "task group"),
        ("let a = Task<Void, Never> { }", "task group"), ("Task(priority: .high) { }", "task group"),
        ("Task.detached { }", "Task.detached"), ("nonisolated(unsafe) var a = 1", "hides a race"),
        ("print(a)", "swift-log"), ("if b { debugPrint(a) }", "swift-log"), ("let now = Date()", "take `now`"),
        ("let now = Date.now", "take `now`"),
        ("let text = \"\\(try! a())\"", "`try!` traps"),
    ])
    func forbiddenWordIsReported(_ text: String, words: String) {
        let file = SourceFile(path: "Sources/HomeModel/A/A.swift", text: "import Foundation\n\(text)\n")
        let violations = WordingRule.violations(in: file)
        #expect(violations.contains { $0.description.hasPrefix("\(file.path):2: ") && $0.message.contains(words) })
    }

    @Test func everyWordingRuleReportsAViolation() {
        let file = SourceFile(
            path: "Sources/HomeModel/A/A.swift",
            text: """
                public final class A: @unchecked Sendable {}
                try! a()
                b as! C
                c!
                fatalError()
                Task {}
                Task.detached {}
                nonisolated(unsafe) var d = 1
                print(1)
                Date()
                lstat(path, &status)
                """)
        #expect(Set(WordingRule.violations(in: file).map(\.message)).count == WordingRule.allCases.count)
    }

    @Test(arguments: [
        "package struct A {}", "// public, try!, fatalError(", "let a = \"public print( Task { !\"",
        "group.addTask { }",
        "try await Task.sleep(for: a)", "guard !a.isEmpty, a != b, !(c) else { return }", "log.print(a)",
        "let republic = 1",
        "let a = try? b() as? C", "let a = #\"try! \\(b!)\"#", "let a = #\"\"\"\"#; let b = 1 // c!",
        "let a = #/b! \"/# // c!", "/* a! /* b! */ c! */",
        "let a = Date(timeIntervalSince1970: 1)", "let a = try Stat(path)", "statvfs(path, &a)",
        "\"\"\"\n  try! a!\n  \"\"\"",
    ])
    func harmlessTextIsNotReported(_ text: String) {
        let file = SourceFile(path: "Sources/HomeModel/A/A.swift", text: text)
        #expect(WordingRule.violations(in: file) == [])
    }

    @Test(arguments: [
        ("A.swift", "// Reason.\nfinal class A: @unchecked Sendable {}", 1),
        ("AHandle.swift", "\nfinal class A: @unchecked Sendable {}", 1),
        ("AHandle.swift", "final class A: @unchecked Sendable {}", 1),
        ("AHandle.swift", "// Reason.\nfinal class A: @unchecked Sendable {}", 0),
    ])
    func uncheckedSendableNeedsAHandleFileAndAReason(_ name: String, text: String, count: Int) {
        let file = SourceFile(path: "Sources/AvahiDiscovery/A/\(name)", text: text)
        #expect(WordingRule.violations(in: file).count == count)
    }

    @Test(arguments: [
        ("Sources/GatewayApp/A/A.swift", "Task { }", 0), ("Sources/GatewayApp/A/A.swift", "Task.detached { }", 1),
        ("Sources/GatewayApp/A/A.swift", "let now = Date()", 0),
        ("Sources/DeviceProtocols/A/A.swift", "let now = Date()", 1),
    ])
    func gatewayAppMayStartTasksAndReadTheClock(_ path: String, text: String, count: Int) {
        #expect(WordingRule.violations(in: SourceFile(path: path, text: text)).count == count)
    }

    @Test func longFileIsReported() {
        let path = "Sources/HomeModel/A/A.swift"
        let full = SourceFile(path: path, text: String(repeating: "\n", count: 400))
        let over = SourceFile(path: path, text: String(repeating: "\n", count: 401))
        #expect(LayoutRule.sizeViolations(in: full) == [])
        #expect(LayoutRule.sizeViolations(in: over).map(\.line) == [401])
    }

    @Test(arguments: [
        "func long<A>(_ a: [A], b: () -> Void = {}) {", "    init?(a: Int) throws(E) {", "    deinit {",
        "    func long(\n        a: Int\n    ) async throws(E)\n        -> Bool\n    {",
        "    subscript(a: Int) -> Int {", "func long() -> [Int] where\n    A: B {",
        "    func first()\n    func long() {",
    ])
    func longFunctionIsReported(_ head: String) {
        func lengths(_ count: Int) -> [Violation] {
            let text = head + "\n" + String(repeating: "    if a { b(\"{\") }\n", count: count) + "}\n"
            return FunctionLengthRule.violations(in: SourceFile(path: "Sources/HomeModel/A/A.swift", text: text))
        }
        #expect(lengths(FunctionLengthRule.maximumLines) == [])
        #expect(lengths(FunctionLengthRule.maximumLines + 1).map(\.message).allSatisfy { $0.contains("61 lines") })
        #expect(lengths(FunctionLengthRule.maximumLines + 1).count == 1)
    }

    @Test(arguments: [
        "static let table = [", "static let table: [Int] = [",
        "protocol A {\n    func a()\n    init(b: Int)\n    var c: [",
        "struct A {\n    func a() {}\n    static let b = [", "// func long() {\nlet a = [",
    ])
    func longTableOfDataIsNotReported(_ head: String) {
        let text = head + "\n" + String(repeating: "    1,\n", count: 100) + "]\n"
        let file = SourceFile(path: "Sources/HomeModel/A/A.swift", text: text)
        #expect(FunctionLengthRule.violations(in: file) == [])
    }

    @Test(arguments: [
        ("Sources/tomte/A.swift", true), ("Sources/HomeModel/A/B.swift", true),
        ("Sources/HomeModel/A/B/C.swift", false),
        ("Sources/DeviceProtocols/A/B/C.swift", true), ("Sources/DeviceProtocols/A/B/C/D.swift", false),
        ("simulators/SimulatedHome/A/B/C.swift", false),
    ])
    func deepFolderIsReported(_ path: String, isAllowed: Bool) {
        #expect(LayoutRule.depthViolations(in: SourceFile(path: path, text: "")).isEmpty == isAllowed)
    }

    @Test func manifestListsTheDependenciesOfEachTarget() {
        let manifest = Manifest(
            """
            func module(_ name: String) {}
            targets: [
                module("HomeModel"),
                module("HomeStore", ["HomeModel", grdb, .product(name: "GatewayCore", package: "x")], path: "a"),
                module(
                    "GatewayWire",
                    ["DeviceProtocols"]),
                tests("HomeModelTests", ["HomeStore"]),
                .executableTarget(name: "tomte", dependencies: ["TomteCommands"]),
            ]
            """)
        #expect(
            manifest.dependencies == [
                "HomeModel": [], "HomeStore": ["HomeModel", "GatewayCore"], "GatewayWire": ["DeviceProtocols"],
                "tomte": ["TomteCommands"],
            ])
        #expect(manifest.transitiveDependencies(of: "GatewayWire") == ["DeviceProtocols"])
    }

    @Test func transitiveDependenciesIncludeThoseOfDependencies() {
        let manifest = Manifest(
            """
            targets: [
                module("GatewayWire", ["HomeModel"]), module("HomeModel", ["Concurrency"]), module("Concurrency"),
                module("TomteClient", ["GatewayWire"]),
            ]
            """)
        #expect(manifest.transitiveDependencies(of: "TomteClient") == ["GatewayWire", "HomeModel", "Concurrency"])
        #expect(manifest.transitiveDependencies(of: "Concurrency").isEmpty)
    }

    @Test(arguments: [
        ("func move(_ part: PartID, _ position: Double) {}", "part, position"),
        (
            "    init?(\n        _ name: String, code: (Int, Int) -> Void, _ value: [String: Int]\n    ) {}",
            "name, value"
        ),
        ("func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) {}", "type, bytes"),
    ])
    func missingLabelIsReported(_ text: String, names: String) {
        let file = SourceFile(path: "Sources/HomeModel/A/A.swift", text: text)
        #expect(NamingRule.labelViolations(in: file).map(\.message).allSatisfy { $0.contains(names) })
        #expect(NamingRule.labelViolations(in: file).count == 1)
    }

    @Test(arguments: [
        "func min(_ a: Int, _ b: Int) -> Int { a }", "func move(_ part: PartID, to position: Double) {}",
        "func run(_ body: (_ a: Int, _ b: Int) -> Void) {}", "let move = { (_ a: Int) in self.init(_: 1, 2) }",
    ])
    func labelledParametersAreNotReported(_ text: String) {
        #expect(NamingRule.labelViolations(in: SourceFile(path: "Sources/HomeModel/A/A.swift", text: text)) == [])
    }

    @Test func typeInAFileOfAnotherNameIsReported() {
        let path = "Sources/HomeModel/A/Room.swift"
        let long = "struct Room {}\nstruct House {\n" + String(repeating: "    let a = 1\n", count: 120) + "}\n"
        #expect(NamingRule.fileViolations(in: SourceFile(path: path, text: "struct House {}")).map(\.line) == [1])
        #expect(NamingRule.fileViolations(in: SourceFile(path: path, text: long)).map(\.line) == [2])
        let small = "package struct Room {\n}\n\nprivate enum House {}"
        #expect(NamingRule.fileViolations(in: SourceFile(path: path, text: small)) == [])
    }

    @Test(arguments: [("whatIsKeptComesBack", true), ("arithmetic", true), ("expiredGrantIsRefused", false)])
    func testNameWithoutASubjectIsReported(_ name: String, isReported: Bool) {
        let file = SourceFile(path: "Tests/HomeModelTests/A.swift", text: "@Test(arguments: [1])\nfunc \(name)() {}")
        #expect(NamingRule.testNameViolations(in: file).isEmpty != isReported)
    }

    @Test(arguments: [
        ("// Nobody may ask.", true), ("let text = \"whoever asks\"", true), ("let a = StateBoard()", true),
        ("// The owner asks again.", false), ("let nobody = 1", false), ("// the newcomer", false),
    ])
    func retiredWordIsReported(_ text: String, isReported: Bool) {
        let file = SourceFile(path: "Sources/HomeModel/A/A.swift", text: text)
        #expect(ProseRule.violations(in: file).isEmpty != isReported)
    }
}
