import ArgumentParser
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// The targets of `tomte send`, and the text about a command to several parts.
@Suite struct SendTargetTests {
    private static func device(_ text: String) -> DeviceArgument? { DeviceArgument(argument: text) }

    @Test func everyKindOfTargetParses() throws {
        let (lamp, relay) = (try #require(Self.device("lamp")), try #require(Self.device("plug/relay-1")))
        #expect(SendTarget(argument: "lamp") == .device(lamp))
        #expect(SendTarget(argument: "plug/relay-1") == .device(relay))
        #expect(SendTarget(argument: "lamp,plug/relay-1") == .devices([lamp, relay]))
        #expect(SendTarget(argument: "room:kitchen") == .rooms(["kitchen"]))
        #expect(SendTarget(argument: "room:Living room,room:hall,cellar") == .rooms(["Living room", "hall", "cellar"]))
        #expect(SendTarget(argument: "home") == .home)
    }

    @Test(arguments: ["", "room:", "room:kitchen,", ",lamp", "lamp,", "lamp,/x", "room:,hall"])
    func incompleteTargetIsAUsageError(_ text: String) {
        #expect(SendTarget(argument: text) == nil)
    }

    @Test(arguments: [
        ["send", "lamp", "switch", "on", "--purpose", "light"], ["send", "a,b", "switch", "on", "--guarded"],
        ["send", "home", "switch"], ["send", "home", "switch", "on", "--purpose", "candle"],
    ])
    func optionsOfRoomsAreRefusedForDevices(line: [String]) {
        #expect { try TomteCommand.parseAsRoot(line) } throws: { error in
            TomteCommand.exitCode(for: error).rawValue == ExitStatus.usage.rawValue
        }
    }
}

@Suite struct GroupTextTests {
    private func record(
        _ outcomes: [CommandOutcome?], leftOut: [String] = [], isEarlier: Bool? = nil
    ) -> GroupCommandRecordBody {
        var counts: [String: Int] = [:]
        for outcome in outcomes.compactMap(\.self) { counts[outcome.rawValue, default: 0] += 1 }
        let done = outcomes.count { $0 == .confirmed || $0 == .sent }
        let ended = outcomes.allSatisfy { $0 != nil }
        let outcome: GroupOutcome = done == 0 ? .failed : done < outcomes.count ? .partial : .confirmed
        return GroupCommandRecordBody(
            id: CommandID("g"), targets: GroupTargetsBody(home: true), purposes: nil,
            capability: CapabilityName(.switch), value: .boolean(false), receivedAt: Timestamp(milliseconds: 0),
            deadlineSeconds: 10, stage: ended ? .ended : .dispatched, outcome: ended ? outcome : nil, counts: counts,
            commands: outcomes.enumerated().map { index, outcome in
                GroupChildBody(
                    id: GroupCommandRequest.childID(index + 1, of: CommandID("g")),
                    device: DeviceID(slugging: "lamp-\(index)", fallback: DeviceID("lamp")), part: .main,
                    stage: outcome == nil ? "dispatched" : "ended", outcome: outcome,
                    code: outcome == .refused ? "usedUp" : outcome?.rawValue,
                    detail: outcome == .timedOut ? "No answer." : nil)
            },
            leftOut: leftOut.map { LeftOutPartBody(device: DeviceID("fridge"), part: .main, code: $0) },
            isEarlier: isEarlier)
    }

    private func text(_ record: GroupCommandRecordBody) -> GroupText {
        GroupText(record, title: "Kitchen", names: [DeviceID("lamp-0"): "Kitchen ceiling"])
    }

    @Test func everyPartHasARowWithItsOutcome() {
        let lines = text(record([.confirmed, .timedOut, .refused, nil], leftOut: ["guarded"])).table.lines()
            .map(\.plain)
        #expect(lines.count == 6)
        #expect(lines[1].contains("Kitchen ceiling") && lines[1].contains("✓ confirmed"))
        #expect(lines[2].contains("lamp-1") && lines[2].contains("! timedOut") && lines[2].contains("No answer."))
        #expect(lines[3].contains("✗ refused (usedUp)") && lines[4].contains("! dispatched"))
        #expect(lines[5].contains("fridge") && lines[5].contains("left out (guarded)"))
    }

    @Test func summaryCountsEachOutcomeAndSaysWhatWasLeftOut() {
        #expect(text(record([.confirmed, .confirmed])).sentence == "Kitchen: switch off: 2 confirmed.")
        let partial = text(record([.confirmed, .timedOut, nil], leftOut: ["guarded", "guarded"])).sentence
        #expect(partial.hasPrefix("Kitchen: switch off: 1 confirmed, 1 timedOut, 1 not ended; 2 left out."))
        #expect(partial.contains("--guarded") && partial.hasSuffix("Its command id is g."))
        #expect(text(record([.confirmed], isEarlier: true)).sentence.contains("nothing was sent now"))
    }

    @Test(
        arguments: [
            ([.confirmed, .confirmed], 0), ([.confirmed, .timedOut], 8), ([.unreachable, .timedOut], 5),
            ([.refused, .refused], 3), ([.refused, .failed], 6), ([.superseded], 7), ([.confirmed, nil], 5),
        ] as [([CommandOutcome?], Int32)])
    func exitCodeTellsSuccessPartialFailureAndFailureApart(outcomes: [CommandOutcome?], code: Int32) {
        #expect(ExitStatus(record(outcomes)).rawValue == code)
        // Parts that were left out are reported, and are no failure.
        #expect(ExitStatus(record(outcomes, leftOut: ["guarded"])).rawValue == code)
    }

    @Test func onlySentOutcomesAreUnconfirmed() {
        #expect(ExitStatus(.sent, outcomes: [.sent, .confirmed]) == .unconfirmed)
    }

    @Test func progressNamesHowManyHaveEnded() {
        #expect(CountProgress.line("Waiting for Kitchen", ended: 3, of: 20, after: .seconds(4)).contains("3 of 20"))
    }

    @Test func messageAboutAnInterruptedGroupNamesItsID() {
        let open = UnresolvedCommand(device: nil, title: "Kitchen", key: "k", id: CommandID("g"))
        #expect(CLIError.interrupted(open).sentences.joined(separator: " ").contains("tomte commands show g"))
        let unknown = CLIError.interrupted(UnresolvedCommand(device: nil, title: "Kitchen", key: "k"))
        #expect(unknown.sentences.joined(separator: " ").contains("tomte audit list --event group.control"))
    }
}
