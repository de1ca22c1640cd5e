import Foundation
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
        #expect(gzipped.count < bytes.count)
        let result = try await run(
            .name("gzip"), arguments: ["-dc"], input: .array(gzipped), output: .bytes(limit: 200_000))
        #expect(result.standardOutput == bytes)
    }

    @Test func whatDoesNotShrinkIsLeftAsItIs() {
        #expect(PageFile("a.png", [1, 2, 3]).gzipped == nil)
    }

    @Test func chartLibraryIsAbsentWhereItIsNotInstalled() {
        let none = ChartLibrary(folder: "/nonexistent")
        #expect(!none.isThere)
        #expect(none.file(at: "/chart.js/chart.esm.js") == nil)
        for address in ["/chart.js/../../etc/passwd", "/chart.js/", "/chart.js/helpers.mjs"] {
            #expect(ChartLibrary.installed.file(at: address) == nil, "\(address)")
        }
    }
}

extension PageFile {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
