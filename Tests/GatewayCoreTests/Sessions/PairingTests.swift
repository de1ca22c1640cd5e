import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore

@Suite struct PairingTests {
    /// Adds a person and invites them from the console.
    private func invited(
        _ home: CoreHome, role: Role = .member, isApproved: Bool = true
    ) async throws -> (code: String, person: PersonID, console: Identity) {
        let console = try #require(CoreHome.console)
        let person = try await home.peopleService.add(name: "Kim", role: role, as: console).id
        let invitation = try await home.pairing.invite(person, scope: nil, isApproved: isApproved, as: console)
        return (invitation.code.exposed, person, console)
    }

    private func requestPairing(
        _ home: CoreHome, code: String, key: Character = "k", from source: String = "1.2.3.4"
    ) async -> Result<PendingPairing, ActionRefusal> {
        do throws(ActionRefusal) {
            let pairing = try await home.pairing.request(
                code, key: .filled(key), clientName: "Phone", from: source)
            return .success(pairing)
        } catch {
            return .failure(error)
        }
    }

    @Test func codePairsOneClientOnce() async throws {
        try await withCore { home in
            let (code, person, _) = try await invited(home)
            let pairing = try await requestPairing(home, code: code).get()
            #expect(await requestPairing(home, code: code, key: "o").isWrongCode)
            let tokens = try #require(try await home.pairing.finish(pairing.id, key: .filled("k")))
            #expect(tokens.client.person == person)
            #expect(try await home.identity(tokens).person == person)
            await #expect(throws: ActionRefusal.self) { try await home.pairing.finish(pairing.id, key: .filled("k")) }
        }
    }

