import Attachments
import Foundation
import Subprocess
import Testing

@testable import GatewayApp

/// The files in `debian` that the gateway depends on. The tests of the package itself are in `Tests/PackageTests`.
@Suite struct PackagedFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The default configuration of the package, as its build writes it.
    private static func configuration() async throws -> String {
        let result = try await run(
            .name("bash"),
            arguments: ["-c", #"cd "$0" && debian/write-default-configuration <tomte.example.yaml"#, root.path],
            output: .string(limit: 1 << 16))
        return result.standardOutput
    }

    @Test func packagedConfigurationHasTheDefaultsAndRunsTheBrokerAndTheConverterAsUnits() async throws {
        var expected = GatewayConfiguration()
        expected.useBrokerService()
        expected.photoConverter = .service(socket: PhotoConverter.standardSocket)
        #expect(try ConfigurationReader.read(yaml: try await Self.configuration(), file: "tomte.yaml") == expected)
    }

    @Test func settingWithoutItsCommentSignIsRead() async throws {
        let changed = try await Self.configuration()
            .replacing("# https:", with: "https:").replacing("#   port: 8443", with: "  port: 9443")
        #expect(try ConfigurationReader.read(yaml: changed, file: "tomte.yaml").https.port == 9443)
    }

    /// Without these calls the clock would never count as synchronised, so that retention would wait for ever.
    @Test func unitLetsTheGatewayReadTheClock() throws {
        let lines = try Self.text("debian/tomte.service").split(separator: "\n")
        let filters = lines.filter { $0.hasPrefix("SystemCallFilter=") }
        let permitted = try #require(filters.last?.dropFirst("SystemCallFilter=".count)).split(separator: " ")
        #expect(Set(permitted).isSuperset(of: ["adjtimex", "clock_adjtime"]))
        #expect(!lines.contains { $0.hasPrefix("ProtectClock=") && $0 != "ProtectClock=no" })
    }

    /// The socket that the gateway uses is that of the unit, and only the gateway may connect to it.
    @Test func socketOfTheConverterIsThatOfTheGateway() throws {
        let lines = try Self.text("debian/tomte.tomte-photographs.socket").split(separator: "\n")
        #expect(lines.contains("ListenStream=\(PhotoConverter.standardSocket)"))
        #expect(lines.contains("SocketUser=tomte") && lines.contains("SocketMode=0600") && lines.contains("Accept=yes"))
        let service = try Self.text("debian/tomte.tomte-photographs@.service").split(separator: "\n")
        #expect(service.contains("ExecStart=/usr/bin/tomte convert-photograph") && service.contains("DynamicUser=yes"))
    }

    @Test func unitStartsTheGatewayWithThePackagedPaths() throws {
        let start = try Self.text("debian/tomte.service").firstMatch(of: /(?m)^ExecStart=(.+)$/)?.output.1
        #expect(start == "/usr/bin/tomte run --state /var/lib/tomte --config /etc/tomte/tomte.yaml")
    }
}
