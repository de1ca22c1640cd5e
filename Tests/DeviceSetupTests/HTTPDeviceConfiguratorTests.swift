import DeviceEmulators
import DeviceProtocols
import Foundation
import GatewayCore
import HomeModel
import SimulatedHome
import Synchronization
import TestSupport
import Testing

@testable import DeviceSetup

/// The configurator against real web servers on the loopback interface. The networks are given to it, because it never
/// accepts the loopback network of a machine by itself.
@Suite struct HTTPDeviceConfiguratorTests {
    private static let loopback = AttachedSubnets {
        [IPv4Subnet(own: IPv4Address(rawValue: 0x7F00_0001), mask: IPv4Address(rawValue: 0xFF00_0000))].compactMap(
            \.self)
    }
    private static let password = "correct-horse-battery"
    private static let identity: JSONValue = [
        "id": "shellyplus1-a8032ab12345", "mac": "A8032AB12345", "gen": 2, "app": "Plus1", "ver": "1.7.5",
        "auth_en": false,
    ]

    /// What a web server of a test received.
    private final class Received: Sendable {
        private let requests = Mutex<[WebRequest]>([])
        var all: [WebRequest] { requests.withLock { $0 } }
        func note(_ request: WebRequest) { requests.withLock { $0.append(request) } }

        func contains(_ secret: String) -> Bool {
            all.contains { $0.uri.contains(secret) || String(decoding: $0.body, as: UTF8.self).contains(secret) }
        }
    }

