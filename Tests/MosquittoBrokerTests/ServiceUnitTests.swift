import Foundation
import Testing

@testable import MosquittoBroker

/// The unit of the broker in the package, which must fit what the gateway writes for it.
@Suite struct ServiceUnitTests {
    private let service = BrokerService()

    private static func lines(_ path: String) throws -> [Substring] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    private func unit() throws -> [Substring] { try Self.lines("debian/tomte.tomte-broker.service") }

    @Test func unitAllowsTheConnectionsOfBothListeners() throws {
        let settings = BrokerSettings(BrokerSettings(folder: "/nowhere", port: 8883), service: service)
        let limits = try [false, true].map { isCompatible in
            try BrokerConfiguration(settings, user: nil, isCompatible: isCompatible).maximumOpenFiles
        }
        #expect(limits == [1200, 2200])
        #expect(try unit().contains("LimitNOFILE=\(limits[1])"))
    }

    @Test func unitUsesTheFoldersOfTheGateway() throws {
        let folder = service.configurationFolder
        for line in [
            "ConditionPathExists=\(folder)/\(BrokerFiles.serviceConfiguration)", "WorkingDirectory=\(folder)",
            "ReadWritePaths=\(folder)/\(BrokerFiles.log)", "User=\(BrokerService.user)",
            "StateDirectory=\(service.dataFolder.dropFirst("/var/lib/".count))",
            "RuntimeDirectory=\(service.runtimeFolder.dropFirst("/run/".count))",
        ] {
            #expect(try unit().contains(Substring(line)), "\(line)")
        }
    }

    /// The service manager gives the folder of the data to the broker's user, as root. In a folder of the gateway, a link
    /// at its place would give it any other folder.
    @Test func folderAboveTheDataBelongsToRoot() throws {
        let folders = try Self.lines("debian/tomte.tmpfiles")
        #expect(folders.contains("d \(service.folder) 0755 root root -"))
        #expect(folders.contains("d \(service.configurationFolder) 2750 tomte tomte-broker -"))
        #expect(folders.contains("d \(service.dataFolder) 2770 tomte-broker tomte-broker -"))
    }

    @Test func configurationHasAbsolutePathsOfTheDataAndTheProcessID() throws {
        let settings = BrokerSettings(BrokerSettings(folder: "/nowhere", port: 8883), service: service)
        let text = try BrokerConfiguration(settings, user: nil).text
        #expect(text.contains("\npersistence_location \(service.dataFolder)/\n"))
        #expect(text.contains("\npid_file \(service.pidFile)\n"))
    }
}
