import Foundation
import GatewayWire
import HomeModel
import NIOCore
import Subprocess
import Testing

@testable import PageFiles

struct WebPageTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../page")
        .standardizedFileURL

    @Test func everyFileOfThePageIsEmbedded() throws {
        var folder = PageFolder(Self.folder)
        let current = try folder.page()
        #expect(WebPage.embedded.version == current.version, "The embedded page is out of date; run scripts/list-page.")
    }

    @Test func filesAreServedBelowTheirVersionAndRootFilesReferToThem() throws {
        let page = WebPage([
            "index.html": Array("<script src=\"/page/main.js\">".utf8), "main.js": Array("1".utf8),
            "service-worker.js": Array("[\"/page/\"]".utf8),
        ])
        let main = "/page-\(page.version)/main.js"
        #expect(try #require(page.file(at: "/")).text == "<script src=\"\(main)\">")
        #expect(try #require(page.file(at: "/service-worker.js")).text == "[\"\(main)\"]")
        #expect(try #require(page.file(at: main)).text == "1")
        #expect(WebPage.isImmutable(main) && !WebPage.isImmutable("/"))
        #expect(page.latest(at: "/page-0/main.js")?.text == "1")
        for address in ["/main.js", "/index.html", "/page-0/main.js", "/page/main.js", ""] {
            #expect(page.file(at: address) == nil, "\(address)")
        }
    }

    /// The page has no list of capabilities of its own.
    @Test(arguments: [false, true])
    func moduleOfCapabilitiesContainsTheCatalogue(fromFolder: Bool) throws {
        var folder = PageFolder(Self.folder)
        let page = fromFolder ? try folder.page() : .embedded
        let module = try #require(page.file(at: "/page-\(page.version)/core/capabilities.js")).text
        let start = try #require(module.range(of: "const rows = "))
        let end = try #require(module.range(of: ";\n", range: start.upperBound..<module.endIndex))
        let rows = try JSONDecoder().decode(
            [CapabilityRowBody].self, from: Data(module[start.upperBound..<end.lowerBound].utf8))
        #expect(rows.map(\.kind) == CapabilityCatalogue.rows.map(\.kind))
    }

    @Test func everyIconOfTheCatalogueIsASymbol() throws {
        let symbols = try String(contentsOf: Self.folder.appending(path: "icons.svg"), encoding: .utf8)
        for row in CapabilityCatalogue.rows {
            #expect(symbols.contains("id=\"\(row.display.icon)\""), "\(row.kind)")
        }
    }

    @Test func versionDependsOnTheContent() {
        let (one, two) = (WebPage(["a.js": [1]]), WebPage(["a.js": [2]]))
        #expect(one.version != two.version)
        #expect(one.version != WebPage(["b.js": [1]]).version)
    }

    @Test func changedFileOfAFolderIsServed() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID())")
        defer { try? FileManager.default.removeItem(at: url) }
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        var folder = PageFolder(url)
        func text(_ name: String) throws -> String? { try folder.page().latest(at: "/page-0/\(name)")?.text }
        try Data("1".utf8).write(to: url.appending(path: "a.js"))
        #expect(try text("a.js") == "1")
        try Data("23".utf8).write(to: url.appending(path: "a.js"))
        #expect(try text("a.js") == "23")
        try FileManager.default.moveItem(at: url.appending(path: "a.js"), to: url.appending(path: "b.js"))
        #expect(try text("a.js") == nil && text("b.js") == "23")
    }

    @Test func gzippedFileDecompressesToItsBytes() async throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let gzipped = try #require(StaticFile("a.js", bytes: bytes).gzipped)
        #expect(gzipped.readableBytes < bytes.count)
        let result = try await run(
            .name("gzip"), arguments: ["-dc"], input: .array(Array(gzipped.readableBytesView)),
            output: .bytes(limit: 200_000))
        #expect(result.standardOutput == bytes)
    }

    @Test func fileThatDoesNotShrinkIsNotCompressed() {
        #expect(StaticFile("a.png", bytes: [1, 2, 3]).gzipped == nil)
    }

    @Test func chartLibraryIsNotServedIfItIsNotInstalled() async {
        let none = ChartLibrary(folder: "/nonexistent")
        #expect(!none.isInstalled)
        #expect(await StaticFileStore(charts: none).file(at: "/chart.js/chart.esm.js") == nil)
    }

    @Test func onlyModulesOfTheChartLibraryAreServed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "charts-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "chunks"), withIntermediateDirectories: true)
        for name in ["chart.esm.js", "chunks/helpers.segment.js", "other.js"] {
            try Data("1".utf8).write(to: folder.appending(path: name))
        }
        let library = ChartLibrary(folder: folder.path)
        let store = StaticFileStore(charts: library)
        #expect(library.isInstalled)
        #expect(await store.file(at: "/chart.js/chunks/helpers.segment.js")?.file.text == "1")
        for address in ["/chart.js/other.js", "/chart.js/../chart.esm.js", "/chart.js/", "/chart.js"] {
            #expect(await store.file(at: address) == nil, "\(address)")
        }
    }

    @Test func changedFolderIsReadAgainOnEachRequest() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = StaticFileStore(folder: folder)
        for text in ["one", "two"] {
            try Data(text.utf8).write(to: folder.appending(path: "index.html"))
            let found = try #require(await store.file(at: "/"))
            #expect(found.file.text == text && !found.isImmutable)
        }
    }
}

extension StaticFile {
    fileprivate var text: String { String(buffer: bytes) }
}
