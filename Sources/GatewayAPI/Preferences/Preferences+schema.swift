import GatewayWire
import HomeModel

extension Preferences: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Preferences",
        .object(
            [
                "theme": .word(of: Theme.self), "units": .word(of: Units.self),
                "timeFormat": .word(of: TimeFormat.self).about("Hours to 12 or to 24."),
            ],
            optional: [
                "language": .text(2...LanguageTag.maximumBytes, pattern: LanguageTag.pattern).about(
                    "A language tag such as `sv` or `en-GB` (RFC 5646); a client uses its nearest language."),
                "firstDayOfWeek": .integer(weekdays).about("1 is Sunday, 7 is Saturday."),
            ]
        ).about("How a person wants to see the home. `system` and absent properties follow the client's machine."))
    static let example = Preferences(language: LanguageTag("sv"), theme: .dark, units: .metric, firstDayOfWeek: 2)
}
