import HomeKitAccessories
import Testing

struct CharacteristicReportTests {
    private func parse(_ text: String) throws -> [CharacteristicReport] {
        try CharacteristicReport.parse(Array(text.utf8))
    }

    @Test func valuesAndStatusesAreParsed() throws {
        let reports = try parse(
            """
            {"characteristics":[{"aid":1,"iid":9,"value":true},{"aid":18446744073709551615,"iid":"10","value":null},\
            {"aid":1,"iid":11,"status":-70402},{"aid":1,"iid":12,"status":70406},{"iid":13,"value":1},\
            {"aid":1,"iid":14,"status":0,"value":21.5},]}
            """)
        #expect(
            reports == [
                CharacteristicReport(aid: 1, iid: 9, value: .boolean(true)),
                CharacteristicReport(aid: .max, iid: 10), CharacteristicReport(aid: 1, iid: 11, status: -70402),
                CharacteristicReport(aid: 1, iid: 12, status: -70406),
                CharacteristicReport(aid: 1, iid: 14, value: .number(21.5), status: 0),
            ])
    }

    @Test func otherBodyIsRefused() {
        #expect(throws: AccessoryDatabaseError.noCharacteristics) { try parse("{\"status\":-70401}") }
        #expect(throws: AccessoryDatabaseError.self) { try parse("") }
    }

    @Test func statusOfAnySizeIsParsedWithoutATrap() throws {
        let reports = try parse(
            #"{"characteristics":[{"aid":1,"iid":1,"status":-9223372036854775808},{"aid":1,"iid":2,"status":1e40}]}"#)
        #expect(reports.map(\.status) == [.min, nil])
    }
}
