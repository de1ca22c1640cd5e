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

    /// The last request, until its sender has its answer.
    private enum Exchange {
        case none
        /// The request is being sent, or was sent, and its sender does not wait yet.
        case sent
        case awaited(CheckedContinuation<Result<ReceivedResponse, AccessoryFailure>, Never>)
        case ended(Result<ReceivedResponse, AccessoryFailure>)
    }

    /// The events since the connection was made. The sequence ends with the connection; it supports one reader.
    package nonisolated let events: AsyncStream<ReceivedResponse>
    private let host: String
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let clock: any Clock<Duration>
    private let event: AsyncStream<ReceivedResponse>.Continuation
    private let turns = AsyncLock()
    /// The last request that was sent, and its time for an answer.
    private let (requests, request) = AsyncStream.makeStream(
        of: (number: Int, limit: Duration).self, bufferingPolicy: .bufferingNewest(1))
    private var parser = HAPResponseParser()
    /// Nil until the session is encrypted.
    private var frames: (encoder: FrameEncoder, decoder: FrameDecoder)?
    private var exchange = Exchange.none
    private var sentCount = 0
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
            group.addTask {
                await self.expireRequests()
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

    /// Sends a request and returns its answer. Throws `.timedOut` if there is none after `limit`, or after twice that time
    /// beside other requests.
    ///
    /// A caller that is cancelled waits for the answer all the same: without it, the answer would be taken for that to
    /// the next request.
    package func send(
        _ request: HAPRequest, within limit: Duration = usualTimeout
    ) async throws(AccessoryFailure) -> ReceivedResponse {
        await turns.acquire()
        defer { turns.release() }
        if let failure { throw failure }
        guard !Task.isCancelled else { throw .cancelled }
        sentCount += 1
        exchange = .sent
        do {
            try await outbound.write(ByteBuffer(bytes: try encoded(request)))
        } catch {
            // A frame that is encrypted and not sent would put the counters out of step.
            throw end(error as? AccessoryFailure ?? .closed)
        }
        self.request.yield((sentCount, limit))
        return try await answer().get()
    }

    private func answer() async -> Result<ReceivedResponse, AccessoryFailure> {
        if case .ended(let result) = exchange {
            exchange = .none
            return result
        }
        return await withCheckedContinuation { exchange = .awaited($0) }
    }

    /// Ends the connection when a request has no answer in time. A request that was answered needs no timer of its own:
    /// while one waits, only the latest of the others is remembered.
    private func expireRequests() async {
        for await (number, limit) in requests {
            try? await clock.sleep(for: limit)
            switch exchange {
            case .sent where number == sentCount, .awaited where number == sentCount: end(.timedOut)
            default: break
            }
        }
    }

    /// Ends the connection; requests that wait fail.
    package func close() { end(.closed) }

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
        case .response: finish(.success(message))
        }
    }

    /// Gives the last request its result. Without a request that waits, the answer belongs to none.
    private func finish(_ result: Result<ReceivedResponse, AccessoryFailure>) {
        switch exchange {
        case .sent: exchange = .ended(result)
        case .awaited(let continuation):
            exchange = .none
            continuation.resume(returning: result)
        case .none, .ended: if case .success = result { end(.unexpectedAnswer) }
        }
    }

    /// Ends the connection. Returns the first reason for its end.
    @discardableResult private func end(_ reason: AccessoryFailure) -> AccessoryFailure {
        let first = failure ?? reason
        failure = first
        finish(.failure(first))
        event.finish()
        outbound.finish()
        return first
    }
}
