import GatewayCore
import HomeModel

/// The sentences of the index of an export in one language. A further language is one more file with its texts, and its
/// line in `all`.
struct ExportTexts: Sendable {
    /// The title of a section, and what it contains.
    struct Section: Sendable {
        let title: String
        let meaning: String
    }

    /// The tag of the language, such as `sv`.
    let language: String
    /// `{name}` stands for the name of the person.
    let title: String
    /// `{time}` stands for the time of the export.
    let made: String
    /// The paragraphs before the list. The first one says what this is, and whom to ask.
    let introduction: [String]
    let timesInUTC: String
    let timesOfHome: String
    let sectionsHeading: String
    let content: String
    let rows: String
    let readingsHeading: String
    let readings: String
    /// In place of the list when the readings were not asked for.
    let readingsLeftOut: String
    let device: String
    let quantity: String
    let everyValue: String
    let hourly: String
    let section: @Sendable (ExportSection) -> Section

    /// The first one is used for people whose language is none of these.
    static let all = [english, swedish]

    /// Compares only the language, and not the region: `sv-FI` is `sv`.
    static func nearest(to tag: LanguageTag?) -> ExportTexts {
        let wanted = tag?.description.lowercased().prefix { $0 != "-" }
        return all.first { wanted == $0.language[...] } ?? english
    }
}
