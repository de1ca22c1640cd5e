/// The notice that each new person sees once: what the home keeps about people and why, in plain words, on one screen.
///
/// A change of a text that changes its meaning raises `version`; people who saw an earlier version then see the new one.
package enum PrivacyNotice {
    package static let version = 2

    /// One point of the notice, in English. Clients translate it by `code`.
    package struct Point: Hashable, Sendable {
        /// Stays the same in later versions.
        package let code: String
        package let title: String
        package let text: String

        fileprivate init(_ code: String, title: String, text: String) {
            self.code = code
            self.title = title
            self.text = text
        }
    }

    package static let points: [Point] = [
        Point(
            "house", title: "Everything stays in your home",
            text:
                "There is no cloud, no online account and no tracking. The gateway sends nothing out of your home."),
        Point(
            "stored", title: "What is stored",
            text:
                "Measurements and states from your devices, your name and your phones, who controlled a device or changed "
                + "a setting, and what owners and admins write and photograph about appliances. Nothing records sound "
                + "or pictures by itself."),
        Point(
            "why", title: "Why",
            text:
                "Measurements show history and the use of energy. The encrypted list of acts is the security log: it "
                + "shows who opened a door or changed a right."),
        Point(
            "long", title: "How long",
            text:
                "Owners and admins set the days of measurements and acts; then these are deleted. Motion and presence are "
                + "kept for at most 7 days, unless an owner allows more; in a home from an earlier version, until an owner "
                + "has answered. Your name and your phones are kept until you leave."),
        Point(
            "who", title: "Who can see it",
            text:
                "Owners and admins see all devices and acts, members all devices, children all but energy, and guests "
                + "only what is shared with them. What children do is only in the security log."),
        Point(
            "rights", title: "What you can do",
            text:
                "See everything that is stored, export what is about you, and erase it, which ends your access. "
                + "Owners and admins can erase it too; children ask one of them."),
    ]
}

/// That a person has seen a version of the privacy notice.
package struct NoticeView: Hashable, Sendable {
    package let version: Int
    package let seenAt: Timestamp

    package init(version: Int, seenAt: Timestamp) {
        self.version = version
        self.seenAt = seenAt
    }
}
