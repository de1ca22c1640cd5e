import GatewayWire
import HomeModel
import TomteClient

/// The privacy notice as text, and its place in the pairing of a terminal.
struct PrivacyNoticeSheet {
    private let notice: PrivacyNoticeBody

    init(_ notice: PrivacyNoticeBody) { self.notice = notice }

    func show(on console: Console) {
        console.line("\("What this home keeps about you", .strong) (version \(notice.version))")
        for point in notice.points { console.prose(point.text, after: "\(point.title): ") }
        console.prose("tomte privacy show lists every kind of data.")
    }

    /// Shows the notice to the person who has just paired this terminal, unless they saw this version before, and records
    /// that they saw it. A gateway without this notice, or one that cannot be reached any more, is no reason to report a
    /// pairing as failed: the person then sees the notice later, at another client.
    static func showOnce(_ client: CLIClient, on console: Console) async {
        do throws(CLIError) {
            guard try await client.home().body().unseenNotice != nil else { return }
            let notice = try await client.privacyNotice().body()
            PrivacyNoticeSheet(notice).show(on: console)
            _ = try await client.recordSeen(NoticeSeenBody(version: notice.version))
        } catch {}
    }
}
