import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

struct ConsentTextTests {
    private static let noon = Timestamp(milliseconds: 1_800_000_000_000)

    private static func consent(
        _ id: ConsentID = .presenceHistory, record: ConsentRecord, by person: String? = nil,
        loss: ConsentBody.Loss? = nil
    ) -> ConsentBody {
        ConsentBody(id: id, record: record, answeredBy: person, mayAnswer: true, loss: loss)
    }

    private static func answer(_ version: Int = 1, isFromConsole: Bool = false) -> ConsentRecord.Answer {
        ConsentRecord.Answer(version: version, time: noon, person: nil, isFromConsole: isFromConsole)
    }

    /// Columns: the record, the person who may be named, and what the state begins and ends with.
    @Test(
        arguments: [
            (ConsentRecord(state: .notAsked), nil, "No owner has answered", "until then."),
            (ConsentRecord.initial, nil, "Not given.", "Not given."),
            (ConsentRecord.initial.given(answer()), "Olga", "Given on ", " by Olga."),
            (ConsentRecord.initial.given(answer(isFromConsole: true)), nil, "Given on ", " at the console."),
            (ConsentRecord.initial.given(answer(0)), nil, "Given on ", "An owner answers again."),
            (ConsentRecord(state: .given).withdrawn(answer()), nil, "Not given; refused", "still being deleted."),
            (
                ConsentRecord(state: .given).withdrawn(answer()).afterDeletion, "Olga", "Not given; refused",
                "by Olga."
            ),
        ] as [(ConsentRecord, String?, String, String)])
    func stateSaysWhatWasAnsweredAndByWhom(_ record: ConsentRecord, person: String?, start: String, end: String) {
        let text = ConsentText.state(Self.consent(record: record, by: person))
        #expect(text.hasPrefix(start) && text.hasSuffix(end), "\(text)")
    }

    /// Columns: the consent, what a withdrawal deletes, and a part of the sentence about it.
    @Test(
        arguments: [
            (.presenceHistory, ConsentBody.Loss(records: 12, oldest: noon, heldSeries: 0), "12 records of motion"),
            (.presenceHistory, .init(records: 12, oldest: noon, heldSeries: 2), "2 series with a hold are kept"),
            (.presenceHistory, .init(records: 0, oldest: nil, heldSeries: 0), "Nothing is old enough"),
            (.crashReports, .init(records: 3, oldest: nil, heldSeries: 0), "3 crash reports are deleted."),
            (.crashReports, .init(records: 0, oldest: nil, heldSeries: 0), "There are no crash reports"),
            (.crashReports, nil, "what it allowed is deleted"),
        ] as [(ConsentID, ConsentBody.Loss?, String)])
    func questionSaysWhatIsDeleted(_ id: ConsentID, loss: ConsentBody.Loss?, part: String) {
        let consent = Self.consent(id, record: ConsentRecord(state: .given), loss: loss)
        #expect(ConsentText.loss(of: consent).contains(part), "\(ConsentText.loss(of: consent))")
    }

    @Test(
        arguments: [(12, "12 records were deleted."), (nil, "as soon as the clock is synchronised")] as [(Int?, String)]
    )
    func endSaysHowMuchWasDeleted(_ deleted: Int?, part: String) {
        let body = ConsentWithdrawalBody(consent: Self.consent(record: .initial), deleted: deleted)
        #expect(ConsentText.sentence(body).contains(part))
    }
}

struct CrashReportTextTests {
    /// Columns: the signal, whether it came from another process, the phase, and the phrase.
    @Test(
        arguments: [
            ("SIGSEGV", false, .serving, "SIGSEGV, after"),
            ("SIGABRT", true, .serving, "SIGABRT from another process, after"),
            (nil, false, .starting, "killed while it started, after"), (nil, false, nil, "killed, after"),
            (nil, false, .stopping, "killed while it stopped, after"),
        ] as [(String?, Bool, CrashReport.Phase?, String)])
    func phraseSaysHowTheRunEnded(_ signal: String?, isFromOutside: Bool, phase: CrashReport.Phase?, start: String) {
        let report = CrashReport(
            id: .random(), time: Timestamp(milliseconds: 0), version: "1", architecture: "aarch64", signal: signal,
            isSignalFromOutside: isFromOutside, phase: phase, uptimeSeconds: 90, frames: [], lines: [])
        #expect(CrashReportText.end(of: CrashReport.Summary(report)).hasPrefix(start))
    }
}
