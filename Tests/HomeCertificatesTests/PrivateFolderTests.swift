import Foundation
import HomeCertificates
import Testing

@Suite struct PrivateFolderTests {
    /// A copied or restored folder keeps its bytes and may lose its modes and groups.
    @Test func updateRepairsTheAccessOfAnUnchangedFile() async throws {
        try await CertificateHome.with { home in
            let folder = try PrivateFolder(path: "\(home.folder)/shared")
            #expect(try folder.update("rules", to: "all".utf8))
            #expect(try folder.update("rules", to: "all".utf8) == false)
            let path = folder.path(of: "rules")
            for mode in [0o644, 0o400, 0o640] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                #expect(try folder.update("rules", to: "all".utf8), "mode \(mode)")
                #expect(try home.mode("shared/rules") == 0o600)
                #expect(try folder.read("rules") == Array("all".utf8))
            }
        }
    }
}
