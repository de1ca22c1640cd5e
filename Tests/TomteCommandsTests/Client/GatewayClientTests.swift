import Foundation
import Testing

@testable import TomteCommands

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
        do throws(CLIError) {
            try await GatewayClient.with(home) { client throws(CLIError) in _ = try await client.devices() }
            Issue.record("a gateway answered at \(folder)")
        } catch {
            guard case .noGateway(let found) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(found == expected)
            #expect(error.status == .noGateway)
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
