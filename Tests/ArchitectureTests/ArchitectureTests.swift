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
        for file in SourceTree.product {
            let code = file.code
            #expect(code.count == file.lines.count, "\(file.path): lines were lost")
            let bytes = Array(code.joined().utf8)
            for (open, close) in zip("([{".utf8, ")]}".utf8) {
                let isBalanced = bytes.count { $0 == open } == bytes.count { $0 == close }
                #expect(isBalanced, "\(file.path): its brackets do not match once literals are blanked")
            }
        }
    }

    private func report(_ violations: [Violation]) {
        for violation in violations { Issue.record("\(violation)") }
    }
}
