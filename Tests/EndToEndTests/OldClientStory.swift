import Foundation
import GatewayApp
import GatewayWire
import TestSupport
import Testing

/// A command line that is older than the gateway supports is refused by the gateway, and says which version to install.
@Suite(.timeLimit(.minutes(15))) struct OldClientStory {
    @Test func oldCommandLineNamesTheVersionToInstall() async throws {
        try await withHome { home in
            let folder = "\(home.state).old"
            try FileManager.default.createDirectory(atPath: "\(folder)/run", withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let requests = try #require(
                ChangedRequests(
                    at: "\(folder)/run/tomte.sock", gateway: "\(home.state)/run/tomte.sock",
                    replacing: "\(APILevel.headerField): \(APILevel.current)", with: "\(APILevel.headerField): 0"))
            for command in [["devices", "list"], ["status"], ["rooms", "add", "Attic"]] {
                let answer = try await home.tomte.run(command + ["--state", folder])
                #expect(answer.status == 6 && answer.output.isEmpty)
                let text = answer.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(text.contains("older than the gateway supports, and nothing was done."), "\(answer.errors)")
                #expect(text.contains("Install Tomte \(Version.text), the version of the gateway."), "\(answer.errors)")
            }
            #expect(try await !home.tomte("rooms", "list").output.contains("Attic"))
            _ = requests
        }
    }
}
