import GatewayWire
import HomeModel

/// Describes consents for people.
enum ConsentText {
    static func show(_ consent: ConsentBody, clock: HomeClockText, on console: Console) {
        console.line("\(consent.title, .strong)  \(consent.id.rawValue)")
        console.prose(state(consent, clock: clock), after: mark(consent))
        console.prose(consent.text)
        console.line("\("Version \(consent.version) of \(consent.textDate)", .faint)")
        if consent.mayAnswer { console.line("\(commands(consent), .faint)") }
        console.line()
    }

    /// Whether the consent is given, since when, and by whom.
    static func state(_ consent: ConsentBody, clock: HomeClockText = HomeClockText()) -> String {
        let answer = consent.answer.map { answer in
            let who = answer.person.map { " by \($0)" } ?? ""
            let place = answer.isFromConsole ? " at the console" : ""
            return " on \(clock.named(answer.time))\(who)\(place)"
        }
        let state =
            switch consent.state {
            case .notAsked: "No owner has answered yet; what is stored stays until then."
            case .notGiven: answer.map { "Not given; refused or withdrawn\($0)." } ?? "Not given."
            case .given where consent.awaitsAnswer: "Given\(answer ?? ""), for an earlier text. An owner answers again."
            case .given: "Given\(answer ?? "")."
            }
        return consent.isDeletionPending ? state + " Its data is still being deleted." : state
    }

    /// What a withdrawal deletes.
    static func loss(of consent: ConsentBody, clock: HomeClockText = HomeClockText()) -> String {
        guard let loss = consent.loss else { return "The consent ends, and what it allowed is deleted." }
        let held =
            loss.heldSeries == 0
            ? "" : " \(loss.heldSeries) series with a hold are kept; tomte retention hold --release ends a hold."
        switch consent.id {
        case .crashReports:
            return loss.records == 0
                ? "There are no crash reports; none will be written."
                : "\(loss.records) crash reports are deleted."
        case .presenceHistory:
            guard loss.records > 0 else {
                return "Nothing is old enough to be deleted now; from now on the history ends after a few days." + held
            }
            let since = loss.oldest.map { ", the oldest from \(clock.named($0))" } ?? ""
            return "\(loss.records) records of motion and presence\(since), are deleted and cannot be restored." + held
        }
    }

    /// How much a withdrawal deleted.
    static func sentence(_ withdrawal: ConsentWithdrawalBody) -> String {
        let title = withdrawal.consent.title
        guard let deleted = withdrawal.deleted else {
            return
                "\(title): ended. Its data is not shown any more, and is deleted as soon as the clock is synchronised "
                + "and the disk works; tomte status shows when that has not happened yet."
        }
        return "\(title): not given. \(deleted) records were deleted."
    }

    static func mark(_ withdrawal: ConsentWithdrawalBody) -> StyledText {
        withdrawal.deleted == nil ? "\("!", .warning) " : "\("✓", .good) "
    }

    private static func mark(_ consent: ConsentBody) -> StyledText {
        switch consent.state {
        case .given: "\("✓", .good) "
        case .notAsked: "\("?", .warning) "
        case .notGiven: "\("–", .faint) "
        }
    }

    private static func commands(_ consent: ConsentBody) -> String {
        let id = consent.id.rawValue
        let (give, withdraw) = ("tomte privacy consent \(id)", "tomte privacy withdraw \(id)")
        return switch consent.state {
        case .notAsked: "\(give)  or  \(withdraw)"
        case .given: consent.awaitsAnswer ? "\(give)  or  \(withdraw)" : withdraw
        case .notGiven: give
        }
    }
}
