import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Times on the clock of the home, as the page and the drafts of notices show them. An output names the time zone once.
struct HomeClockText: Sendable {
    let zone: TimeZone

    /// Without the zone of a home, it is that of this machine.
    init(zone: TimeZone = .current) { self.zone = zone }

    init(_ home: HomeBody) { self.init(zone: TimeZone(identifier: home.timeZone) ?? .current) }

    /// Reads the time zone of the home; not with the rights of `--as`, because a refusal belongs to the request that follows.
    init(of client: CLIClient) async throws(CLIError) {
        self.init(try await client.acting(as: nil).home().body())
    }

    /// `2026-01-31`
    func date(_ time: Timestamp) -> String { LocalTime.date(time, in: zone) }

    /// `2026-01-31 05:46`
    func minute(_ time: Timestamp) -> String { LocalTime.minute(time, in: zone) }

    /// `2026-01-31 05:46:20`
    func full(_ time: Timestamp) -> String { LocalTime.full(time, in: zone) }

    /// `2026-01-31 05:46 (Europe/Stockholm)`, for an output with one time.
    func named(_ time: Timestamp) -> String { "\(minute(time)) (\(zone.identifier))" }

    /// Names the time zone of the times above it.
    var note: String { "Times: \(zone.identifier)." }
}
