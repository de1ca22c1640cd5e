import Foundation
import NIOCore
import Subprocess
import Testing

@testable import PageFiles

struct PageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../page")
        .standardizedFileURL

    @Test func everyFileOfThePageIsInTheProgram() throws {
        let lying = try Page(folder: Self.folder)
        #expect(Page.embedded.version == lying.version, "run scripts/list-page")
    }

    @Test func filesLieAtAnAddressOfTheirVersionAndRootFilesNameThem() throws {
        let page = Page([
            "index.html": Array("<script src=\"/page/main.js\">".utf8), "main.js": Array("1".utf8),
            "service-worker.js": Array("[\"/page/\"]".utf8),
        ])
        let main = "/page-\(page.version)/main.js"
        #expect(try #require(page.file(at: "/")).text == "<script src=\"\(main)\">")
        #expect(try #require(page.file(at: "/service-worker.js")).text == "[\"\(main)\"]")
        #expect(try #require(page.file(at: main)).text == "1")
        #expect(Page.isForGood(main) && !Page.isForGood("/"))
        #expect(page.latest(at: "/page-0/main.js")?.text == "1")
        for address in ["/main.js", "/index.html", "/page-0/main.js", "/page/main.js", ""] {
            #expect(page.file(at: address) == nil, "\(address)")
        }
    }

    @Test func anotherContentIsAnotherVersion() {
        let (one, two) = (Page(["a.js": [1]]), Page(["a.js": [2]]))
        #expect(one.version != two.version)
        #expect(one.version != Page(["b.js": [1]]).version)
    }

    @Test func whatIsCompressedIsTheSameAgain() async throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let gzipped = try #require(PageFile("a.js", bytes).gzipped)
        #expect(gzipped.readableBytes < bytes.count)
        let result = try await run(
            .name("gzip"), arguments: ["-dc"], input: .array(Array(gzipped.readableBytesView)),
            output: .bytes(limit: 200_000))
        #expect(result.standardOutput == bytes)
    }

    @Test func whatDoesNotShrinkIsLeftAsItIs() {
        #expect(PageFile("a.png", [1, 2, 3]).gzipped == nil)
    }

    @Test func chartLibraryIsAbsentWhereItIsNotInstalled() async {
        let none = ChartLibrary(folder: "/nonexistent")
        #expect(!none.isThere)
        #expect(await PageShelf(charts: none).file(at: "/chart.js/chart.esm.js") == nil)
    }

    @Test func ofTheChartLibrarySFolderOnlyItsModulesAreServed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "charts-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "chunks"), withIntermediateDirectories: true)
        for name in ["chart.esm.js", "chunks/helpers.segment.js", "other.js"] {
            try Data("1".utf8).write(to: folder.appending(path: name))
        }
        let library = ChartLibrary(folder: folder.path)
        let shelf = PageShelf(charts: library)
        #expect(library.isThere)
        #expect(await shelf.file(at: "/chart.js/chunks/helpers.segment.js")?.file.text == "1")
        for address in ["/chart.js/other.js", "/chart.js/../chart.esm.js", "/chart.js/", "/chart.js"] {
            #expect(await shelf.file(at: address) == nil, "\(address)")
        }
    }

    @Test func aFolderIsReadAnewForWhoeverChangesThePage() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shelf = PageShelf(folder: folder)
        for text in ["one", "two"] {
            try Data(text.utf8).write(to: folder.appending(path: "index.html"))
            let found = try #require(await shelf.file(at: "/"))
            #expect(found.file.text == text && !found.isForGood)
        }
    }
}

extension PageFile {
    fileprivate var text: String { String(buffer: bytes) }
}
