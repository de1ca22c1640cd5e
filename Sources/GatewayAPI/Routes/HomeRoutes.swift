import Foundation
import GatewayCore
import GatewayWire
import HomeModel
import Hummingbird

/// The home as a whole.
enum HomeRoutes {
    static let all: [Route] = [
        .on(.get, "/home", .perItem) { call in
            let view = await HomeView(call)
            let policy = await call.home.people.policy
            let now = call.home.clock.now()
            let person = call.identity.person.flatMap { policy.people[$0] }
            return try .json(
                HomeBody(
                    name: call.home.diagnostics.homeName, timeZone: policy.timeZone.identifier,
                    rooms: view.visibleRooms.map(RoomBody.init), person: person.map(PersonBody.init),
                    permissions: Permission.allCases.filter { policy.mayAnywhere(call.identity, $0, at: now) },
                    stepUps: call.identity.stepUps.sorted { $0.rawValue < $1.rawValue },
                    isLockedDown: policy.isLockedDown))
        },
        .on(.get, "/lockdown", .perItem) { call in
            let since = await call.home.lockdown.since
            return try .json(LockdownBody(isOn: since != nil, since: since))
        },
        .on(.post, "/lockdown", .perItem) { call in
            try await call.home.lockdown.set(try await call.body(LockdownBody.self).isOn, as: call.identity)
            let since = await call.home.lockdown.since
            return try .json(LockdownBody(isOn: since != nil, since: since))
        },
    ]
}
