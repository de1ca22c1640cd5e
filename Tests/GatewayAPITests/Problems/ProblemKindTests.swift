import Foundation
import HTTPTypes
import HomeModel
import Testing

@testable import GatewayAPI

/// The OpenAPI document lists every problem code of the sources with its status.
struct ProblemKindTests {
    private static let kinds: [String: ProblemKind] = [
        "badRequest": .malformed, "unauthorized": .unauthenticated, "forbidden": .refused, "notFound": .notFound,
        "methodNotAllowed": .methodNotAllowed, "conflict": .conflict, "contentTooLarge": .tooLarge,
        "unsupportedMediaType": .unsupportedMediaType, "unprocessableContent": .invalid, "tooManyRequests": .busy,
        "internalServerError": .internalError, "serviceUnavailable": .unavailable, "misdirectedRequest": .otherHost,
        "requestTimeout": .tooSlow, "preconditionFailed": .changedMeanwhile,
    ]

    private static func sources(of targets: String...) -> [String] {
        let root = URL(filePath: #filePath).appending(path: "../../../../Sources").standardizedFileURL
        return targets.flatMap { target in
            let folder = root.appending(path: target)
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
                try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
            }
        }
    }

    @Test func everyProblemCodeIsListedWithItsStatus() throws {
        let problem = #/(?:Problem|self\.init)\(\s*\.(\w+), code: "(\w+)"/#
        let found = Self.sources(of: "GatewayAPI").flatMap { $0.matches(of: problem) }
        #expect(found.count > 15)
        for match in found {
            let kind = try #require(Self.kinds["\(match.1)"], "No kind of problem has the status \(match.1).")
            #expect(kind.codes.contains("\(match.2)"), "\(kind.name) does not list \(match.2).")
        }
    }

    @Test func everyInvalidValueCodeIsListed() {
        let invalid = #/field: [^,\n]+, code: "(\w+)"/#
        let found = Self.sources(of: "GatewayAPI", "GatewayCore").flatMap { $0.matches(of: invalid) }
        #expect(found.count > 15)
        for match in found { #expect(ProblemKind.invalid.codes.contains("\(match.1)"), "\(match.1)") }
    }

    /// The response to a command has the same code as the record of the command.
    @Test(
        arguments: [
            .noSuchPart(.main, parts: []), .noSuchCapability(CapabilityName(.lock), offered: []),
            .notCommandable(CapabilityName(.lock), offered: []), .takesNoCommands,
            .wrongType(EscapedText("x"), expected: .number), .notFinite, .outOfRange(5, 0...1, nil),
            .offStep(5, step: 2, nearest: 4), .notAnOption(EscapedText("x"), options: []), .tooLong(maximumBytes: 1),
        ] as [CommandRuleViolation])
    func commandRuleViolationKeepsItsCode(rule: CommandRuleViolation) {
        let problem = Problem(CommandRefusal.invalid(rule))
        #expect(problem.code == CommandRefusal.invalid(rule).code)
        #expect(ProblemKind.invalid.codes.contains(rule.code))
    }

    @Test(
        arguments: [
            (.noSuchRoom(RoomID("attic")), .invalid), (.nothingSelected(CapabilityName(.lock), .home), .invalid),
            (.tooManyParts(300), .invalid), (.allLeftOut([]), .refused), (.stepUpNeeded, .refused),
            (.command(.keyReused), .conflict), (.command(.tooFast), .busy), (.command(.notAudited), .unavailable),
        ] as [(GroupCommandRefusal, ProblemKind)])
    func refusalOfAGroupCommandKeepsItsCode(refusal: GroupCommandRefusal, kind: ProblemKind) {
        let problem = Problem(refusal)
        #expect(problem.code == refusal.code && problem.status == kind.status && kind.codes.contains(problem.code))
        #expect(problem.detail == refusal.description)
    }

    @Test func grantOutsideItsHoursHasItsOwnCode() {
        let problem = Problem(CommandRefusal.denied(.outsideHours("daily 08:00-17:00")))
        #expect(problem.code == "outsideHours" && problem.status == .forbidden)
    }

    @Test(arguments: [
        NameError.empty, .tooLong(characters: 300), .invalidCharacters(first: "/", position: 1),
    ])
    func everyNameErrorCodeIsListed(error: NameError) {
        #expect(ProblemKind.invalid.codes.contains(error.code))
    }
}
