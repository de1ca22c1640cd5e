import SeededRandom
import Testing

@testable import HomeKitProtocol

struct PairingsTests {
    private func paired(_ identifier: String, isAdministrator: Bool = true) -> PairedController {
        PairedController(
            identifier: identifier, publicKey: LongTermKey().publicKey,
            permissions: isAdministrator ? .administrator : [])
    }

    /// The answer as the controller reads it.
    private func ask(
        _ request: PairingsRequest, of list: inout PairingList, as identifier: String
    ) throws(PairingFailure) -> PairingsAnswer {
        let answer = list.respond(to: request.bytes, from: identifier)
        return try PairingsAnswer.decode(answer.bytes, answering: request)
    }

    @Test func administratorAddsListsAndRemovesControllers() throws {
        let (owner, guest) = (paired("OWNER"), paired("GUEST", isAdministrator: false))
        var list = PairingList(controllers: [owner])
        #expect(try ask(.list, of: &list, as: "OWNER") == .list([owner]))
        #expect(try ask(.add(guest), of: &list, as: "OWNER") == .done)
        #expect(try ask(.list, of: &list, as: "OWNER") == .list([owner, guest]))
        #expect(try ask(.remove(identifier: "GUEST"), of: &list, as: "OWNER") == .done)
        #expect(try ask(.remove(identifier: "GUEST"), of: &list, as: "OWNER") == .done)
        #expect(list.controllers == [owner])
    }

    @Test func onlyAdministratorsChangePairings() throws {
        var list = PairingList(controllers: [paired("OWNER"), paired("GUEST", isAdministrator: false)])
        let expected = PairingFailure.refused(.authentication, retryDelay: nil)
        for request in [PairingsRequest.list, .add(paired("NEW")), .remove(identifier: "OWNER")] {
            for sender in ["GUEST", "STRANGER"] {
                #expect(throws: expected) { try ask(request, of: &list, as: sender) }
            }
        }
        #expect(list.controllers.count == 2)
    }

    @Test func pairingsEndWithTheLastAdministrator() throws {
        let owner = paired("OWNER")
        var list = PairingList(controllers: [owner, paired("GUEST", isAdministrator: false)])
        #expect(try ask(.remove(identifier: "OWNER"), of: &list, as: "OWNER") == .done)
        #expect(list.controllers.isEmpty)
        list = PairingList(controllers: [owner])
        let demoted = PairedController(identifier: "OWNER", publicKey: owner.publicKey, permissions: [])
        #expect(try ask(.add(demoted), of: &list, as: "OWNER") == .done)
        #expect(list.controllers.isEmpty)
    }

    @Test func knownControllerGetsOtherPermissionsOnlyWithItsOwnKey() throws {
        let guest = paired("GUEST", isAdministrator: false)
        var list = PairingList(controllers: [paired("OWNER"), guest])
        #expect(throws: PairingFailure.refused(.unknown, retryDelay: nil)) {
            try ask(.add(paired("GUEST")), of: &list, as: "OWNER")
        }
        let promoted = PairedController(
            identifier: "GUEST", publicKey: guest.publicKey, permissions: .administrator)
        #expect(try ask(.add(promoted), of: &list, as: "OWNER") == .done)
        #expect(list.controllers.last == promoted)
    }

    @Test func fullListIsReported() throws {
        var list = PairingList(controllers: [paired("OWNER"), paired("B")], capacity: 2)
        #expect(throws: PairingFailure.refused(.maxPeers, retryDelay: nil)) {
            try ask(.add(paired("C")), of: &list, as: "OWNER")
        }
    }

    @Test func listsAreReadWithAndWithoutSeparators() throws {
        let controllers = (0..<3).map { paired("CONTROLLER-\($0)", isAdministrator: $0 == 0) }
        let items = controllers.map { controller in
            TLV8.encode([
                TLV8Item(type: 1, value: Array(controller.identifier.utf8)),
                TLV8Item(type: 3, value: controller.publicKey.bytes),
                TLV8Item(type: 11, value: [controller.permissions.rawValue]),
            ])
        }
        let expected = PairingsAnswer.list(controllers)
        for separator in [[], [0xFF, 0], [0xFF, 0, 0xFF, 0]] as [[UInt8]] {
            let body = [6, 1, 2] + Array(items.joined(separator: separator))
            #expect(try PairingsAnswer.decode(body, answering: .list) == expected)
            #expect(try PairingsAnswer.decode(body + [0xFF, 0], answering: .list) == expected)
        }
        #expect(try PairingsAnswer.decode([6, 1, 2], answering: .list) == .list([]))
    }

    @Test func entryWithoutAUsableKeyIsRefused() {
        #expect(throws: PairingFailure.missing(.publicKey)) {
            try PairingsAnswer.decode([6, 1, 2, 1, 1, 65], answering: .list)
        }
        #expect(throws: PairingFailure.invalid(.publicKey)) {
            try PairingsAnswer.decode([6, 1, 2, 1, 1, 65, 3, 1, 1], answering: .list)
        }
    }

    @Test(
        arguments: [
            [6, 1, 1], [6, 1, 2, 0, 1, 5], [6, 1, 1, 0, 1, 2], [6, 1, 1, 0, 1, 9], [6, 1, 1, 0, 1, 4],
            [6, 1, 1, 0, 1, 3], [],
        ] as [[UInt8]])
    func requestWithoutItsItemsIsRefused(_ body: [UInt8]) {
        #expect(throws: PairingFailure.self) { try PairingsRequest(decoding: body) }
        var list = PairingList(controllers: [paired("OWNER")])
        #expect(list.respond(to: body, from: "OWNER") == .refused(.unknown))
    }

    @Test func randomBytesAreRead() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let body = [6, 1, 2] + random.bytes(Int.random(in: 0...80, using: &random))
            _ = try? PairingsAnswer.decode(body, answering: .list)
            _ = try? PairingsRequest(decoding: [6, 1, 1] + body)
        }
    }
}
