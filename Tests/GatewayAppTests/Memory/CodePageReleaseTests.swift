import Foundation
import Testing

@testable import GatewayApp

@Suite struct CodePageReleaseTests {
    @Test func releaseReducesTheResidentFileMemory() throws {
        let before = try residentFileKilobytes()
        CodePageRelease.letGo()
        #expect(try residentFileKilobytes() < before)
    }

    private func residentFileKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
