import HomeModel
import Testing

@testable import GatewayCore

/// People who manage people get an event when a client asks for access, and when its request ends.
@Suite(.timeLimit(.minutes(10))) struct WaitingEventTests {
    private static let scoped: Set<Permission> = [.controlDevices]

    /// Columns: the role, the scope of the session, and whether it gets the event.
    @Test(
        arguments: [
            (Role.owner, nil, true), (.admin, nil, true), (.member, nil, false), (.child, nil, false),
            (.guest, nil, false), (.owner, scoped, false),
        ] as [(Role, Set<Permission>?, Bool)])
    func onlyPeopleWhoManagePeopleGetTheEvent(_ role: Role, scope: Set<Permission>?, isTold: Bool) async throws {
        try await withCore { home in
            let reader = await home.feed.subscribe(
                as: try await home.identity(home.pair("Ada", role: role, scope: scope)))
            _ = await home.feed.nextBatch(reader.id)
            await home.feed.publish([.waitingChanged])
            let events = await home.feed.nextBatch(reader.id)?.events ?? []
            #expect(events.contains(where: \.event.isOfWaiting) == isTold)
        }
    }

    @Test func eachStepOfAPairingIsAnEvent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let events = Steps(in: home, as: console)
            for isApproved in [true, false] {
                let key = KeyThumbprint.filled(isApproved ? "a" : "b")
                let code = try await home.pairing.invite(kim, scope: nil, isApproved: false, as: console).code
                let pairing = try await events.expectOne("a client presents a code") {
                    try await home.pairing.request(code.exposed, key: key, clientName: "Phone", from: "\(isApproved)")
                }
                try await events.expectOne("a person decides") {
                    if isApproved {
                        try await home.pairing.approve(pairing.id, as: console)
                    } else {
                        try await home.pairing.reject(pairing.id, as: console)
                    }
                }
                guard isApproved else { continue }
                try await events.expectOne("the client gets its session") {
                    _ = try await home.pairing.finish(pairing.id, key: key)
                }
            }
        }
    }

    @Test func eachStepOfAnInvitationIsAnEvent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let (client, service, events) = (
                InvitedClient(key: "k"), home.invitations, Steps(in: home, as: console)
            )
            let sent = try await home.invite(.approval)
            let nonce = try await client.commit(sent, to: service)
            try await events.expectOne("a client waits") { try await client.reveal(sent, to: service) }
            try await events.expectOne("a person approves") {
                try await service.approve(
                    sent.invitation.id, digits: client.digits(sent, gateway: nonce), as: console)
            }
            try await events.expectOne("a person revokes") { try await service.revoke(sent.invitation.id, as: console) }
        }
    }

    /// The last of several changes within a second is shown at its end.
    @Test func manyChangesAreTwoEvents() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            // Only a reader who sees a device gets changes of devices.
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            var events = LiveEvents(of: await home.feed.subscribe(as: console))
            for _ in 0..<20 { await home.feed.publish(.waiting) }
            await home.feed.publish(.devices)
            var received: [LiveEvent] = []
            while received.count < 3, let event = await events.next() { received.append(event) }
            #expect(received.map(\.isOfWaiting) == [true, false, true] && received[1].isOfDevices)
            #expect(await home.feed.dueChanges.isEmpty)
        }
    }

    /// Runs steps, and expects the event after each of them.
    private struct Steps {
        let home: CoreHome
        let identity: Identity

        init(in home: CoreHome, as identity: Identity) { (self.home, self.identity) = (home, identity) }

        @discardableResult
        func expectOne<Result: Sendable>(_ step: String, after act: () async throws -> Result) async throws -> Result {
            // Changes within a second are shown as one.
            home.time.advance(by: LiveFeed.pauseBetweenChanges)
            let reader = await home.feed.subscribe(as: identity)
            _ = await home.feed.nextBatch(reader.id)
            let result = try await act()
            let events = await home.feed.nextBatch(reader.id)?.events ?? []
            #expect(events.count(where: \.event.isOfWaiting) == 1, "\(step)")
            await home.feed.leave(reader.id)
            return result
        }
    }
}

extension LiveEvent {
    fileprivate var isOfWaiting: Bool { if case .waitingChanged = self { true } else { false } }
}
