import Foundation
package import HomeModel

/// The time zone of the home, in which the weekly windows of grants and the days of energy are.
///
/// One that a person sets replaces that of the configuration.
package struct TimeZoneService: Sendable {
    let people: PeopleRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions

    package init(people: PeopleRegistry, feed: LiveFeed, actions: AuthorizedActions) {
        self.people = people
        self.feed = feed
        self.actions = actions
    }

    /// Sets the time zone by its IANA name, and shows the change to readers of the feed. It applies from the next
    /// decision on.
    ///
    /// Requires the right to change settings, and a PIN while a person has rights at certain hours, because the change
    /// moves these hours.
    package func set(_ name: String, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        guard let zone = TimeZone(iana: name) else {
            throw .invalid(
                field: "timeZone", code: "unknownTimeZone",
                detail: "“\(EscapedText(name, limit: 40))” is no known time zone; give its IANA name, "
                    + "such as Europe/Stockholm.")
        }
        guard await people.chosenTimeZone != zone else { return }
        if await people.policy.hasWeeklyWindows { try await actions.require(StepUp.people, of: identity) }
        let act = try await actions.writeEntry(
            .settingsChange, by: identity, metadata: ["act": "setTimeZone", "zone": zone.identifier])
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await people.setTimeZone(zone) }
        await feed.publish([.homeChanged])
    }
}
