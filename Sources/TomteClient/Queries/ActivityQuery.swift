package import HomeModel

/// Selects entries of the activity; nil selects all.
package struct ActivityQuery: Sendable {
    package var device: DeviceID?
    package var room: RoomID?
    package var person: PersonID?
    package var category: ActivityCategory?
    package var isFailed = false
    package var since: Timestamp?
    package var until: Timestamp?
    package var limit: Int?
    /// The cursor of the page.
    package var before: String?

    package init() {}

    /// The parameters of the API's query.
    var parameters: [(name: String, value: String?)] {
        [
            ("device", device?.rawValue), ("room", room?.rawValue), ("person", person?.rawValue),
            ("category", category?.rawValue), ("failed", isFailed ? "true" : nil), ("since", since?.rfc3339),
            ("until", until?.rfc3339), ("limit", limit.map(String.init)), ("before", before),
        ]
    }
}
