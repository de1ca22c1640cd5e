import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// Tests the list of `tomte privacy show`, and the sheet of one kind.
@Suite struct StoredDataSheetTests {
    private func kind(
        kept: DataTerm = .untilRemoved, readers: DataReaders = .everyone, amount: StoredDataAmount? = nil
    ) -> StoredDataKindBody {
        StoredDataKindBody(
            StoredDataKind(
                "rooms", title: "Rooms of the home", what: "The rooms.", purpose: "To find devices.",
                class: .confidential, about: .household, logs: .never, since: .database(1), kept: kept,
                readers: readers,
                places: [.table("room", columns: "id", "name"), .folder("", files: "a.json"), .log("room.id")]),
            terms: RetentionTerms(), amount: amount)
    }

    /// Columns: the term, and its words.
    @Test(
        arguments: [
            (.untilRemoved, "until it is removed or changed"), (.untilPersonIsRemoved, "until the person is removed"),
            (.untilAccessEnds, "until the access ends"), (.days(30), "30 days"), (.days(1), "1 day"),
            (.retention([.energyDays]), "730 days"), (.retention([.energyDays, .energyRollUpDays]), "730 days"),
            (.retention([.auditInformationalDays, .auditSecurityDays]), "90 to 1095 days"),
            (.untilReplaced, "until newer data replaces it"), (.whileInUse, "while it is in use"),
            (.homeLifetime, "as long as the home exists"), (.systemLog, "as long as the system keeps its log"),
        ] as [(DataTerm, String)])
    func termIsASentencePart(_ term: DataTerm, words: String) {
        #expect(StoredDataSheet(kind(kept: term)).kept == words)
    }

    /// Columns: the readers, and their words.
    @Test(
        arguments: [
            (.everyone, "everyone in the home"), (.person, "only the person"),
            (.program, "only the program and the machine's administrator"),
            (.permission(.viewEnergy), "people who may see energy"),
            (.personAnd(.viewAudit), "the person, and people who may read the audit log"),
        ] as [(DataReaders, String)])
    func readersAreNamed(_ readers: DataReaders, words: String) {
        #expect(StoredDataSheet(kind(readers: readers)).readers == words)
    }

    /// A gateway that is newer than this program may send codes that it does not know.
    @Test func everyCodeHasWords() {
        for code in DataTerm.codes {
            let text = StoredDataSheet(kind(kept: DataTerm.sample(code))).kept
            #expect(text != code && !text.isEmpty)
        }
    }

    @Test func amountsAreShownOnlyToThoseWhoGetThem() {
        let table = StoredDataSheet.table([kind()])
        #expect(table.columns.map(\.title) == ["KIND", "CLASS", "KEPT"])
        let own = StoredDataSheet.table([
            kind(amount: StoredDataAmount(rows: 20_000, bytes: 2_400_000, isAtLeast: true))
        ])
        #expect(own.columns.map(\.title) == ["KIND", "CLASS", "ROWS", "SIZE", "KEPT"])
        #expect(own.rows[0].prefix(4).map(\.plain) == ["Rooms of the home", "confidential", "20000+", "2.4 MB"])
        #expect(StoredDataSheet.table([kind(amount: StoredDataAmount(bytes: 10))]).rows[0][2].plain == "–")
    }

    @Test func sheetSaysWhereTheDataLies() {
        let lines = StoredDataSheet(kind(amount: StoredDataAmount(rows: 2, bytes: 20))).lines
        let labels = lines.map { $0.label.plain.split(separator: " ").joined() }
        #expect(labels.prefix(6) == ["Kind", "Id", "What", "Why", "Class", "About"])
        let places = zip(labels, lines).filter { $0.0 == "Where" }.map(\.1.text)
        #expect(places == ["table room: id, name", "files a.json", "log keys room.id"])
        #expect(lines.contains { $0.text.hasPrefix("2 rows, 20") })
    }
}

extension DataTerm {
    /// A term with this code.
    fileprivate static func sample(_ code: String) -> DataTerm {
        let terms: [DataTerm] = [
            .untilRemoved, .untilPersonIsRemoved, .untilAccessEnds, .days(7), .retention([.energyDays]), .untilReplaced,
            .whileInUse, .homeLifetime, .systemLog,
        ]
        return terms.first { $0.code == code } ?? .untilRemoved
    }
}
