import Crypto
import SeededRandom
import Testing

@testable import MatterProtocol

@Suite struct SecureSessionTests {
    private let start = ContinuousClock.now
    private let header = ProtocolHeader(
        exchangeID: 1, senderRole: .initiator, protocolID: .interactionModel, opcode: 2, isReliable: true)

    private func session(
        local: UInt16 = 1, peer: UInt16 = 2, encryption: String, decryption: String, localNodeID: UInt64 = 0,
        peerNodeID: UInt64 = 0, counter: UInt32 = 100
    ) throws -> SecureSession {
        try SecureSession(
            localSessionID: local, peerSessionID: peer, localNodeID: localNodeID, peerNodeID: peerNodeID,
            encryptionKey: SymmetricKey(data: hexadecimal(encryption)),
            decryptionKey: SymmetricKey(data: hexadecimal(decryption)), peerParameters: ReliableMessageParameters(),
            establishedAt: start, counter: MessageCounter(first: counter))
    }

    /// Two sides of a CASE session.
    private func pair(counter: UInt32 = 100) throws -> (controller: SecureSession, node: SecureSession) {
        let keys = ("00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100")
        return (
            try session(
                local: 1, peer: 2, encryption: keys.0, decryption: keys.1, localNodeID: 0x11, peerNodeID: 0x22,
                counter: counter),
            try session(
                local: 2, peer: 1, encryption: keys.1, decryption: keys.0, localNodeID: 0x22, peerNodeID: 0x11)
        )
    }

