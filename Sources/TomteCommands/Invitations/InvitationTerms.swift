import ArgumentParser
import GatewayWire
import HomeModel

extension InvitationTemplate: ExpressibleByArgument {}

/// The hours of a window as people type them: `08-18`, `8-18:30` or `22:00-06:00`.
struct HoursArgument: ExpressibleByArgument, Hashable, Sendable {
    /// As a window spells them: `08:00-18:00`.
    let text: String

    init?(argument: String) {
        let times = argument.split(separator: "-", omittingEmptySubsequences: false).map(Self.time)
        guard times.count == 2, let from = times[0], let to = times[1],
            WeeklyWindow("daily \(from)-\(to)") != nil
        else { return nil }
        text = "\(from)-\(to)"
    }

    private static func time(_ text: Substring) -> String? {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(pieces.count), pieces.allSatisfy({ (1...2).contains($0.count) }) else { return nil }
        let numbers = pieces.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? String($0) : nil }
        guard numbers.count == pieces.count, let hour = numbers.first else { return nil }
        return "\(hour.count == 1 ? "0" : "")\(hour):\(numbers.count == 2 ? numbers[1] : "00")"
    }
}

/// The terms of an invitation from the options and the template.
struct InvitationTerms: Hashable {
    var template: InvitationTemplate?
    var permissions: [Permission] = []
    var days: String?
    var hours: HoursArgument?
    var isAnyTime = false

    var allPermissions: [Permission] { permissions.isEmpty ? template?.permissions ?? [] : permissions }

    /// The weekly window; nil for any time. Throws when the days are not days.
    var window: String? {
        get throws(CLIError) {
            guard !isAnyTime else { return nil }
            let hours = hours?.text ?? template?.hours
            guard days != nil || hours != nil else { return nil }
            let text = "\(days ?? template?.days ?? "daily") \(hours ?? "00:00-24:00")"
            do throws(WeeklyWindow.ParsingError) {
                return try WeeklyWindow(reading: text).description
            } catch {
                throw .usage(error.description)
            }
        }
    }
}
