import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The home as a whole: its name, its clock and its lockdown.
enum HomeRoutes {
    static let all: [Route] = [
        .on(.get, path: "/home", access: .perItem, summary: "Get the home, and what the caller may do in it") { call in
            await HomeBody(call)
        },
        .on(
            .patch, path: "/home", access: .requires(.modifySettings), summary: "Rename the home",
            taking: NewNameBody.self
        ) {
            call, new in
            try await call.home.naming.rename(to: new.name, as: call.identity)
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
            try await call.home.clocks.confirm(confirmation.time, as: call.identity)
            return ClockBody(call)
        },
        .on(
            .get, path: "/lockdown", access: .perItem,
            summary: "Get the lockdown, during which only safe commands are allowed"
        ) { call in
            LockdownBody(since: await call.home.lockdown.since)
        },
        .on(
            .post, path: "/lockdown", access: .perItem,
            confirmingOnly: StepUpCondition(.commands, text: "requests that end the lockdown"),
            summary: "Start or end the lockdown, during which only safe commands are allowed",
            taking: LockdownChangeBody.self
        ) { call, change in
            try await call.home.lockdown.set(change.isOn, as: call.identity)
            return LockdownBody(since: await call.home.lockdown.since)
        },
    ]
}

extension ClockBody {
    fileprivate init(_ call: AuthenticatedCall) {
        let time = call.home.clocks.time
        self.init(time: time.wall, isKnown: time.isKnown, isSynchronised: call.home.clocks.isSynchronised)
    }
}

extension HomeBody {
    fileprivate init(_ call: AuthenticatedCall) async {
        let view = await HomeView(call)
        let policy = await call.home.people.policy
        let now = call.home.clock.decisionTime()
        let person = call.identity.person.flatMap { policy.people[$0] }
        var (hasPIN, needsPIN, maySetPIN): (Bool?, Bool?, Bool?)
        if let person {
            let isSet = await call.home.pins.has(person.id)
            let maySetFirst = await call.home.pins.maySetFirst(of: person.id, as: call.identity)
            hasPIN = isSet
            let devices = await call.home.registry.snapshot.devices.values
            needsPIN = call.identity.mayStepUp && policy.needsPIN(person.id, for: devices, at: now)
            maySetPIN = isSet ? call.identity.mayStepUp : maySetFirst
        }
        self.init(
            name: await call.home.naming.name, timeZone: policy.timeZone.identifier,
            rooms: view.visibleRooms.map(RoomBody.init), person: person.map { PersonBody($0) }, hasPIN: hasPIN,
            needsPIN: needsPIN, maySetPIN: maySetPIN,
            permissions: Permission.allCases.filter { policy.mayAnywhere(call.identity, permission: $0, at: now) },
            stepUps: call.identity.stepUps.sorted { $0.rawValue < $1.rawValue }, isLockedDown: policy.isLockedDown,
            isClockKnown: now.isKnown)
    }
}
