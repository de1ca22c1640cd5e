import Testing

/// Applies the rules to the whole repository. Every failure names the place, the reason and the remedy.
struct ArchitectureTests {
    @Test func targetsImportOnlyAllowedModules() {
        report(SourceTree.product.flatMap(ImportRule.violations))
    }

    @Test func sharedTestCodeImportsOnlyAllowedLibraries() {
        report(SourceTree.support.flatMap(ImportRule.libraryViolations))
    }

    @Test func productSourcesUseNoForbiddenWords() {
        report(SourceTree.product.flatMap(WordingRule.violations))
    }

    @Test func onlyTheFolderOfAFamilyNamesIt() {
        let families = FamilyRule.families(in: SourceTree.product)
        #expect(families.count >= 6)
        report(SourceTree.product.flatMap { FamilyRule.violations(in: $0, families: families) })
    }

    @Test(arguments: FamilyRule.exceptions.keys.sorted())
    func everyExceptionOfTheFamilyRuleIsNeeded(_ path: String) throws {
        let file = try #require(SourceTree.product.first { $0.path == path })
        let elsewhere = SourceFile(path: "Sources/Elsewhere/\(file.name)", text: file.lines.joined(separator: "\n"))
        let families = FamilyRule.families(in: SourceTree.product)
        #expect(!FamilyRule.violations(in: elsewhere, families: families).isEmpty)
    }

    @Test func coreUsesNoWordsOfMQTTHTTPOrSQL() {
        #expect(SourceTree.product.contains { $0.target == "GatewayCore" })
        report(SourceTree.product.flatMap(CoreWordRule.violations))
    }

    @Test func argumentsAfterTheFirstHaveLabels() {
        report(SourceTree.all.flatMap(NamingRule.labelViolations))
    }

    @Test func typesLieInFilesOfTheirNames() {
        report(SourceTree.product.flatMap(NamingRule.fileViolations))
    }

    @Test func testsAreNamedAsFacts() {
        report(SourceTree.tests.flatMap(NamingRule.testNameViolations))
    }

    @Test func commentsAndMessagesUsePlainWords() {
        // The rules themselves contain the words.
        let files = SourceTree.all.filter { $0.target != "ArchitectureTests" } + SourceTree.page
        report(files.flatMap(ProseRule.violations))
    }

    @Test func filesAreShort() {
        report(SourceTree.all.flatMap(LayoutRule.sizeViolations))
    }

    @Test func functionsAreShort() {
        report(SourceTree.product.flatMap(FunctionLengthRule.violations))
    }

    /// The bodies and the routes of a resource lie in folders of the same name. `GatewayAPI` has folders of its own too,
    /// for the parts that all routes share.
    @Test func bodiesAndRoutesHaveTheSameFolders() {
        let folders = { (target: String) in Set(SourceTree.product.filter { $0.target == target }.map(\.folder)) }
        let withoutRoutes = folders("GatewayWire").subtracting(folders("GatewayAPI"))
        #expect(withoutRoutes.isEmpty, "GatewayAPI has no folders \(withoutRoutes.sorted())")
    }

    @Test func foldersAreShallow() {
        report(SourceTree.product.flatMap(LayoutRule.depthViolations))
    }

    @Test(arguments: AllowedImports.byTarget.keys.sorted())
    func allowedImportsEqualTheManifest(_ target: String) throws {
        let manifest = Manifest(try #require(SourceTree.manifest))
        #expect(
            manifest.dependencies[target] == AllowedImports.byTarget[target],
            "Package.swift and AllowedImports.byTarget differ about \(target); make them equal")
    }

    @Test func clientNeedsNoTargetOfTheGateway() throws {
        let manifest = Manifest(try #require(SourceTree.manifest))
        let needed = manifest.transitiveDependencies(of: "TomteClient")
        #expect(needed.isSuperset(of: ["GatewayWire", "HomeModel"]))
        let gateway = needed.subtracting(AllowedImports.clientTargets)
        #expect(gateway.isEmpty, "TomteClient needs \(gateway.sorted()); a client must be usable without the gateway")
    }

    @Test func gatewayNeedsNoSimulator() throws {
        let manifest = Manifest(try #require(SourceTree.manifest))
        let simulators = Set(SourceTree.product.filter { $0.path.hasPrefix("simulators/") }.map(\.target))
        #expect(simulators.isSuperset(of: ["DeviceEmulators", "SimulatedHome"]))
        let needed = manifest.transitiveDependencies(of: "GatewayApp")
        #expect(needed.isSuperset(of: ["DeviceProtocols", "GatewayCore", "MQTTLink"]))
        let found = needed.intersection(simulators)
        #expect(found.isEmpty, "GatewayApp needs \(found.sorted()); only the command line may need simulators")
    }

    @Test(arguments: AllowedImports.byTarget.keys.sorted())
    func everyTargetHasSwiftFiles(_ target: String) {
        #expect(SourceTree.product.contains { $0.target == target }, "no Swift file of \(target) was found")
    }

    @Test func scanKeepsLinesAndBracketsOfEveryFile() {
        for file in SourceTree.product {
            let code = file.code
            #expect(code.count == file.lines.count, "\(file.path): the scan lost lines")
            let bytes = Array(code.joined().utf8)
            for (open, close) in zip("([{".utf8, ")]}".utf8) {
                let isBalanced = bytes.count { $0 == open } == bytes.count { $0 == close }
                #expect(isBalanced, "\(file.path): its brackets do not match after literals are blanked")
            }
        }
    }

    private func report(_ violations: [Violation]) {
        for violation in violations { Issue.record("\(violation)") }
    }
}
