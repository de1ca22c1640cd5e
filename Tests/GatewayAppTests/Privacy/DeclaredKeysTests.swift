import Foundation
import HomeModel
import Testing

@testable import GatewayApp

/// The keys of the system log, and the storages of the page, are found by reading the sources.
@Suite struct DeclaredKeysTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    private static func files(in folder: String, suffix: String) throws -> [(path: String, text: String)] {
        let top = root.appending(path: folder)
        let found = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
        return try found.filter { $0.hasSuffix(suffix) }.map { path in
            ("\(folder)/\(path)", try String(contentsOf: top.appending(path: path), encoding: .utf8))
        }
    }

    // MARK: Log

    /// The calls of a logger in a text, each up to its closing parenthesis.
    private static func loggerCalls(in text: String) -> [Substring] {
        let call = #/logger\??\.(?:trace|debug|info|notice|warning|error|critical|log)\(/#
        return text.matches(of: call).map { match in
            var depth = 1
            return text[match.range.upperBound...].prefix { character in
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                return depth > 0
            }
        }
    }

    /// The declarations of log keys in a text: constants in `LogKey` and its extensions.
    private static func constants(in text: String) -> [String] {
        let block = #/(?m)^(?:package )?(?:enum|extension) LogKey \{\n(.*?)^\}/#.dotMatchesNewlines()
        return text.matches(of: block).flatMap { match in
            match.1.matches(of: #/static let \w+ = "([^"]+)"/#).map { String($0.1) }
        }
    }

    private static func usedLogKeys() throws -> Set<String> {
        var keys: Set<String> = []
        for (_, text) in try files(in: "Sources", suffix: ".swift") {
            keys.formUnion(constants(in: text))
            for call in loggerCalls(in: text) {
                keys.formUnion(call.matches(of: #/"([a-z][A-Za-z.]*)":/#).map { String($0.1) })
            }
        }
        return keys
    }

    private static let declaredLogKeys = DataInventory.kinds.flatMap(\.places).flatMap { place -> [String] in
        if case .logKeys(let keys) = place { keys } else { [] }
    }

    @Test func declaredLogKeysAreThoseOfTheSources() throws {
        let used = try Self.usedLogKeys()
        #expect(used.count > 20)
        #expect(Set(Self.declaredLogKeys).count == Self.declaredLogKeys.count)
        for key in used.subtracting(Self.declaredLogKeys).sorted() {
            Issue.record("no kind declares the log key \(key)")
        }
        for key in Set(Self.declaredLogKeys).subtracting(used).sorted() { Issue.record("nothing logs \(key)") }
    }

    /// A key that is made while the program runs could not be declared.
    @Test func loggersGetMetadataOnlyAsLiterals() throws {
        for (path, text) in try Self.files(in: "Sources", suffix: ".swift") {
            // The handler passes on the keys that other code gives it.
            let isHandler = path.hasSuffix("/CrashLogHandler.swift")
            #expect(isHandler || !text.contains("[metadataKey:"), "\(path)")
            for call in Self.loggerCalls(in: text) where call.contains("metadata:") {
                let isLiteral = call.contains(#/metadata:\s*\[/#)
                #expect(isLiteral, "\(path): \(call.prefix(200))")
            }
        }
    }

    // MARK: Page

    private static func declared(in storage: BrowserStorage) -> Set<String> {
        Set(
            DataInventory.kinds.flatMap(\.places).flatMap { place -> [String] in
                if case .browser(storage, let names) = place { names } else { [] }
            })
    }

    /// The text of a constant or literal in a module of the page; nil if it is neither.
    private static func value(of word: Substring, in text: String) throws -> String? {
        if word.hasPrefix("\"") { return String(word.dropFirst().dropLast()) }
        let constant = try Regex("const \(word) = \"([^\"]+)\"", as: (Substring, Substring).self)
        return text.firstMatch(of: constant).map { String($0.1) }
    }

    @Test func declaredKeysOfTheBrowserAreThoseOfThePage() throws {
        var used: [BrowserStorage: Set<String>] = [:]
        let call = #/(localStorage|sessionStorage|storage)\.(?:getItem|setItem|removeItem)\((\w+|"[^"]+")/#
        for (path, text) in try Self.files(in: "page", suffix: ".js") {
            for match in text.matches(of: call) {
                let key = try #require(try Self.value(of: match.2, in: text), "\(path): \(match.0)")
                // A variable stands for both storages.
                if match.1 != "sessionStorage" { used[.local, default: []].insert(key) }
                if match.1 != "localStorage" { used[.session, default: []].insert(key) }
            }
            for match in text.matches(of: #/indexedDB\.open\("(\w+)"/#) {
                let stores = text.matches(of: #/createObjectStore\("(\w+)"/#).map { "\(match.1)/\($0.1)" }
                used[.database, default: []].formUnion(stores)
            }
            if text.contains("caches.open(") { used[.cache, default: []].insert("page") }
            #expect(!text.contains("document.cookie"), "\(path) uses a cookie")
        }
        for storage in BrowserStorage.allCases {
            #expect(used[storage] == Self.declared(in: storage), "\(storage)")
        }
    }

    @Test func pageShowsTheCurrentNotice() throws {
        let text = try String(contentsOf: Self.root.appending(path: "page/parts/notice.js"), encoding: .utf8)
        let version = text.firstMatch(of: #/noticeVersion = (\d+);/#).flatMap { Int($0.1) }
        #expect(version == PrivacyNotice.version)
        let points = try String(contentsOf: Self.root.appending(path: "page/parts/privacy.js"), encoding: .utf8)
        let shown = points.matches(of: #/point\("\w+", "(\w+)"/#).map { String($0.1) }
        #expect(shown == PrivacyNotice.points.map(\.code))
    }
}
