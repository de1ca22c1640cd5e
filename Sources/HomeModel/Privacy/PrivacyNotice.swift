/// The notice that each new person sees once: what the home keeps about people and why, in plain words, on one screen.
///
/// A change of a text that changes its meaning raises `version`; people who saw an earlier version then see the new one.
package enum PrivacyNotice {
    package static let version = 1

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
                "Measurements and states from your devices, and which person controlled a device or changed a setting. "
                + "No sound and no pictures."),
        Point(
            "why", title: "Why",
            text:
                "Measurements show history and the use of energy. The list of acts, which is encrypted, is the security "
                + "log of the home: it shows who opened a door or changed a right."),
        Point(
            "long", title: "How long",
            text: "Each kind of data has a number of days, which the owner can change. After that it is deleted."),
        Point(
            "who", title: "Who can see it",
            text:
                "Owners and admins see everything, members see all devices, children do not see energy, and guests see "
                + "only what is shared with them. What children do is in the security log only, and in no list by person."
        ),
        Point(
            "rights", title: "What you can do",
            text:
                "You can see each kind of data that is stored, take your own with you, and have everything about you erased. "
                + "For a child, an owner or an admin does that."),
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