    /// Runs `body` while a web server answers with `answer`.
    private func withServer(
        answer: @escaping @Sendable (WebRequest) async -> WebResponse,
        _ body: (SetupTarget, Received) async throws -> Void
    ) async throws {
        let (port, received) = (try FreePort(), Received())
        let server = DeviceWebServer(host: "127.0.0.1", port: port.number) { request in
            received.note(request)
            return await answer(request)
        }
        let serving = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run { serving.continuation.finish() } }
            for await _ in serving.stream {}
            try await body(
                SetupTarget(address: IPv4Address(rawValue: 0x7F00_0001), port: port.number), received)
            group.cancelAll()
        }
    }

    private func configurator(timeout: Duration = .seconds(60)) -> HTTPDeviceConfigurator {
        HTTPDeviceConfigurator(subnets: Self.loopback, timeout: timeout)
    }

    private func requests() -> [DeviceRequest] {
        ShellySetup.requests(
            for: SetupCredential(
                root: DeviceID("porch"), mac: nil, host: "tomte.local", addresses: ["192.168.7.1"], port: 8884,
                authorityPEM: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                key: .password(Secret(Self.password), keyFingerprint: [])))
    }

    private static func answer(_ request: WebRequest, as identity: JSONValue = identity) -> WebResponse {
        if request.method == "GET", request.uri.hasPrefix("/rpc/") { return WebResponse(body: identity.bytes) }
        guard request.uri == "/rpc" else { return WebResponse(status: 404) }
        return WebResponse(body: JSONValue.members([("id", 1), ("src", identity["id"]), ("result", .null)]).bytes)
    }

    @Test func deviceThatBecomesAnotherOneReceivesNoSecret() async throws {
        let shared = Shared()
        let other: JSONValue = ["id": "shellyplus1-ffeeddccbbaa", "mac": "FFEEDDCCBBAA", "gen": 2]
        try await withServer {
            Self.answer($0, as: shared.isSet ? other : Self.identity)
        } _: { target, received in
            let device = try await configurator().identify(target, as: .shelly)
            #expect(device.identity.mac == MACAddress("A8032AB12345"))
            shared.set()
            await #expect(throws: SetupFailure.otherDevice(found: "shellyplus1-ffeeddccbbaa")) {
                try await configurator().send(requests(), effect: .settings, to: device) {}
            }
            #expect(!received.contains(Self.password))
            #expect(received.all.allSatisfy { $0.method == "GET" })
        }
    }

    @Test func deviceThatAnswersTheUploadAsAnotherOneReceivesNoSecret() async throws {
        try await withServer { request in
            if request.method == "GET" { return Self.answer(request) }
            return WebResponse(
                body: JSONValue.members([("id", 1), ("src", "shellyplus1-ffeeddccbbaa"), ("result", .null)]).bytes)
        } _: { target, received in
            let device = try await configurator().identify(target, as: nil)
            await #expect(throws: SetupFailure.otherDevice(found: "shellyplus1-ffeeddccbbaa")) {
                try await configurator().send(requests(), effect: .settings, to: device) {}
            }
            #expect(!received.contains(Self.password))
        }
    }

    @Test func deviceThatAnswersThePasswordAsAnotherOneIsReportedAsSuch() async throws {
        try await withServer { request in
            let isPassword = String(decoding: request.body, as: UTF8.self).contains(Self.password)
            return Self.answer(request, as: isPassword ? ["id": "shellyplus1-ffeeddccbbaa"] : Self.identity)
        } _: { target, received in
            let device = try await configurator().identify(target, as: nil)
            await #expect(throws: SetupFailure.otherDeviceAfterPassword(found: "shellyplus1-ffeeddccbbaa")) {
                try await configurator().send(requests(), effect: .settings, to: device) {}
            }
            #expect(received.contains(Self.password))
        }
    }

    @Test func requestIsNotSentWithoutThePermission() async throws {
        try await withServer(answer: { Self.answer($0) }) { target, received in
            let device = try await configurator().identify(target, as: nil)
            let count = Mutex(0)
            await #expect(throws: SetupFailure.permissionLost) {
                try await configurator().send(requests(), effect: .settings, to: device) {
                    () throws(SetupFailure) in
                    count.withLock { $0 += 1 }
                    if count.withLock({ $0 }) == 2 { throw .permissionLost }
                }
            }
            #expect(received.all.count { $0.method == "POST" } == 1)
            #expect(!received.contains(Self.password))
        }
    }

    @Test func redirectIsNotFollowed() async throws {
        try await withServer(answer: { Self.answer($0) }) { elsewhere, other in
            try await withServer { _ in
                WebResponse(
                    status: 302, headers: ["Location": "http://127.0.0.1:\(elsewhere.port)/rpc/Shelly.GetDeviceInfo"])
            } _: { target, _ in
                await #expect(throws: SetupFailure.notRecognised(target)) {
                    _ = try await configurator().identify(target, as: nil)
                }
                #expect(other.all.isEmpty)
            }
        }
    }

    @Test(arguments: [
        Array(repeating: UInt8(ascii: " "), count: 1 << 20),
        Array((String(repeating: "[", count: 5000)).utf8), Array("{\"id\":".utf8), Array("<html>".utf8), [],
    ])
    func responseBeyondTheLimitsIsRefused(body: [UInt8]) async throws {
        try await withServer { _ in
            WebResponse(body: body)
        } _: { target, _ in
            await #expect(throws: SetupFailure.notRecognised(target)) {
                _ = try await configurator().identify(target, as: .shelly)
            }
        }
    }

    @Test func deviceThatNeverAnswersIsUnreachable() async throws {
        try await withServer { _ in
            // Until the connection is closed, or the test ends.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return WebResponse()
        } _: { target, _ in
            await #expect(throws: SetupFailure.unreachable(target)) {
                _ = try await configurator(timeout: .milliseconds(200)).identify(target, as: .shelly)
            }
        }
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nX-Padding: "])
    func deviceThatSendsAByteAtATimeIsUnreachable(start: String) async throws {
        let server = try await TricklingServer.open(start: start)
        await #expect(throws: SetupFailure.unreachable(server.target)) {
            _ = try await configurator(timeout: .milliseconds(200)).identify(server.target, as: .shelly)
        }
        try await server.close()
    }

    @Test(
        arguments: [
            (
                ["id": "shellyplus1-a8032ab12345", "mac": "A8032AB12345", "gen": 2, "auth_en": true],
                "passwordProtected"
            ),
            (["id": "shelly1-a8032ab12345", "mac": "A8032AB12345", "gen": 1], "unsupported"),
            (["id": "shellyplus1-a8032ab12345", "gen": 2], "notRecognised"),
            (["id": "printer", "mac": "A8032AB12345", "gen": 2], "notRecognised"),
        ] as [(JSONValue, String)])
    func deviceThatCannotBeConfiguredIsRefused(answer: JSONValue, code: String) async throws {
        try await withServer {
            Self.answer($0, as: answer)
        } _: { target, _ in
            await #expect {
                _ = try await configurator().identify(target, as: nil)
            } throws: { ($0 as? SetupFailure)?.code == code }
        }
    }

    @Test func addressOutsideTheAttachedNetworksReceivesNothing() async throws {
        try await withServer(answer: { Self.answer($0) }) { target, received in
            for subnets in [AttachedSubnets { [] }, .ofThisMachine] {
                await #expect(throws: SetupFailure.notAttached(target.address)) {
                    _ = try await HTTPDeviceConfigurator(subnets: subnets).identify(target, as: nil)
                }
            }
            #expect(received.all.isEmpty)
        }
    }

    @Test func networkThatIsLeftBetweenTwoRequestsEndsTheSetup() async throws {
        let shared = Shared()
        let configurator = HTTPDeviceConfigurator(
            subnets: AttachedSubnets {
                shared.isSet
                    ? []
                    : [IPv4Subnet(own: IPv4Address(rawValue: 0x7F00_0001), mask: IPv4Address(rawValue: 0xFF00_0000))]
                        .compactMap(\.self)
            })
        try await withServer(answer: { Self.answer($0) }) { target, received in
            let device = try await configurator.identify(target, as: nil)
            shared.set()
            await #expect(throws: SetupFailure.notAttached(target.address)) {
                try await configurator.send(requests(), effect: .settings, to: device) {}
            }
            #expect(!received.contains(Self.password))
        }
    }

    /// A flag that a server and its test share.
    private final class Shared: Sendable {
        private let flag = Mutex(false)
        var isSet: Bool { flag.withLock { $0 } }
        func set() { flag.withLock { $0 = true } }
    }
}
