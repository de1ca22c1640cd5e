import Foundation
import Testing

/// Private keys are committed only in the folders that `.gitleaks.toml` excepts.
@Suite struct CommittedKeysTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    @Test func privateKeysAreOnlyInExceptedFolders() throws {
        let exceptions = try Self.exceptions()
        #expect(exceptions == ["Tests/Fixtures/homes/"])
        for path in Self.files where !exceptions.contains(where: path.hasPrefix) {
            #expect(!Self.isKeyStore(path), "\(path) may hold a key; make keys when a test runs")
            guard let text = try? String(contentsOf: Self.root.appending(path: path), encoding: .utf8) else { continue }
            #expect(!text.contains(#/PRIVATE KEY-----\s+[A-Za-z0-9+\/]{40}/#), "\(path) holds a private key")
        }
    }

    private static func exceptions() throws -> [String] {
        let text = try String(contentsOf: root.appending(path: ".gitleaks.toml"), encoding: .utf8)
        return text.matches(of: #/'''(.+?)'''/#).map { String($0.output.1) }
    }

    private static func isKeyStore(_ path: String) -> Bool {
        [".key", ".p12", ".pfx", ".jks", ".tar", ".xz", ".gz", ".zip"].contains { path.hasSuffix($0) }
    }

    /// The paths of all files that may be committed. Folders of builds, of state and of the repository itself begin with a
    /// dot and are skipped.
    private static let files: [String] = {
        let found = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        let urls = found?.compactMap { $0 as? URL } ?? []
        return urls.filter { !$0.hasDirectoryPath }.map { String($0.path.dropFirst(root.path.count + 1)) }
    }()
}
