import Foundation
import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import HummingbirdTesting
import NIOCore
import Testing

@testable import GatewayAPI

struct DevicePairingRouteTests {
    private static let lamp = "homekit-aa-bb-cc-dd-ee-01"

    /// A paired accessory is shown by its devices, not a second time as an announced service.
    @Test func pairedServiceIsNotListedAsDiscovered() async throws {
        try await APIHome.with { home in
            #expect(try await home.text(.get, path: "/discovered").contains(#""id":"\#(Self.lamp)""#))
            _ = try await home.text(.post, path: "/discovered/\(Self.lamp)/pair", body: Self.code)
            let discovered = try await home.text(.get, path: "/discovered")
            #expect(!discovered.contains(#""id":"\#(Self.lamp)""#))
            #expect(discovered.contains(#""id":"aa-bb-cc-dd-ee-01-1""#))
            #expect(discovered.contains("Old thermostat"))
        }
    }

    /// The audit log names the accessory. It does not contain the code, also not a wrong one.
    @Test func auditLogNamesTheAccessoryAndContainsNoCode() async throws {
        try await APIHome.with { home in
            let wrong = try await home.text(
                .post, path: "/discovered/\(Self.lamp)/pair", body: #"{"code":"031-45-155"}"#)
            #expect(!wrong.contains("031-45"))
            _ = try await home.text(.post, path: "/discovered/\(Self.lamp)/pair", body: Self.code)
            _ = try await home.text(.delete, path: "/device-pairings/\(Self.lamp)")
            let log = try await home.text(.get, path: "/audit?limit=100")
            #expect(log.contains(#""event":"device.pair""#) && log.contains(#""event":"device.unpair""#))
            #expect(log.contains(#""name":"Reading lamp""#))
            #expect(log.contains("notPaired"))
            #expect(!log.contains("031-45"))
        }
    }

    /// The entry is there before the maker is trusted, and an attempt that fails is recorded too.
    @Test func auditLogNamesAnAddedMaker() async throws {
        try await APIHome.with { home in
            let body = #"{"certificate":"prototypes","acceptsTests":true}"#
            _ = try await home.text(.post, path: "/device-makers", body: body)
            _ = try await home.text(.post, path: "/device-makers", body: body)
            _ = try await home.text(.delete, path: "/device-makers/\(CommissionableLink.prototypes)")
            let log = try await home.text(.get, path: "/audit?limit=100")
            #expect(log.contains(#""event":"maker.trust""#) && log.contains(#""name":"CN=Test""#))
            #expect(log.contains(#""tests":"true""#) && log.contains(#""act":"removed""#))
            #expect(log.contains(#""failure":"notStored""#))
        }
    }

    /// A code for another home is in its response only, which no cache may keep.
    @Test func sharedCodeIsInOneResponseOnly() async throws {
        try await APIHome.with { home in
            let plug = "mattercommissionable-\(CommissionableLink.plug.lowercased())"
            let node = "/device-pairings/matter-\(CommissionableLink.plug.lowercased())"
            _ = try await home.text(
                .post, path: "/discovered/\(plug)/pair", body: #"{"code":"\#(CommissionableLink.code)"}"#)
            let response = try await home.response(.post, path: "\(node)/sharing", body: #"{"seconds":300}"#)
            #expect(response.headers[.cacheControl] == "no-store")
            let text = String(buffer: response.body)
            #expect(text.contains(CommissionableLink.sharedDigits) && text.contains(CommissionableLink.sharedPayload))
            _ = try await home.text(.delete, path: "\(node)/sharing")
            let log = try await home.text(.get, path: "/audit?limit=100")
            #expect(log.contains(#""event":"device.share""#) && log.contains(#""seconds":"300""#))
            #expect(log.contains(#""act":"code""#) && log.contains(#""act":"ended""#))
            #expect(!log.contains(CommissionableLink.sharedDigits) && !log.contains(CommissionableLink.sharedPayload))
        }
    }

    @Test func sharedCodeIsHiddenWhenItsBodyIsPrinted() {
        let body = DeviceSharingBody(
            code: "34970112332", payload: "MT:A", qr: [], expiresAt: Timestamp(milliseconds: 0))
        #expect(!"\(body)".contains("3497") && !String(reflecting: body).contains("MT:A"))
    }

    /// The PIN of a lock is in no response and no audit entry, also not a wrong one.
    @Test func pinOfALockIsInNoResponseAndNoAuditEntry() async throws {
        try await APIHome.with { home in
            let prototype = "mattercommissionable-\(CommissionableLink.prototype.lowercased())"
            let path = "/device-pairings/matter-\(CommissionableLink.prototype.lowercased())/lock-pin"
            let accepting = #"{"code":"\#(CommissionableLink.code)","accepts":["unknownMaker","testDevice"]}"#
            _ = try await home.text(.post, path: "/discovered/\(prototype)/pair", body: accepting)
            var texts = [try await home.text(.put, path: path, body: #"{"pin":"8046135790"}"#)]
            texts.append(try await home.text(.put, path: path, body: #"{"pin":"80461357"}"#))
            texts.append(try await home.text(.get, path: "/device-pairings"))
            _ = try await home.text(.delete, path: path)
            let log = try await home.text(.get, path: "/audit?limit=100")
            #expect(log.contains(#""event":"device.lockPIN""#) && log.contains(#""act":"deleted""#))
            for text in texts + [log] { #expect(!text.contains("80461357"), "\(text)") }
        }
    }

    @Test func pinOfALockIsHiddenWhenItsBodyIsPrinted() {
        let body = LockPINBody(pin: "80461357")
        #expect(!"\(body)".contains("8046") && !String(reflecting: body).contains("8046"))
    }

    /// The audit log says which problems of a device a person has accepted.
    @Test func auditLogNamesWhatAPersonAccepted() async throws {
        try await APIHome.with { home in
            let prototype = "mattercommissionable-\(CommissionableLink.prototype.lowercased())"
            let body = #"{"code":"\#(CommissionableLink.code)","accepts":["unknownMaker","testDevice"]}"#
            _ = try await home.text(.post, path: "/discovered/\(prototype)/pair", body: body)
            let log = try await home.text(.get, path: "/audit?limit=100")
            #expect(log.contains(#""accepted":"testDevice unknownMaker""#))
        }
    }

    @Test func codeIsHiddenWhenItsBodyIsPrinted() {
        let body = DevicePairingCodeBody(code: PairableLink.code)
        #expect(!"\(body)".contains(PairableLink.code) && !String(reflecting: body).contains(PairableLink.code))
    }

    @Test(arguments: DevicePairingObstacle.allCases)
    func everyObstacleIsADocumentedConflict(obstacle: DevicePairingObstacle) {
        let problem = Problem(ActionRefusal.devicePairing(obstacle, detail: "Wait."))
        #expect(problem.status == .conflict && problem.code == obstacle.rawValue && problem.detail == "Wait.")
        #expect(ProblemKind.conflict.codes.count { $0 == obstacle.rawValue } == 1)
    }

    private static let code = #"{"code":"\#(PairableLink.code)"}"#
}

extension APIHome {
    /// The body of the response to a request of the console.
    fileprivate func text(_ method: HTTPRequest.Method, path: String, body: String? = nil) async throws -> String {
        String(buffer: try await response(method, path: path, body: body).body)
    }

    fileprivate func response(
        _ method: HTTPRequest.Method, path: String, body: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.caller: "ola"]
        if body != nil { headers[.contentType] = "application/json" }
        return try await client.executeRequest(
            uri: "/api/v1\(path)", method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }
}
