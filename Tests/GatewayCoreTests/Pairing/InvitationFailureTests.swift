import GRDB
import HomeModel
import HomeStore
import Testing

@testable import GatewayCore
@testable import HomeStore
@testable import SQLiteDatabase

/// The last step of an invitation when the storage fails in it: no rights remain of a client that did not come in.
@Suite struct InvitationFailureTests {
    private static let terms = Grant(
        id: GrantID("new"), person: PersonID("x"), effect: .allow, permissions: [.controlDevices])

    @Test(arguments: [
        "BEFORE INSERT ON client",
        "BEFORE INSERT ON access_grant WHEN (SELECT count(*) FROM access_grant) = 1",
    ])
    func grantsAreTakenBackWhenTheClientCannotComeIn(failure: String) async throws {
        try await withCore { home in
            let sent = try await home.invite(.number, grants: [Self.terms, Self.terms])
            let number = try #require(sent.number).exposedText
            let phone = InvitedClient(key: "k")
            let connections = home.database.people.pool.connections
            try await connections.write {
                try $0.execute(sql: "CREATE TRIGGER stuck \(failure) BEGIN SELECT RAISE(ABORT, 'stuck'); END")
            }
            let isStopped = await isRefused { () async throws(ActionRefusal) in
                _ = try await phone.present(sent, number: number, to: home.invitations)
            }
            #expect(isStopped)
            #expect(await home.people.grants.isEmpty)
            #expect(await home.sessions.client(holding: phone.key) == nil)
            #expect(try await home.database.people.load().grants.isEmpty)
            try await connections.write { try $0.execute(sql: "DROP TRIGGER stuck") }
            // The invitation is bound to this key, so the client may try again.
            _ = try await phone.present(sent, number: number, to: home.invitations)
            #expect(await home.people.grants.count == 2)
        }
    }

    /// On a full disk a right number and a wrong one get the same refusal, and neither counts.
    @Test func numberIsNotComparedWhenItsTryCannotBeStored() async throws {
        try await withCore { home in
            let sent = try await home.invite(.number)
            let number = try #require(sent.number).exposedText
            let phone = InvitedClient(key: "k")
            let connections = home.database.people.pool.connections
            try await connections.write {
                try $0.execute(
                    sql: "CREATE TRIGGER full BEFORE UPDATE ON invitation BEGIN SELECT RAISE(ABORT, 'full'); END")
            }
            var refusals: Set<String> = []
            for number in [sent.otherNumber(1), sent.otherNumber(2), number, sent.otherNumber(3), number] {
                do {
                    _ = try await phone.present(sent, number: number, to: home.invitations)
                    Issue.record("a try that is not stored was accepted")
                } catch {
                    refusals.insert("\(error)")
                }
            }
            #expect(refusals.count == 1)
            try await connections.write { try $0.execute(sql: "DROP TRIGGER full") }
            #expect(try await home.database.invitations.load().map(\.wrongNumbers) == [0])
            _ = try await phone.present(sent, number: number, to: home.invitations)
        }
    }
}
