import ArgumentParser
import GatewayApp
import Testing

@testable import TomteCommands

@Suite struct VersionTests {
    @Test(arguments: [["--version"], ["status", "--version"]]) func versionIsPrinted(words: [String]) {
        let request = #expect(throws: (any Error).self) { try TomteCommand.parseAsRoot(words) }
        guard let request else { return }
        #expect(TomteCommand.exitCode(for: request) == .success)
        #expect(TomteCommand.message(for: request) == Version.withCommit)
        #expect(Version.withCommit.hasPrefix("\(Version.text) ("))
    }
}
