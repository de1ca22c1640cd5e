package import HomeModel

/// `GET /lockdown`.
package struct LockdownBody: Codable, Sendable {
    package let isOn: Bool
    package let since: Timestamp?

    package init(since: Timestamp?) {
        isOn = since != nil
        self.since = since
    }
}

/// `POST /lockdown`.
package struct LockdownChangeBody: Codable, Sendable {
    package let isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }
}

/// `PUT /home/time-zone`.
package struct TimeZoneBody: Codable, Sendable {
    /// An IANA name, such as `Europe/Stockholm`.
    package let timeZone: String

    package init(timeZone: String) { self.timeZone = timeZone }
}

/// `GET /home`: the home as the client may see it, and what its person may do.
package struct HomeBody: Codable, Sendable {
    package let name: String
    package let timeZone: String
    package let rooms: [RoomBody]
    /// Nil for the console.
    package let person: PersonBody?
    /// Whether this person has a PIN. Nil for the console.
    package let hasPIN: Bool?
    /// Whether an action that this person may do, now or at another time, needs a PIN. Nil for the console.
    package let needsPIN: Bool?
    /// Whether this person may set a PIN at this client now. Nil for the console.
    package let maySetPIN: Bool?
    /// The permissions that this session has for at least one target.
    package let permissions: [Permission]
    /// The grants of this person that apply or will apply. Nil for the console.
    package let grants: [OwnGrantBody]?
    /// The purposes that were recently confirmed with a PIN.
    package let stepUps: [StepUp]
    package let isLockedDown: Bool
    /// While false, grants with a time limit allow nothing, and denies with a time limit apply.
    package let isClockKnown: Bool
    /// The arrangement of the home screen.
    package let layout: LayoutBody
    /// Nil for the console.
    package let preferences: Preferences?
    /// The version of the privacy notice that this person has not seen yet and this client should show; nil if there is
    /// none.
    package let unseenNotice: Int?
    /// The consents that this person should answer. Nil when there are none.
    package let openConsents: [OpenConsentBody]?
    /// The number of open incidents that this person has not seen. Nil for callers who may not see incidents.
    package let unseenIncidents: Int?
    /// The number of open incidents, seen or not. Nil for the same callers.
    package let openIncidents: Int?
    /// While the keys of the home are rotated: the latest time at which the next web root takes the place of the present
    /// one. Nil at other times.
    package let nextWebRootFrom: Timestamp?
    /// When the newest web root was made, if this client was paired before it was the only one. Nil for others.
    package let newWebRootMadeAt: Timestamp?

    package init(
        name: String, timeZone: String, rooms: [RoomBody], person: PersonBody?, hasPIN: Bool?,
        needsPIN: Bool? = nil, maySetPIN: Bool? = nil, permissions: [Permission], grants: [OwnGrantBody]?,
        stepUps: [StepUp], isLockedDown: Bool, isClockKnown: Bool, layout: LayoutBody, preferences: Preferences?,
        unseenNotice: Int? = nil, openConsents: [OpenConsentBody]? = nil, unseenIncidents: Int? = nil,
        openIncidents: Int? = nil, nextWebRootFrom: Timestamp? = nil, newWebRootMadeAt: Timestamp? = nil
    ) {
        self.name = name
        self.timeZone = timeZone
        self.rooms = rooms
        self.person = person
        self.hasPIN = hasPIN
        self.needsPIN = needsPIN
        self.maySetPIN = maySetPIN
        self.permissions = permissions
        self.grants = grants
        self.stepUps = stepUps
        self.isLockedDown = isLockedDown
        self.isClockKnown = isClockKnown
        self.layout = layout
        self.preferences = preferences
        self.unseenNotice = unseenNotice
        self.openConsents = openConsents
        self.unseenIncidents = unseenIncidents
        self.openIncidents = openIncidents
        self.nextWebRootFrom = nextWebRootFrom
        self.newWebRootMadeAt = newWebRootMadeAt
    }
}
