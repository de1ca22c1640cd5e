import Foundation
import Testing

@testable import TomteClient

@Suite struct GatewayClientTests {
    @Test func missingStateFolderIsReported() async {
        await expect(.stateFolderMissing("/tmp/tomte-none"), at: "/tmp/tomte-none")
    }

    @Test func missingSocketIsReported() async throws {
        try await withFolder { folder in
            await expect(.notRunning(socket: folder + "/run/tomte.sock"), at: folder)
        }
    }

    @Test func socketWithoutListenerIsReported() async throws {
        try await withFolder { folder in
            let run = folder + "/run"
            try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
            try createStaleSocket(at: run + "/tomte.sock")
            await expect(.staleSocket(run + "/tomte.sock"), at: folder)
        }
    }

    @Test func tooLongSocketPathIsReported() async {
        let folder = "/tmp/" + String(repeating: "x", count: 100)
        await expect(.pathTooLong(folder + "/run/tomte.sock"), at: folder)
    }

    private func expect(_ expected: GatewayUnavailability, at folder: String) async {
        let home = StateFolderPath(option: folder, environment: [:])
        do throws(ClientError) {
            try await GatewayClient<ClientError>.with(home) { client throws(ClientError) in
                _ = try await client.devices()
            }
            Issue.record("a gateway answered at \(folder)")
        } catch {
            guard case .noGateway(let found) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(found == expected)
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = "/tmp/tomte-cli-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func createStaleSocket(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }
}

@Suite struct GatewayRequestTests {
    @Test func socketPathAndQueryAreEscaped() {
        let request = GatewayRequest(.get, path: "/devices/a/readings").withQuery([
            ("from", "2026-01-31T00:00:00+01:00"), ("part", nil), ("quantity", "a&b=c é"),
        ])
        #expect(
            request.url(socket: "./my home/run/tomte.sock")
                == "http+unix://.%2Fmy%20home%2Frun%2Ftomte.sock/api/v1/devices/a/readings"
                + "?from=2026-01-31T00%3A00%3A00%2B01%3A00&quantity=a%26b%3Dc%20%C3%A9")
    }

    @Test(
        arguments: [
            (nil, [:], "./.tomte/run/tomte.sock"), (nil, ["TOMTE_STATE": "/s"], "/s/run/tomte.sock"),
            (nil, ["TOMTE_STATE": ""], "./.tomte/run/tomte.sock"), ("/o/", ["TOMTE_STATE": "/s"], "/o/run/tomte.sock"),
        ] as [(String?, [String: String], String)])
    func stateFolderIsOptionThenEnvironmentThenDefault(
        option: String?, environment: [String: String], socket: String
    ) {
        #expect(StateFolderPath(option: option, environment: environment).socket == socket)
    }

    @Test(
        arguments: [
            (nil, [:], [:], "./.tomte"), (nil, [:], ["./.tomte": 7, "/var/lib/tomte": 99], "./.tomte"),
            (nil, [:], ["/var/lib/tomte": 99], "/var/lib/tomte"), ("/o", [:], ["/var/lib/tomte": 99], "/o"),
            (nil, ["TOMTE_STATE": "/s"], ["/var/lib/tomte": 99], "/s"),
            // The folder here belongs to another user, perhaps root.
            (nil, [:], ["./.tomte": 8, "/var/lib/tomte": 99], "/var/lib/tomte"),
            (nil, [:], ["./.tomte": 0], "/var/lib/tomte"),
        ] as [(String?, [String: String], [String: UInt32], String)])
    func requestsGoToTheInstalledServiceIfTheWorkingFolderHasNoStateOfThisUser(
        option: String?, environment: [String: String], owners: [String: UInt32], expected: String
    ) {
        let found = StateFolderPath.ofRunningGateway(option: option, environment: environment, user: 7) { owners[$0] }
        #expect(found.path == expected)
    }

    @Test(
        arguments: [
            ("/var/lib/tomte/run/tomte.sock", "sudo systemctl start tomte"), ("./.tomte/run/tomte.sock", "tomte run"),
        ])
    func remedyStartsTheServiceIfTheSocketIsThatOfTheService(socket: String, command: String) {
        #expect(GatewayUnavailability.notRunning(socket: socket).remedy.hasPrefix("Start the gateway with \(command)."))
        #expect(GatewayUnavailability.staleSocket(socket).remedy.contains("with \(command)."))
    }
}
