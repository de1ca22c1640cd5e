import Concurrency
package import HomeKitProtocol
import NIOCore
import NIOPosix

/// A response or an event, and its place in the order in which a connection received them.
package struct ReceivedResponse: Sendable {
    package let response: HAPResponse
    package let number: Int
}

/// A TCP connection to an accessory. Requests are sent one after another, and each waits for its answer. Events arrive
/// between the answers.
package actor AccessoryConnection {
    private static let connectTimeout = TimeAmount.seconds(5)
    /// The usual time for an answer. Bridges ask their own devices before they answer.
    package static let usualTimeout = Duration.seconds(10)
    /// The number of events that may wait.
    private static let maximumEvents = 1024

    /// The events since the connection was made. The sequence ends with the connection; it supports one reader.
    package nonisolated let events: AsyncStream<ReceivedResponse>
    private let host: String
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let clock: any Clock<Duration>
    private let event: AsyncStream<ReceivedResponse>.Continuation
    private let turns = AsyncLock()
    private var parser = HAPResponseParser()
    /// Nil until the session is encrypted.
    private var frames: (encoder: FrameEncoder, decoder: FrameDecoder)?
    /// The request that waits for its answer.
    private var waiting: AsyncStream<ReceivedResponse>.Continuation?
    private var receivedCount = 0
    /// Why the connection cannot be used any more.
    package private(set) var failure: AccessoryFailure?

    private init(host: String, outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, clock: any Clock<Duration>) {
        self.host = host
        self.outbound = outbound
        self.clock = clock
        (events, event) = AsyncStream.makeStream(
            of: ReceivedResponse.self, bufferingPolicy: .bufferingOldest(Self.maximumEvents))
    }

    /// Connects, runs `body`, and closes the connection. `clock` measures the time for answers. When the connection ends
    /// before `body`, its requests fail and its events end.
    package static func with<Result: Sendable>(
        _ address: AccessoryAddress, clock: any Clock<Duration>,
        body: @escaping @Sendable (AccessoryConnection) async throws(AccessoryFailure) -> Result
    ) async throws(AccessoryFailure) -> Result {
        do {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(connectTimeout)
                .channelOption(.socketOption(.so_keepalive), value: 1)
                .connect(host: address.host, port: Int(address.port)) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            return try await channel.executeThenClose { inbound, outbound in
                let connection = AccessoryConnection(host: address.header, outbound: outbound, clock: clock)
                return try await connection.run(reading: inbound, body: body)
            }
        } catch let failure as AccessoryFailure {
            throw failure
        } catch {
            throw .unreachable
        }
    }

    private nonisolated func run<Result: Sendable>(
        reading inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        body: @escaping @Sendable (AccessoryConnection) async throws(AccessoryFailure) -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                await self.read(inbound)
                return nil
            }
            group.addTask { try await body(self) }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let result = ended { return result }
            }
            throw AccessoryFailure.closed
        }
    }

    private nonisolated func read(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async {
        do {
            for try await buffer in inbound { await receive(Array(buffer.readableBytesView)) }
        } catch {}
        await end(.closed)
    }

    /// Encrypts everything from now on.
    package func encrypt(with keys: SessionKeys) {
        frames = (FrameEncoder(keys: keys), FrameDecoder(keys: keys))
    }

    /// Sends a request and returns its answer. Throws `.timedOut` after `limit` without one.
    package func send(
        _ request: HAPRequest, within limit: Duration = usualTimeout
    ) async throws(AccessoryFailure) -> ReceivedResponse {
        await turns.acquire()
        defer { turns.release() }
        if let failure { throw failure }
        let (answers, waiting) = AsyncStream.makeStream(
            of: ReceivedResponse.self, bufferingPolicy: .bufferingOldest(1))
        self.waiting = waiting
        do {
            try await outbound.write(ByteBuffer(bytes: try encoded(request)))
            let answer = try await withDeadline(limit, clock: clock) { () -> ReceivedResponse? in
                for await answer in answers { return answer }
                try Task.checkCancellation()
                return nil
            }
            if let answer { return answer }
        } catch is DeadlineExceeded {
            throw end(.timedOut)
        } catch let error as AccessoryFailure {
            throw end(error)
        } catch {}
        // The connection ended, or the caller was cancelled and does not wait for the answer any more.
        throw end(.closed)
    }

    private func encoded(_ request: HAPRequest) throws(AccessoryFailure) -> [UInt8] {
        do {
            let bytes = try request.serialized(host: host)
            return try frames?.encoder.encode(bytes) ?? bytes
        } catch let error as FrameError {
            throw .badFrame(error)
        } catch let error as HAPMessageError {
            throw .badMessage(error)
        } catch {
            throw .closed
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard failure == nil else { return }
        do {
            if frames == nil {
                parser.append(bytes)
            } else {
                frames?.decoder.append(bytes)
                while let text = try frames?.decoder.next() { parser.append(text) }
            }
            while failure == nil, let message = try parser.next() { deliver(message) }
        } catch let error as FrameError {
            end(.badFrame(error))
        } catch let error as HAPMessageError {
            end(.badMessage(error))
        } catch {
            end(.closed)
        }
    }

    private func deliver(_ response: HAPResponse) {
        receivedCount += 1
        let message = ReceivedResponse(response: response, number: receivedCount)
        switch response.kind {
        case .event:
            if case .dropped = event.yield(message) { end(.tooManyEvents) }
        case .response:
            guard let waiting else { return _ = end(.unexpectedAnswer) }
            self.waiting = nil
            waiting.yield(message)
            waiting.finish()
        }
    }

    /// Ends the connection. Returns the first reason for its end.
    @discardableResult private func end(_ reason: AccessoryFailure) -> AccessoryFailure {
        let first = failure ?? reason
        failure = first
        waiting?.finish()
        waiting = nil
        event.finish()
        outbound.finish()
        return first
    }
}
