import Foundation
import Testing

@testable import GatewayApp

@Suite struct ColdCodeTests {
    @Test func onlyCodeFromFilesIsGivenBack() {
        let maps = """
            55d0c0000000-55d0c0280000 r--p 00000000 08:01 131 /usr/bin/tomte
            55d0c0280000-55d0c2600000 r-xp 00280000 08:01 131              /usr/bin/tomte
            55d0c2600000-55d0c2700000 rw-p 02600000 08:01 131 /usr/bin/tomte
            7f0000000000-7f0000001000 r-xp 00000000 00:00 0
            7f0000002000-7f0000003000 rwxp 00000000 08:01 9 /tmp/a file
            7f0000004000-7f0000005000 r-xp 00000000 08:01 9 /tmp/a file (deleted)
            7ffd0e1f2000-7ffd0e1f4000 r-xp 00000000 00:00 0 [vdso]
            nonsense
            """
        #expect(
            ColdCode.mappings(in: maps) == [0x55d0_c028_0000..<0x55d0_c260_0000, 0x7f00_0000_4000..<0x7f00_0000_5000])
    }

    @Test func whatIsGivenBackRunsOn() throws {
        let before = try residentFileKilobytes()
        ColdCode.letGo()
        #expect(try residentFileKilobytes() < before)
    }

    private func residentFileKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
