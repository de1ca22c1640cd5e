import ArgumentParser
import AuditTrail
import Foundation
import GatewayApp
import GatewayWire
import HomeCertificates
import HomeModel
import Testing
import TomteClient

@testable import TomteCommands

@Suite struct ExitStatusTests {
    @Test(
        arguments: [
            (.confirmed, 0), (.refused, 3), (.invalid, 4), (.unreachable, 5), (.timedOut, 5), (.failed, 6), (.sent, 7),
            (.superseded, 7),
        ] as [(CommandOutcome, Int32)])
    func everyOutcomeHasAnExitCode(outcome: CommandOutcome, code: Int32) {
        #expect(ExitStatus(outcome).rawValue == code)
    }

    @Test(
        arguments: [
            (403, "refused", 3), (403, "denied", 3), (401, "unauthenticated", 3), (404, "notFound", 3),
            (422, "invalid", 4),
            (400, "malformed", 4), (400, "clientTooOld", 6), (409, "keyReused", 4), (409, "unreachable", 5),
            (409, "superseded", 7),
            (409, "clockNotTrusted", 6), (503, "unreachable", 5), (503, "busy", 6),
            (503, "notAudited", 6),
            (504, "timedOut", 5), (429, "throttled", 6), (500, "internal", 6), (302, "odd", 6), (500, "confirmed", 6),
        ] as [(Int, String, Int32)])
    func everyProblemHasAnExitCode(status: Int, code: String, expected: Int32) {
        let problem = ProblemBody(status: status, title: "", code: code, detail: "", requestID: "r")
        #expect(CLIError.problem(problem).status.rawValue == expected)
    }

    @Test func commandLineErrorsHaveExitCodes() {
        #expect(CLIError.noGateway(.notRunning(socket: "s")).status.rawValue == 69)
        #expect(CLIError.usage("").status.rawValue == 64)
        #expect(CLIError.noAnswer(within: .seconds(1)).status.rawValue == 5)
        #expect(CLIError.notFound(.device, EscapedText("x")).status.rawValue == 3)
        #expect(CLIError.ambiguous(.device, EscapedText("x"), ids: []).status.rawValue == 4)
    }

    /// The codes of a gateway that cannot start, which service managers know. A restart mends 69, 74 and 75 only.
    @Test(
        arguments: [
            (.configuration, 78), (.unusableData, 65), (.unavailable, 69), (.fileFailure, 74), (.temporary, 75),
        ] as [(StartError.Kind, Int32)])
    func everyFailedStartHasAnExitCode(kind: StartError.Kind, code: Int32) {
        #expect(ExitStatus(kind).rawValue == code)
        #expect(CLIError.gatewayCannotStart(reasons: "No.", status: ExitStatus(kind)).status.rawValue == code)
        #expect(RunCommand.configuration.discussion.contains("\n  \(code)   "))
    }

    @Test(
        arguments: [
            (.statePathTooLong(path: "/x", by: 1), .configuration), (.stateFolder("No."), .configuration),
            (.storage(.newerVersion(found: 2, supported: 1, copy: nil)), .unusableData),
            (.storage(.damaged(what: "x")), .unusableData), (.storage(.inUse(path: "/x")), .temporary),
            (.storage(.cannotOpen(reason: "x")), .fileFailure), (.audit(.inUse(folder: "/x")), .temporary),
            (.httpsPort(8443), .unavailable), (.diskFull(folder: "/x", cause: nil), .temporary),
            (.externalBrokerFiles(missing: [], folder: "/x"), .configuration),
            (.certificates(.rootExpired(root: "web root", until: .distantPast, now: .distantFuture)), .temporary),
        ] as [(StartError, StartError.Kind)])
    func everyCauseHasAKind(error: StartError, kind: StartError.Kind) {
        #expect(error.kind == kind)
    }

    @Test func failureHasAtMostTwoSentences() {
        let failures: [CLIError] = [
            .noGateway(.stateFolderMissing("/x")), .noAnswer(within: .seconds(10)), .connectionLost,
            .unreadableAnswer("it is not JSON."), .notFound(.person, EscapedText("x")),
            .ambiguous(.device, EscapedText("x"), ids: ["a", "b"]), .invalid("No."), .usage("No."), .ended(.failed),
        ]
        for failure in failures { #expect(failure.sentences.count <= 2) }
        #expect(CLIError.ended(.failed).sentences.isEmpty)
    }
}
