import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte preferences`.
struct PreferencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preferences",
        abstract: "Show and set how a person sees the home: language, colours, units, time format.",
        discussion: HelpDiscussion.discussion(
            """
            The preferences apply to the page on each of the person's phones and computers. What
            is not set follows the machine. The console itself is no person: use --as.
            """,
            commands: "tomte preferences --as anna",
            "tomte preferences set --language sv --theme dark --as anna"),
        subcommands: [PreferencesShow.self, PreferencesSet.self], defaultSubcommand: PreferencesShow.self)
}

/// The subcommand `tomte preferences show`.
struct PreferencesShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the preferences.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte preferences show --as anna", "tomte preferences show --as anna --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.preferences()) { preferences, console in
                for line in PreferencesText.lines(preferences) { console.line(StyledText(line)) }
            }
        }
    }
}

/// The subcommand `tomte preferences set`.
struct PreferencesSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set some preferences; the others stay as they are.",
        discussion: HelpDiscussion.discussion(
            "The value system makes a preference follow the machine again.",
            commands: "tomte preferences set --units metric --time-format 24 --as anna",
            "tomte preferences set --first-day mon --as anna",
            "tomte preferences set --language system --as anna"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "A language tag such as sv or en-GB, or system.")
    var language: String?

    @Option(help: "The colours.")
    var theme: Preferences.Theme?

    @Option(help: "The units of temperature, length and the like.")
    var units: Preferences.Units?

    @Option(help: "Hours to 12 or to 24.")
    var timeFormat: Preferences.TimeFormat?

    @Option(help: "The day with which a week begins.")
    var firstDay: WeekdayArgument?

    func validate() throws {
        guard language != nil || theme != nil || units != nil || timeFormat != nil || firstDay != nil else {
            throw ValidationError("Name at least one preference, such as --language sv.")
        }
        if let language, language != "system", LanguageTag(language) == nil {
            throw ValidationError("A language is a tag such as sv or en-GB, or system.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            var preferences = try await client.preferences().body()
            if let language { preferences.language = language == "system" ? nil : LanguageTag(language) }
            if let theme { preferences.theme = theme }
            if let units { preferences.units = units }
            if let timeFormat { preferences.timeFormat = timeFormat }
            if let firstDay { preferences.firstDayOfWeek = firstDay.number }
            try output.show(try await client.set(preferences)) { new, console in
                console.line("\("✓", .good) The preferences are set.")
                for line in PreferencesText.lines(new) { console.line(StyledText(line)) }
            }
        }
    }
}

/// A day of the week as an argument, or `system`.
enum WeekdayArgument: String, ExpressibleByArgument, CaseIterable {
    case sun, mon, tue, wed, thu, fri, sat, system

    /// 1 = Sunday … 7 = Saturday; nil for `system`.
    var number: Int? { self == .system ? nil : Self.allCases.firstIndex(of: self).map { $0 + 1 } }

    init(number: Int?) {
        self = number.flatMap { Preferences.weekdays.contains($0) ? Self.allCases[$0 - 1] : nil } ?? .system
    }
}

extension Preferences.Theme: ExpressibleByArgument {}
extension Preferences.Units: ExpressibleByArgument {}
extension Preferences.TimeFormat: ExpressibleByArgument {}

/// The preferences as lines of text.
enum PreferencesText {
    static func lines(_ preferences: Preferences) -> [String] {
        [
            "language      \(preferences.language?.description ?? "system")",
            "theme         \(preferences.theme.rawValue)",
            "units         \(preferences.units.rawValue)",
            "time format   \(preferences.timeFormat.rawValue)",
            "first day     \(WeekdayArgument(number: preferences.firstDayOfWeek).rawValue)",
        ]
    }
}
