import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Times on the clock of the home, as the page and the drafts of notices show them.
struct HomeClockText {
    private let zone: TimeZone

    init(of client: CLIClient) async throws(CLIError) {
        zone = TimeZone(identifier: try await client.home().body().timeZone) ?? .current
    }

    /// `2026-01-31 05:46`
    func minute(_ time: Timestamp) -> String { LocalTime.minute(time, in: zone) }

    /// Names the time zone.
    var note: String { "Times: \(zone.identifier)." }
}
