import Foundation

/// When a grant applies, seen from one moment.
package struct GrantTiming: Hashable, Sendable {
    /// Whether the grant is in effect, and no deny takes all of it away.
    package let appliesNow: Bool
    /// While it applies, the time at which it no longer does; nil when the passing of time does not end it.
    package let end: Timestamp?
    /// While it does not apply, the time from which on it does. Nil when the passing of time does not start it, and while
    /// the clock is not known.
    package let nextStart: Timestamp?

    package init(appliesNow: Bool, end: Timestamp?, nextStart: Timestamp?) {
        self.appliesNow = appliesNow
        self.end = end
        self.nextStart = nextStart
    }
}

extension AccessPolicy {
    /// The grants of a person that apply, that will apply, or that may do so once the clock is known; with their times.
    /// `rooms` are the rooms of the devices of the home.
    package func grantTimings(
        of person: PersonID, rooms: [DeviceID: RoomID], at now: DecisionTime
    ) -> [(grant: Grant, timing: GrantTiming)] {
        (grants[person] ?? []).filter { $0.effect == .allow && !$0.permissions.isEmpty && !$0.isOver(at: now) }
            .map { (grant: $0, timing: timing(of: $0, rooms: rooms, at: now)) }
            .filter { grant, timing in
                timing.appliesNow || timing.nextStart != nil || grant.waitsForClock(at: now)
            }
    }

    /// Computes when a grant applies. Denies of the same person count where they take all of the grant away.
    package func timing(
        of grant: Grant, rooms: [DeviceID: RoomID] = [:], at now: DecisionTime
    ) -> GrantTiming {
        let denies = (grants[grant.person] ?? []).filter { $0.effect == .deny }
        func applies(at time: DecisionTime) -> Bool {
            guard grant.isInEffect(at: time, in: timeZone) else { return false }
            let active = denies.filter { $0.isInEffect(at: time, in: timeZone) }
            return !grant.permissions.allSatisfy { permission in
                active.contains { $0.permissions.contains(permission) && $0.selector.covers(all: grant, rooms: rooms) }
            }
        }
        let appliesNow = applies(at: now)
        guard now.isKnown else { return GrantTiming(appliesNow: appliesNow, end: nil, nextStart: nil) }
        let edges = ([grant] + denies).flatMap { $0.conditions.edges(after: now.wall, in: timeZone) }.sorted()
        let change = edges.first { applies(at: DecisionTime(wall: $0, isKnown: true)) != appliesNow }
        return GrantTiming(appliesNow: appliesNow, end: appliesNow ? change : nil, nextStart: appliesNow ? nil : change)
    }
}

extension AccessSelector {
    /// Whether everything that the grant selects is selected here too.
    fileprivate func covers(all grant: Grant, rooms roomsOfDevices: [DeviceID: RoomID]) -> Bool {
        let other = grant.selector
        let coversKinds =
            capabilities.isEmpty || !other.capabilities.isEmpty && other.capabilities.isSubset(of: capabilities)
        if rooms.isEmpty && devices.isEmpty || !coversKinds { return coversKinds }
        guard !(other.rooms.isEmpty && other.devices.isEmpty) else { return false }
        return other.rooms.isSubset(of: rooms)
            && other.devices.allSatisfy { device in
                devices.contains(device) || roomsOfDevices[device].map(rooms.contains) ?? false
            }
    }
}
