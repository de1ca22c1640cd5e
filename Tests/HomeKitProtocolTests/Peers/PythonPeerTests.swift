import HomeKitPeers
import Crypto
import SeededRandom
import Testing

@testable import HomeKitProtocol

/// Compares this code with HAP-python and aiohomekit on the same inputs.
@Suite(
    .enabled(if: PythonPeer.interpreter != nil, Comment(rawValue: PythonPeer.requirement)), .timeLimit(.minutes(5)))
struct PythonPeerTests {
    private let code: SetupCode

    init() throws { code = try SetupCode("031-45-154") }

    private var codeText: HomeKitJSON { .text(code.exposedText) }

    /// One exchange of 128 would fail if the client did not avoid leading zeros; `SRPTests` looks for such ones.
    @Test func clientIsAcceptedByHAPPython() async throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        try await PythonPeer.run { peer in
            for _ in 0..<40 {
                let salt = random.bytes(16)
                var question: [(String, HomeKitJSON)] = [
                    ("code", codeText), ("salt", .hex(salt)), ("private", .hex(random.bytes(32))),
                ]
                let serverKey = try await peer.bytes("srp_server", with: question, for: "publicKey")
                let client = try SRPClient(code: code, salt: salt, serverPublicKey: serverKey)
                question += [("clientKey", .hex(client.publicKey)), ("proof", .hex(client.proof))]
                try client.check(serverProof: try await peer.bytes("srp_server", with: question, for: "proof"))
                let key = try await peer.bytes("srp_server", with: question, for: "sessionKey")
                #expect(client.sessionKey.withUnsafeBytes { Array($0) } == key, "seed \(seed)")
            }
        }
    }

    @Test func serverAcceptsAiohomekit() async throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let verifier = try SRPVerifier(code: code)
        try await PythonPeer.run { peer in
            for _ in 0..<40 {
                let server = try SRPServer(verifier: verifier)
                var question: [(String, HomeKitJSON)] = [
                    ("code", codeText), ("salt", .hex(server.salt)), ("private", .hex(random.bytes(16))),
                    ("serverKey", .hex(server.publicKey)),
                ]
                let acceptance = try server.accept(
                    clientPublicKey: try await peer.bytes("srp_client", with: question, for: "publicKey"),
                    proof: try await peer.bytes("srp_client", with: question, for: "proof"))
                question.append(("serverProof", .hex(acceptance.proof)))
                #expect(
                    try await peer.ask("srp_client", with: question, for: "accepted") == .boolean(true), "seed \(seed)")
                let key = try await peer.bytes("srp_client", with: question, for: "sessionKey")
                #expect(acceptance.sessionKey.withUnsafeBytes { Array($0) } == key, "seed \(seed)")
            }
        }
    }

    /// HAP-python writes values of 510, 765 … bytes wrongly, so that those lengths do not occur.
    @Test func tlvBodiesAreTheSame() async throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        try await PythonPeer.run { peer in
            for _ in 0..<200 {
                var items: [TLV8Item] = []
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let type = UInt8.random(in: 0...14, using: &random)
                    guard type != items.last?.type else { continue }
                    let length = [1, 16, 64, 254, 255, 256, 384, 509, 511].randomElement(using: &random) ?? 1
                    items.append(TLV8Item(type: type, value: random.bytes(length)))
                }
                let list = HomeKitJSON.list(items.map { .list([.integer(Int64($0.type)), .hex($0.value)]) })
                let body = TLV8.encode(items)
                for key in ["hapPython", "aiohomekit"] {
                    let encoded = try await peer.bytes("tlv_encode", with: [("items", list)], for: key)
                    #expect(encoded == body, "seed \(seed)")
                }
                let decoded = try await peer.ask("tlv_decode", with: [("body", .hex(body))], for: "items")
                #expect(decoded == list, "seed \(seed)")
            }
        }
    }

    @Test func controllerPairsVerifiesAndTalksWithHAPPython() async throws {
        let identity = ControllerIdentity.fresh()
        try await PythonPeer.run { peer in
            let identifier = try await peer.ask("accessory_new", with: [("code", codeText)], for: "identifier").text
            func post(_ path: String, body: [UInt8]) async throws -> [UInt8] {
                try await peer.bytes(
                    "accessory_request", with: [("path", .text(path)), ("body", .hex(body))], for: "body")
            }
            var wrong = PairSetupController(
                method: .pairSetup, code: try SetupCode("031-45-155"), identity: identity, expectedAccessory: nil)
            guard case .send(let wrongM3) = try wrong.receive(try await post("/pair-setup", body: wrong.start())) else {
                return
            }
            let refusal = try await post("/pair-setup", body: wrongM3)
            #expect(throws: PairingFailure.refused(.authentication, retryDelay: nil)) { try wrong.receive(refusal) }

            var setup = PairSetupController(
                method: .pairSetup, code: code, identity: identity, expectedAccessory: identifier)
            var paired: PairedAccessory?
            var request = try setup.start()
            while paired == nil {
                switch try setup.receive(try await post("/pair-setup", body: request)) {
                case .send(let bytes): request = bytes
                case .storeIdentity: request = try setup.identityIsStored()
                case .paired(let accessory): paired = accessory
                }
            }
            var again = PairSetupController(
                method: .pairSetup, code: code, identity: .fresh(), expectedAccessory: nil)
            let unavailable = try await post("/pair-setup", body: again.start())
            #expect(throws: PairingFailure.refused(.unavailable, retryDelay: nil)) { try again.receive(unavailable) }

            var stranger = PairVerifyController(identity: .fresh(), accessory: try #require(paired))
            guard
                case .send(let strangerM3) = try stranger.receive(
                    try await post("/pair-verify", body: stranger.start()))
            else { return }
            let unknown = try await post("/pair-verify", body: strangerM3)
            #expect(throws: PairingFailure.controllerUnknown) { try stranger.receive(unknown) }

            var verify = PairVerifyController(identity: identity, accessory: try #require(paired))
            guard case .send(let m3) = try verify.receive(try await post("/pair-verify", body: verify.start())),
                case .verified(let keys) = try verify.receive(try await post("/pair-verify", body: m3))
            else { return #expect(Bool(false)) }
            try await talk(keys: keys, peer: peer)
            try await managePairings(identity: identity, peer: peer)
        }
    }

    private func talk(keys: SessionKeys, peer: PythonPeer) async throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        var encoder = FrameEncoder(keys: keys)
        var decoder = FrameDecoder(keys: keys)
        for length in [2, 20, 1024, 1025, 2049, 5000] {
            let text = random.bytes(length)
            let frames = try encoder.encode(text)
            #expect(try await peer.bytes("accessory_frames", with: [("bytes", .hex(frames))], for: "text") == text)
            decoder.append(try await peer.bytes("accessory_send", with: [("text", .hex(text))], for: "bytes"))
            var received: [UInt8] = []
            while let part = try decoder.next() { received += part }
            #expect(received == text, "seed \(seed)")
        }
        let values: HomeKitJSON = .list([.object(["aid": .integer(1), "iid": .integer(9), "value": .boolean(true)])])
        var parser = HAPResponseParser()
        parser.append(try await peer.bytes("accessory_event", with: [("values", values)], for: "bytes"))
        let event = try #require(try parser.next())
        #expect(event.kind == .event)
        #expect(
            try CharacteristicEvents.results(in: event)
                == [CharacteristicResult(id: CharacteristicID(aid: 1, iid: 9), value: .boolean(true))])
    }

    private func managePairings(identity: ControllerIdentity, peer: PythonPeer) async throws {
        func ask(_ request: PairingsRequest) async throws -> PairingsAnswer {
            let body = try await peer.bytes(
                "accessory_request", with: [("path", .text("/pairings")), ("body", .hex(request.bytes))], for: "body")
            return try PairingsAnswer.decode(body, answering: request)
        }
        let own = PairedController(
            identifier: identity.identifier, publicKey: identity.key.publicKey, permissions: .administrator)
        let other = PairedController(
            identifier: ControllerIdentity.fresh().identifier, publicKey: LongTermKey().publicKey, permissions: [])
        #expect(try await ask(.list) == .list([own]))
        #expect(try await ask(.add(other)) == .done)
        #expect(try await ask(.list) == .list([own, other]))
        #expect(try await ask(.remove(identifier: other.identifier)) == .done)
        #expect(try await ask(.remove(identifier: own.identifier)) == .done)
        await #expect(throws: PairingFailure.refused(.authentication, retryDelay: nil)) { try await ask(.list) }
    }

    @Test(arguments: [false, true]) func aiohomekitPairsVerifiesAndTalksWithTheAccessory(withAuth: Bool) async throws {
        let identity = AccessoryIdentity(identifier: "AA:BB:CC:DD:EE:FF", key: LongTermKey())
        let controllerID = ControllerIdentity.fresh().identifier
        var setup = PairSetupAccessory(identity: identity, verifier: try SRPVerifier(code: code))
        var admission = PairSetupAdmission()
        try await PythonPeer.run { peer in
            var controllers: [PairedController] = []
            var answer = try await peer.ask(
                "setup_start", with: [("code", codeText), ("withAuth", .boolean(withAuth))])
            while let request = answer["request"]?.text {
                let reply = setup.respond(to: [UInt8](hex: request), admission: &admission)
                if case .paired(let controller) = reply.event { controllers.append(controller) }
                answer = try await peer.ask(
                    "setup_answer", with: [("body", .hex(reply.body)), ("identifier", .text(controllerID))])
            }
            #expect(answer["pairing"]?["AccessoryLTPK"] == .text(identity.key.publicKey.bytes.hex))
            #expect(controllers.map(\.identifier) == [controllerID])

            var verify = PairVerifyAccessory(identity: identity)
            var keys: SessionKeys?
            answer = try await peer.ask("verify_start")
            while let request = answer["request"]?.text {
                let reply = verify.respond(to: [UInt8](hex: request), controllers: controllers)
                if case .verified(_, let verified) = reply.event { keys = verified }
                answer = try await peer.ask("verify_answer", with: [("body", .hex(reply.body))])
            }
            #expect(answer["isVerified"] == .boolean(true))
            try await exchange(keys: try #require(keys), peer: peer)
        }
    }

    private func exchange(keys: SessionKeys, peer: PythonPeer) async throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        var encoder = FrameEncoder(keys: keys)
        var decoder = FrameDecoder(keys: keys)
        for length in [1, 20, 1024, 1025, 5000] {
            let text = random.bytes(length)
            decoder.append(try await peer.bytes("controller_send", with: [("text", .hex(text))], for: "bytes"))
            var received: [UInt8] = []
            while let part = try decoder.next() { received += part }
            #expect(received == text, "seed \(seed)")
            let frames = try encoder.encode(text)
            #expect(
                try await peer.bytes("controller_receive", with: [("bytes", .hex(frames))], for: "text") == text,
                "seed \(seed)")
        }
    }

    @Test(arguments: [
        (PairingErrorCode.unavailable, "UnavailableError"), (.maxTries, "MaxTriesError"), (.busy, "BusyError"),
        (.backoff, "BackoffError"), (.authentication, "AuthenticationError"),
    ])
    func aiohomekitUnderstandsTheRefusals(code refusal: PairingErrorCode, failure: String) async throws {
        var admission = PairSetupAdmission()
        admission.isPaired = refusal == .unavailable
        admission.failedAttempts = refusal == .maxTries ? 100 : 0
        admission.isBusy = refusal == .busy
        admission.retryDelay = refusal == .backoff ? 5 : nil
        var setup = PairSetupAccessory(
            identity: AccessoryIdentity(identifier: "AA:BB:CC:DD:EE:FF", key: LongTermKey()),
            verifier: try SRPVerifier(code: code))
        let identifier = HomeKitJSON.text(ControllerIdentity.fresh().identifier)
        try await PythonPeer.run { peer in
            var answer = try await peer.ask(
                "setup_start", with: [("code", .text("031-45-155")), ("withAuth", .boolean(false))])
            while let request = answer["request"]?.text {
                let reply = setup.respond(to: [UInt8](hex: request), admission: &admission)
                answer = try await peer.ask(
                    "setup_answer", with: [("body", .hex(reply.body)), ("identifier", identifier)])
            }
            #expect(answer["failure"] == .text(failure))
        }
    }

    @Test func aiohomekitReadsTheResponses() async throws {
        let responses = [
            HAPResponse(status: 200, contentType: .json, body: Array("{}".utf8)), HAPResponse(status: 204),
            HAPResponse(kind: .event, status: 200, contentType: .json, body: Array("{\"a\":1}".utf8)),
            HAPResponse(status: 207, contentType: .json, body: [UInt8](repeating: 7, count: 3000)),
        ]
        var bytes: [UInt8] = []
        for (index, response) in responses.enumerated() {
            bytes += try response.serialized(framing: index == 3 ? .chunked(bytes: 700) : .length)
        }
        let expected = HomeKitJSON.list(
            responses.map {
                .list([.text($0.kind == .event ? "EVENT" : "HTTP"), .integer(Int64($0.status)), .hex($0.body)])
            })
        try await PythonPeer.run { peer in
            let read = try await peer.ask("read_responses", with: [("bytes", .hex(bytes))], for: "responses")
            #expect(read == expected)
        }
    }
}
