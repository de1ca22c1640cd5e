import GatewayCore
import GatewayWire
import HomeModel

extension PersonalExportBody: DocumentedBody {
    static let schema = Schema.component(
        "PersonalExport",
        .object(
            [:],
            optional: [
                "person": .id.about("The person whose data is exported; absent for the caller's own."),
                "includesReadings": .boolean.about(
                    "Whether the archive contains the readings of the household that the person may see; no if absent."),
                "times": .word(of: Times.self).about(
                    "`utc`, or `home` for the clocks of the home with their difference to UTC; `utc` if absent."),
                "language": .text(2...LanguageTag.maximumBytes, pattern: LanguageTag.pattern).about(
                    "The language of the index, if the person has not set one in their preferences."),
            ]
        ).about("What an archive with the data of a person contains."))

    static let example = PersonalExportBody(person: PersonID("mia"), includesReadings: true, times: .home)
}

extension PersonalExportNoticeBody: DocumentedBody {
    static let schema = Schema.component(
        "PersonalExportNotice",
        .object(
            [
                "sequence": .count.about(
                    "A later export has a larger number, also when the clock was wrong. Not every number is used."),
                "time": .time,
                "actor": .text.about("As in the audit log: `console`, `console as PERSON` or the id of a person."),
                "includesReadings": .boolean,
            ], optional: ["name": .name.about("The name of the acting person, if they are still in the home.")]
        ).about("An export of the caller's data by another person."))

    static let example = PersonalExportNoticeBody(
        sequence: 42, time: .example, actor: "ada", name: "Ada", includesReadings: false)

    init(_ notice: ExportNotice) {
        self.init(
            sequence: notice.sequence, time: notice.time, actor: notice.actor, name: notice.name?.text,
            includesReadings: notice.includesReadings)
    }
}

extension ExportOptions {
    init(_ body: PersonalExportBody) {
        let times: Times =
            switch body.times {
            case .home: .home
            case .utc, nil: .utc
            }
        self.init(includesReadings: body.includesReadings ?? false, times: times, language: body.language)
    }
}