    /// A recorded message, which matter.js tests its sessions with.
    @Test func recordedReportIsDecrypted() throws {
        var session = try session(
            local: 0x351D, encryption: "66951379d0a6d151cf5472cccf13f360",
            decryption: "bacb178b2588443d5d5b1e4559e7accc")
        let datagram = hexadecimal(
            """
            001d350022145300ec2b931025dada82ed67521c966d2454d131a271023be699e4e2796650f568e590fd9b65f456c720a60a0da127
            eaa53974c5d41d3d933ed7b58a9ce5b5cb96ad94a7762611c48774cf75458327e74c34668a45dc9943546f8a6aa1dcd40bd4b8014b
            efb49954a097a60cbdff333ee3f2fd1f49
            """)
        let message = try session.decode(datagram, at: start)
        #expect(
            message.payload
                == hexadecimal(
                    """
                    153600172403312504fcff18172402002403302404001817240200240330240401181724020024033024040218172402002403
                    302404031817240200240328240402181724020024032824040418172403312404031818290324ff0118
                    """))
        let request = try ReadRequest(decoding: message.payload)
        #expect(request.attributes.count == 8)
        #expect(request.attributes.first == AttributePathPattern(cluster: 0x31, attribute: 0xFFFC))
        #expect(request.isFabricFiltered)
    }

    /// Messages that rs-matter recorded from chip-tool.
    @Test func recordedCommandIsDecrypted() throws {
        var session = try session(
            local: 0x0002, encryption: "66633197439c17b97e10ee47c808804a",
            decryption: "66633197439c17b97e10ee47c808804a")
        let message = try session.decode(
            hexadecimal(
                """
                00020000f243e90031b566ec8b5bf417e480f3d5115919b5239135370bf9bf695511758777 19fcf35d4b471fb05ebeb510adc678
                9450e5d2e080efa83af0a6af1b0235a7d1c632
                """), at: start)
        #expect(message.header.interactionOpcode == .invokeRequest)
        let request = try InvokeRequest(decoding: message.payload)
        #expect(request.commands.map(\.path) == [CommandPath(endpoint: 0, cluster: 0x30, command: 2)])
        #expect(request.commands[0].fields?[1]?.text == "WW")
    }

    @Test func recordedCommandIsEncrypted() throws {
        var session = try session(
            local: 5, peer: 0x0011, encryption: "44d43c91d227f3ba0824c5d87cb81b33",
            decryption: "44d43c91d227f3ba0824c5d87cb81b33", counter: 41)
        let header = ProtocolHeader(
            exchangeID: 0x2858, senderRole: .initiator, protocolID: .interactionModel,
            opcode: InteractionOpcode.invokeRequest.rawValue, isReliable: true)
        let payload = hexadecimal("15360015370024000124020624030118350118181818")
        let message = try session.encode(header, payload: payload)
        #expect(message.counter == 41)
        #expect(
            message.bytes
                == hexadecimal(
                    """
                    0011000029000000
                    bd53fa7926576111994ef314240b838e88a5e36bcc81c1992a838afe16be4cf4742d9cd7e582d793491558d8
                    """))
    }

    @Test func messageIsDecryptedByThePeerOnly() throws {
        var (controller, node) = try pair()
        let message = try controller.encode(header, payload: [1, 2, 3])
        let received = try node.decode(message.bytes, at: start + .seconds(1))
        #expect(received == ReceivedMessage(counter: 100, header: header, payload: [1, 2, 3]))
        #expect(node.lastPeerActivity == start + .seconds(1))
        // A reflected message belongs to the session of the other side.
        #expect(throws: MessageError.otherSession) { try controller.decode(message.bytes, at: start) }
        var reflected = message.bytes
        reflected[1] = 1
        #expect(throws: MessageError.wrongTag) { try controller.decode(reflected, at: start) }
    }

    /// Headers of secure messages may name both nodes, though no known implementation writes them.
    @Test(arguments: [
        (UInt64?(0x11), MessageHeader.Destination?.some(.node(0x22)), MessageError?.none), (0x11, nil, nil),
        (nil, .node(0x22), nil), (0x12, nil, .otherNode), (nil, .node(0x23), .otherNode),
    ])
    func namedNodesMustBeThoseOfTheSession(
        source: UInt64?, destination: MessageHeader.Destination?, error: MessageError?
    ) throws {
        var node = try pair().node
        let messageHeader = MessageHeader(
            sessionID: 2, counter: 5, sourceNodeID: source, destination: destination)
        var bytes: [UInt8] = []
        messageHeader.encode(to: &bytes)
        let start = bytes.count
        header.encode(to: &bytes)
        let cipher = try AES128CCM(key: SymmetricKey(data: hexadecimal("00112233445566778899aabbccddeeff")))
        try cipher.seal(inPlace: &bytes, from: start, nonce: messageHeader.nonce(sourceNodeID: 0x11))
        if let error {
            #expect(throws: error) { try node.decode(bytes, at: self.start) }
        } else {
            #expect(try node.decode(bytes, at: self.start).header == header)
        }
    }

    @Test func everyChangedBitIsRefusedAndChangesNothing() throws {
        var (controller, node) = try pair()
        let message = try controller.encode(header, payload: [1, 2, 3])
        for index in message.bytes.indices {
            for bit in 0..<8 {
                var changed = message.bytes
                changed[index] ^= 1 << bit
                #expect(throws: MessageError.self) { try node.decode(changed, at: start) }
            }
        }
        #expect(try !node.decode(message.bytes, at: start).isDuplicate)
        #expect(try node.decode(message.bytes, at: start).isDuplicate)
    }

    @Test func datagramsInAnotherOrderAreNew() throws {
        var (controller, node) = try pair()
        let messages = try (0..<40).map { try controller.encode(header, payload: [UInt8($0)]) }
        #expect(try !node.decode(messages[39].bytes, at: start).isDuplicate)
        for index in (7..<39).shuffled() {
            #expect(try !node.decode(messages[index].bytes, at: start).isDuplicate)
        }
        for index in 0..<40 { #expect(try node.decode(messages[index].bytes, at: start).isDuplicate) }
    }

    @Test func sessionEndsBeforeItsCounterRepeats() throws {
        var (controller, node) = try pair(counter: .max - 1)
        #expect(controller.needsReplacement)
        let message = try controller.encode(header, payload: [])
        #expect(throws: MessageError.counterExhausted) { try controller.encode(header, payload: []) }
        #expect(try node.decode(message.bytes, at: start).counter == .max - 1)
        #expect(!node.needsReplacement)
    }

    @Test func longestPayloadFitsIntoADatagram() throws {
        var (controller, node) = try pair()
        let longest = ProtocolHeader(
            exchangeID: 1, senderRole: .initiator, protocolID: ProtocolID(vendor: 1, number: 1), opcode: 2,
            isReliable: true, acknowledgedCounter: 7)
        let payload = [UInt8](repeating: 9, count: SecureSession.maximumPayloadBytes)
        let message = try controller.encode(longest, payload: payload)
        #expect(message.bytes.count <= 1232)
        #expect(try node.decode(message.bytes, at: start).payload == payload)
        #expect(throws: MessageError.self) {
            try controller.encode(longest, payload: [UInt8](repeating: 9, count: 1232))
        }
    }

    @Test func keysAreNotDescribed() throws {
        let session = try pair().controller
        var dumped = ""
        dump(session, to: &dumped)
        #expect("\(session)" == "SecureSession(local 1, peer 2)")
        #expect(!dumped.lowercased().contains("key"))
    }

    @Test func randomAndDamagedDatagramsAreRefused() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        var (controller, node) = try pair()
        for _ in 0..<2000 {
            let message = try controller.encode(header, payload: random.bytes(30)).bytes
            let damaged = random.damaged(message)
            if damaged != message {
                #expect(throws: MessageError.self, "seed \(seed)") { try node.decode(damaged, at: start) }
            }
            let bytes = random.bytes(Int.random(in: 0...100, using: &random))
            #expect(throws: MessageError.self, "seed \(seed)") { try node.decode(bytes, at: start) }
        }
    }
}
