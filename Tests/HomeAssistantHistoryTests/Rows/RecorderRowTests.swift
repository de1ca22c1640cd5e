import HomeAssistantHistory
import HomeModel
import Testing

/// The decoding of values in the columns of a recorder.
@Suite struct RecorderRowTests {
    @Test(arguments: [
        ("21.5", HomeAssistantState.number(21.5)), ("-3", .number(-3)), ("+4", .number(4)), ("1e-05", .number(1e-05)),
        (".5", .number(0.5)), ("0", .number(0)),
        ("unavailable", .absent), ("unknown", .absent), ("", .absent), ("None", .absent),
        ("on", .text), ("nan", .text), ("inf", .text), ("-inf", .text), ("1e999", .text), ("0x1p4", .text),
        ("1_000", .text), ("1,5", .text), ("21.5 °C", .text), ("--1", .text), ("-", .text), ("2021-01-01", .text),
    ])
    func stateTextIsDecoded(_ text: String, state: HomeAssistantState) {
        #expect(HomeAssistantState(text) == state)
    }

    @Test(
        arguments: [
            ("2026-01-15 12:00:00.000000", noon), ("2026-01-15 12:00:00", noon), ("2026-01-15T12:00:00Z", noon),
            ("2026-01-15 13:00:00+01:00", noon), ("2026-01-15 12:00:00.123456", noon + 123),
        ] as [(String, Int64)])
    func timeTextIsDecodedAsUTC(_ text: String, milliseconds: Int64) {
        #expect(RecorderTime.timestamp(text: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-01-15", "2026-02-30 12:00:00", "noon", "2026-01-15 12:00:00 and then and more and more",
    ])
    func invalidTimeTextIsRejected(_ text: String) {
        #expect(RecorderTime.timestamp(text: text) == nil)
    }

    @Test(
        arguments: [
            (1_768_478_400.123_456, noon + 123), (1_768_478_400.999_6, noon + 1000), (0.0, nil), (-5.0, nil),
            (.nan, nil), (.infinity, nil), (1e300, nil), (253_402_300_800.0, nil),
        ] as [(Double, Int64?)])
    func secondsAreRoundedToMilliseconds(_ seconds: Double, milliseconds: Int64?) {
        #expect(RecorderTime.timestamp(seconds: seconds)?.milliseconds == milliseconds)
    }
}