    @Test func concurrentRequestsWithOneCodePairOneClient() async throws {
        try await withCore { home in
            let (code, _, _) = try await invited(home)
            let successes = await withTaskGroup(of: Bool.self) { group in
                for key in "abcd" {
                    group.addTask { await requestPairing(home, code: code, key: key, from: "\(key)").isSuccess }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
        }
    }

    @Test func codeExpiresAfterFiveMinutes() async throws {
        try await withCore { home in
            let (code, _, _) = try await invited(home)
            home.time.advance(by: .seconds(300))
            #expect(await requestPairing(home, code: code).isWrongCode)
        }
    }

    @Test func codeExpiresAfterFiveWrongAttempts() async throws {
        try await withCore { home in
            let (code, _, _) = try await invited(home)
            for number in 0..<5 {
                #expect(await requestPairing(home, code: "00000-0000\(number)", from: "\(number)").isWrongCode)
            }
            #expect(await requestPairing(home, code: code, from: "honest").isWrongCode)
        }
    }

    @Test func twentyWrongAttemptsClosePairingUntilItIsReopened() async throws {
        try await withCore { home in
            let (_, person, console) = try await invited(home)
            for number in 0..<20 { _ = await requestPairing(home, code: "nonsense", from: "\(number)") }
            await #expect(throws: ActionRefusal.self) {
                try await home.pairing.invite(person, scope: nil, isApproved: true, as: console)
            }
            try await home.pairing.reopen(as: console)
            let again = try await home.pairing.invite(person, scope: nil, isApproved: true, as: console)
            #expect(await requestPairing(home, code: again.code.exposed, from: "honest").isSuccess)
        }
    }

    @Test func throttlingGrowsAfterFiveWrongAttempts() async throws {
        try await withCore { home in
            _ = try await invited(home)
            for _ in 0..<5 { #expect(await requestPairing(home, code: "nonsense").isWrongCode) }
            guard case .failure(.throttled(let first)) = await requestPairing(home, code: "nonsense") else {
                Issue.record("the sixth attempt was not throttled")
                return
            }
            home.time.advance(by: first)
            #expect(await requestPairing(home, code: "nonsense").isWrongCode)
            guard case .failure(.throttled(let second)) = await requestPairing(home, code: "nonsense") else {
                Issue.record("the attempt after the next one was not throttled")
                return
            }
            #expect(second > first)
        }
    }

    @Test func pairingFinishesOnlyAfterItsKeyIsApproved() async throws {
        try await withCore { home in
            let (code, _, console) = try await invited(home, isApproved: false)
            let pairing = try await requestPairing(home, code: code).get()
            #expect(try await home.pairing.finish(pairing.id, key: .filled("k")) == nil)
            #expect(try await home.pairing.waiting(as: console).map(\.key) == [.filled("k")])
            try await home.pairing.approve(pairing.id, as: console)
            // The approval holds only for the key that was shown.
            await #expect(throws: ActionRefusal.self) { try await home.pairing.finish(pairing.id, key: .filled("o")) }
            #expect(try await home.pairing.finish(pairing.id, key: .filled("k")) != nil)
        }
    }

    @Test func rejectedPairingCannotFinish() async throws {
        try await withCore { home in
            let (code, _, console) = try await invited(home, isApproved: false)
            let pairing = try await requestPairing(home, code: code).get()
            try await home.pairing.reject(pairing.id, as: console)
            await #expect(throws: ActionRefusal.self) { try await home.pairing.finish(pairing.id, key: .filled("k")) }
        }
    }

    @Test func memberAndAdminCannotInviteAnOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let owner = try await home.peopleService.add(name: "Olga", role: .owner, as: console).id
            for (name, role) in [("Mo", Role.member), ("Ada", .admin)] {
                let person = try await home.peopleService.add(name: name, role: role, as: console).id
                await #expect(throws: ActionRefusal.self) {
                    try await home.pairing.invite(
                        owner, scope: nil, isApproved: true, as: CoreHome.identity(person))
                }
            }
        }
    }

    @Test func codeOfARemovedPersonIsRefused() async throws {
        try await withCore { home in
            let (code, person, console) = try await invited(home)
            try await home.peopleService.remove(person, as: console)
            #expect(await requestPairing(home, code: code).isWrongCode)
        }
    }

    @Test func concurrentClaimsCreateOneOwner() async throws {
        try await withCore { home in
            let code = try #require(await home.pairing.newClaimCode()).exposed
            let successes = await withTaskGroup(of: Bool.self) { group in
                for key in "ab" {
                    group.addTask {
                        await
                            (try? home.pairing.claim(
                                code, name: "Anna", key: .filled(key), clientName: "Phone", from: "\(key)")) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
            #expect(await home.people.allPeople.map(\.role) == [.owner])
            #expect(await home.pairing.newClaimCode() == nil)
        }
    }

    @Test(arguments: ["1O1lI-00000", "1011100000", " 10111 00000 ", "1o1il-ooooo"])
    func typedCodesAreNormalised(_ text: String) {
        #expect(PairingCode(text)?.exposed == "10111-00000")
    }

    @Test(arguments: [
        "", "1234567890123", "123456789", "1234567890U", "123456789é", String(repeating: "1", count: 500),
    ])
    func invalidCodeIsNotParsed(_ text: String) { #expect(PairingCode(text) == nil) }

    @Test func codesAreUniqueAndNeverPrinted() {
        let codes = (0..<1000).map { _ in PairingCode.random() }
        #expect(Set(codes).count == 1000)
        #expect("\(codes[0])" == "<redacted>")
    }
}

extension KeyThumbprint {
    static func filled(_ character: Character) -> KeyThumbprint {
        guard let thumbprint = KeyThumbprint(String(repeating: character, count: 43)) else {
            preconditionFailure("a thumbprint of \(character)")
        }
        return thumbprint
    }
}

extension Result where Success == PendingPairing, Failure == ActionRefusal {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }

    fileprivate var isWrongCode: Bool {
        if case .failure(.invalid(_, "wrongCode", _)) = self { true } else { false }
    }
}

extension CoreHome {
    /// The identity of a request with these tokens and their key.
    func identity(_ tokens: IssuedTokens) async throws -> Identity {
        guard let identity = await sessions.identity(access: tokens.access.exposedText, key: tokens.client.key) else {
            throw Missing()
        }
        return identity
    }

    /// Adds a person and pairs a client of theirs.
    func pair(_ name: String, role: Role, key: Character = "k", scope: Set<Permission>? = nil) async throws
        -> IssuedTokens
    {
        guard let console = Self.console else { throw Missing() }
        let person = try await peopleService.add(name: name, role: role, as: console).id
        let invitation = try await pairing.invite(person, scope: scope, isApproved: true, as: console)
        let waiting = try await pairing.request(
            invitation.code.exposed, key: .filled(key), clientName: "Phone", from: name)
        guard let tokens = try await pairing.finish(waiting.id, key: .filled(key)) else { throw Missing() }
        return tokens
    }
}
