package import HomeModel

/// `GET /privacy/notice`: the notice that each new person sees once.
package struct PrivacyNoticeBody: Codable, Sendable {
    /// One point of the notice; clients translate it by its code.
    package struct Point: Codable, Sendable {
        package let code: String
        package let title: String
        package let text: String
    }

    /// The version of the notice now.
    package let version: Int
    package let points: [Point]
    /// The newest version that the caller's person has seen, and when; absent for none, and for the console.
    package let seenVersion: Int?
    package let seenAt: Timestamp?

    package init(lastView: NoticeView?) {
        version = PrivacyNotice.version
        points = PrivacyNotice.points.map { Point(code: $0.code, title: $0.title, text: $0.text) }
        seenVersion = lastView?.version
        seenAt = lastView?.seenAt
    }
}

/// `PUT /privacy/notice`: the person has seen a version.
package struct NoticeSeenBody: Codable, Sendable {
    package let version: Int

    package init(version: Int) { self.version = version }
}
