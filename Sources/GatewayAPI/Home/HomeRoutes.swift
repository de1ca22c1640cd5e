import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The home as a whole: its name, its time zone, its clock and its lockdown.
enum HomeRoutes {
    static let all: [Route<SettingServices>] = [
        .on(.get, path: "/home", access: .perItem, summary: "Get the home, and what the caller may do in it") { call in
            await HomeBody(call)
        },
        .on(
            .patch, path: "/home", access: .requires(.modifySettings), summary: "Rename the home",
            taking: NewNameBody.self
        ) {
            call, new in
            try await call.services.naming.rename(to: new.name, as: call.identity)
            return await HomeBody(call)
        },
        .on(
            .put, path: "/home/time-zone", access: .requires(.modifySettings),
            confirmingOnly: StepUpCondition(.people, text: "requests while a person has rights at certain hours"),
            summary: "Set the time zone of the home, in which the hours of grants and the days of energy are",
            taking: TimeZoneBody.self
        ) { call, new in
            try await call.services.timeZone.set(new.timeZone, as: call.identity)
            return await HomeBody(call)
        },
        .on(
            .get, path: "/clock", access: .perItem,
            summary: "Get the gateway's clock, and whether rights are decided by it"
        ) { call in
            ClockBody(call)
        },
        .on(
            .post, path: "/clock/confirmation", access: .requires(.ownHome), confirming: .people,
            summary: "Confirm that the clock is right, until it is set or the machine restarts",
            taking: ClockConfirmationBody.self,
            problems: [.conflict]
        ) { call, confirmation in
            try await call.services.clocks.confirm(confirmation.time, as: call.identity)
            return ClockBody(call)
        },
        .on(
            .get, path: "/lockdown", access: .perItem,
            summary: "Get the lockdown, during which only safe commands are allowed"
        ) { call in
            LockdownBody(since: await call.services.lockdown.since)
        },
        .on(
            .post, path: "/lockdown", access: .perItem,
            confirmingOnly: StepUpCondition(.commands, text: "requests that end the lockdown"),
            summary: "Start or end the lockdown, during which only safe commands are allowed",
            taking: LockdownChangeBody.self
        ) { call, change in
            try await call.services.lockdown.set(change.isOn, as: call.identity)
            return LockdownBody(since: await call.services.lockdown.since)
        },
    ]
}

extension ClockBody {
    fileprivate init(_ call: AuthenticatedCall<SettingServices>) {
        let time = call.services.clocks.time
        self.init(time: time.wall, isKnown: time.isKnown, isSynchronised: call.services.clocks.isSynchronised)
    }
}

extension HomeBody {
    fileprivate init(_ call: AuthenticatedCall<SettingServices>) async {
        let view = await HomeView(call.services.state, identity: call.identity)
        let policy = await call.services.state.people.policy
        let now = call.services.state.clock.decisionTime()
        let person = call.identity.person.flatMap { policy.people[$0] }
        var (hasPIN, needsPIN, maySetPIN): (Bool?, Bool?, Bool?)
        if let person {
            let isSet = await call.services.pins.has(person.id)
            let maySetFirst = await call.services.pins.maySetFirst(of: person.id, as: call.identity)
            hasPIN = isSet
            let devices = await call.services.state.registry.snapshot.devices.values
            needsPIN = call.identity.mayStepUp && policy.needsPIN(person.id, for: devices, at: now)
            maySetPIN = isSet ? call.identity.mayStepUp : maySetFirst
        }
        self.init(
            name: await call.services.naming.name, timeZone: policy.timeZone.identifier,
            rooms: view.visibleRooms.map(RoomBody.init), person: person.map { PersonBody($0) }, hasPIN: hasPIN,
            needsPIN: needsPIN, maySetPIN: maySetPIN,
            permissions: Permission.allCases.filter { policy.mayAnywhere(call.identity, permission: $0, at: now) },
            grants: person.map { view.ownGrants(of: $0.id) },
            stepUps: call.identity.stepUps.sorted { $0.rawValue < $1.rawValue }, isLockedDown: policy.isLockedDown,
            isClockKnown: now.isKnown, layout: LayoutBody(await call.services.layouts.effective(for: call.identity)),
            preferences: await call.services.preferences.preferences(for: call.identity),
            unseenNotice: await call.services.notices.isDue(for: call.identity) ? PrivacyNotice.version : nil,
            openConsents: await call.services.consents.open(for: call.identity).map { $0.map(OpenConsentBody.init) },
            unseenIncidents: await call.services.incidents.unseenCount(for: call.identity),
            openIncidents: await call.services.incidents.openCount(for: call.identity),
            nextWebRootFrom: await call.services.keys.overlap()?.endsAt,
            newWebRootMadeAt: await call.services.keys.newWebRoot(for: call.identity))
    }
}
