/// How a person wants to see the home, on each of their clients.
package struct Preferences: Hashable, Sendable, Codable {
    /// Light or dark colours; `system` follows the client's machine.
    package enum Theme: String, Sendable, Codable, CaseIterable { case system, light, dark }

    /// Units of temperature, length and the like; `system` follows the region of the client's machine.
    package enum Units: String, Sendable, Codable, CaseIterable { case system, metric, imperial }

    /// Hours to 12 or to 24; `system` follows the region of the client's machine.
    package enum TimeFormat: String, Sendable, Codable, CaseIterable {
        case system
        case twelveHours = "12"
        case twentyFourHours = "24"
    }

    package static let weekdays = 1...7

    /// Nil follows the client's machine.
    package var language: LanguageTag?
    package var theme: Theme
    package var units: Units
    package var timeFormat: TimeFormat
    /// 1 = Sunday … 7 = Saturday, as in `WeeklyWindow`; nil follows the region of the client's machine.
    package var firstDayOfWeek: Int?

    package init(
        language: LanguageTag? = nil, theme: Theme = .system, units: Units = .system,
        timeFormat: TimeFormat = .system, firstDayOfWeek: Int? = nil
    ) {
        self.language = language
        self.theme = theme
        self.units = units
        self.timeFormat = timeFormat
        self.firstDayOfWeek = firstDayOfWeek
    }
}
