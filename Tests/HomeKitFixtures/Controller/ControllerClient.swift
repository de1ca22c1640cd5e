package import HomeKitProtocol
import NIOCore
import NIOPosix

/// A controller's end of one connection, with the procedures of HomeKitProtocol.
package struct ControllerClient {
    /// The connection ended before the answer.
    package struct ConnectionEnded: Error {
        package init() {}
    }

    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var parser = HAPResponseParser()
    private var encoder: FrameEncoder?
    private var decoder: FrameDecoder?
    private var events: [HAPResponse] = []

    package static func connect(port: UInt16, _ body: (inout ControllerClient) async throws -> Void) async throws {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: Int(port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            var client = ControllerClient(outbound: outbound, inbound: inbound.makeAsyncIterator())
            try await body(&client)
        }
    }

    private init(
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
        inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) {
        self.outbound = outbound
        self.inbound = inbound
    }

    /// Whether a part of a message arrived and the rest did not.
    package var isInsideMessage: Bool { parser.isInsideMessage }

    package mutating func send(_ request: HAPRequest) async throws {
        let bytes = try request.serialized(host: "127.0.0.1")
        try await send(bytes: encoder?.encode(bytes) ?? bytes)
    }

    /// Sends bytes as they are.
    package func send(bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

    /// The next answer or event; nil at the end of the connection.
    package mutating func receive() async throws -> HAPResponse? {
        while true {
            if let message = try parser.next() { return message }
            guard try await receiveBytes() else { return nil }
        }
    }

    /// Waits for some bytes. Returns false at the end of the connection.
    @discardableResult
    package mutating func receiveBytes() async throws -> Bool {
        guard let buffer = try await inbound.next() else { return false }
        let bytes = Array(buffer.readableBytesView)
        guard decoder != nil else {
            parser.append(bytes)
            return true
        }
        decoder?.append(bytes)
        while let text = try decoder?.next() { parser.append(text) }
        return true
    }

    /// Waits for the end of the connection. Returns whether no answer came before it.
    package mutating func endsWithoutAnswer() async -> Bool {
        do {
            while let message = try await receive() {
                if message.kind == .response { return false }
            }
            return true
        } catch is FrameError {
            return false
        } catch {
            // The system reports a connection that was reset.
            return true
        }
    }

    /// The answer to a request. Events that come before it are kept.
    package mutating func request(_ request: HAPRequest) async throws -> HAPResponse {
        try await send(request)
        while let message = try await receive() {
            if message.kind == .response { return message }
            events.append(message)
        }
        throw ConnectionEnded()
    }

    /// The values of the next event.
    package mutating func nextEvent() async throws -> [CharacteristicID: HomeKitJSON] {
        if events.isEmpty {
            guard let message = try await receive(), message.kind == .event else { throw ConnectionEnded() }
            events.append(message)
        }
        let results = try CharacteristicEvents.results(in: events.removeFirst())
        return Dictionary(results.map { ($0.id, $0.value ?? .null) }) { _, last in last }
    }

    // MARK: Procedures

    package mutating func pair(as identity: ControllerIdentity, code: SetupCode) async throws -> PairedAccessory {
        var setup = PairSetupController(method: .pairSetup, code: code, identity: identity, expectedAccessory: nil)
        var body = try setup.start()
        while true {
            let answer = try await request(HAPEndpoint.pairSetup.pairingRequest(body: body)).pairingBody()
            switch try setup.receive(answer) {
            case .send(let bytes): body = bytes
            case .storeIdentity: body = try setup.identityIsStored()
            case .paired(let accessory): return accessory
            }
        }
    }

    /// Begins Pair-Setup: sends M1 and checks that the accessory answers with M2.
    package mutating func beginPairing(code: SetupCode) async throws {
        var setup = PairSetupController(
            method: .pairSetup, code: code, identity: .fresh(), expectedAccessory: nil)
        let body = try setup.start()
        let answer = try await request(HAPEndpoint.pairSetup.pairingRequest(body: body)).pairingBody()
        _ = try setup.receive(answer)
    }

    package mutating func verify(_ pairing: Pairing) async throws {
        var procedure = PairVerifyController(identity: pairing.identity, accessory: pairing.accessory)
        var body = try procedure.start()
        while true {
            let answer = try await request(HAPEndpoint.pairVerify.pairingRequest(body: body)).pairingBody()
            switch try procedure.receive(answer) {
            case .send(let bytes): body = bytes
            case .verified(let keys), .acceptedByUnknownAccessory(let keys):
                encoder = FrameEncoder(keys: keys)
                decoder = FrameDecoder(keys: keys)
                return
            }
        }
    }

    package mutating func pairings(_ wanted: PairingsRequest) async throws -> PairingsAnswer {
        let answer = try await request(HAPEndpoint.pairings.pairingRequest(body: wanted.bytes)).pairingBody()
        return try PairingsAnswer.decode(answer, answering: wanted)
    }

    // MARK: Characteristics

    package mutating func read(_ ids: CharacteristicID...) async throws -> CharacteristicsAnswer {
        var answer: CharacteristicsAnswer?
        for batch in CharacteristicReadRequest.batches(of: ids) {
            answer = try CharacteristicsAnswer(try await request(batch.request))
        }
        guard let answer else { throw ConnectionEnded() }
        return answer
    }

    package mutating func write(_ writes: CharacteristicWrite..., pid: UInt64? = nil) async throws
        -> CharacteristicsAnswer
    {
        try CharacteristicsAnswer(
            try await request(CharacteristicWriteRequest(writes: writes, pid: pid).request))
    }

    /// Subscribes to the events of characteristics.
    package mutating func subscribe(to ids: CharacteristicID...) async throws {
        let writes = ids.map { CharacteristicWrite(id: $0, notifications: true) }
        let answer = try CharacteristicsAnswer(
            try await request(CharacteristicWriteRequest(writes: writes).request))
        guard answer.overall == .success else { throw ConnectionEnded() }
    }
}
