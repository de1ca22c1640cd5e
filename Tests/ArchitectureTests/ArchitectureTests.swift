import Testing

/// The repository, held to its own rules. Every failure says where, what is forbidden and what to do instead.
struct ArchitectureTests {
    @Test func roomsImportOnlyWhatTheTableAllows() {
        report(SourceTree.product.flatMap(ImportRule.violations))
    }

    @Test func sharedTestCodeKeepsToTheLibraries() {
        report(SourceTree.support.flatMap(ImportRule.libraryViolations))
    }

    @Test func productSourcesUseNoForbiddenWords() {
        report(SourceTree.product.flatMap(WordingRule.violations))
    }

    @Test func filesAreShort() {
        report(SourceTree.all.flatMap(LayoutRule.sizeViolations))
    }

    @Test func foldersAreShallow() {
        report(SourceTree.product.flatMap(LayoutRule.depthViolations))
    }

    @Test(arguments: Rooms.mayImport.keys.sorted())
    func tableOfRoomsIsThatOfTheManifest(_ room: String) throws {
        let manifest = Manifest(try #require(SourceTree.manifest))
        #expect(
            manifest.rooms[room] == Rooms.mayImport[room],
            "Package.swift and Rooms.mayImport say different things about \(room); make them agree")
    }

    @Test(arguments: Rooms.mayImport.keys.sorted())
    func everyRoomHasBeenLookedAt(_ room: String) {
        #expect(SourceTree.product.contains { $0.target == room }, "no Swift file of \(room) was found")
    }

    @Test func everyFileWasUnderstood() {
        for file in SourceTree.all {
            let code = file.code.joined()
            for (open, close) in ["()", "[]", "{}"].map({ (Array($0)[0], Array($0)[1]) }) {
                let isBalanced = code.count { $0 == open } == code.count { $0 == close }
                #expect(isBalanced, "\(file.path): its \(open) and \(close) do not match once literals are blanked")
            }
            #expect(file.code.count == file.lines.count, "\(file.path): lines were lost")
        }
    }

    private func report(_ violations: [Violation]) {
        for violation in violations { Issue.record("\(violation)") }
    }
}
