import Concurrency
package import HomeKitProtocol
import NIOCore
import NIOPosix
import Synchronization

/// A TCP connection to an accessory. Requests are sent one after another, and each waits for its answer. Events arrive
/// between the answers.
package final class AccessoryConnection: Sendable {
    private static let connectTimeout = TimeAmount.seconds(5)
    /// The usual time for an answer. Bridges ask their own devices before they answer.
    package static let usualTimeout = Duration.seconds(10)

    private let host: String
    private let channel: any Channel
    private let inbox: AccessoryInbox
    private let decoder: NIOLoopBound<AccessoryMessageDecoder>
    private let clock: any Clock<Duration>
    private let turns = AsyncLock()
    /// Nil until the session is encrypted.
    private let encoder = Mutex<FrameEncoder?>(nil)
    /// The last request that was sent, and its time for an answer.
    private let (requests, request) = AsyncStream.makeStream(
        of: (number: Int, limit: Duration).self, bufferingPolicy: .bufferingNewest(1))

    /// Must be called on the event loop of the channel.
    private init(over channel: any Channel, host: String, clock: any Clock<Duration>) throws {
        self.host = host
        self.channel = channel
        self.clock = clock
        inbox = AccessoryInbox()
        let decoder = AccessoryMessageDecoder(inbox: inbox)
        try channel.pipeline.syncOperations.addHandler(decoder)
        self.decoder = NIOLoopBound(decoder, eventLoop: channel.eventLoop)
    }

    /// The events since the connection was made. The sequence ends with the connection; it supports one reader.
    package var events: AsyncStream<ReceivedResponse> { inbox.events }

    /// The number of the last message that was received.
    package var receivedCount: Int { inbox.receivedCount }

    /// Why the connection cannot be used any more.
    package var failure: AccessoryFailure? { inbox.failure }

    /// Connects, runs `body`, and closes the connection. `clock` measures the time for answers. When the connection ends
    /// before `body`, its requests fail and its events end.
    package static func with<Result: Sendable>(
        _ address: AccessoryAddress, clock: any Clock<Duration>,
        body: @escaping @Sendable (AccessoryConnection) async throws(AccessoryFailure) -> Result
    ) async throws(AccessoryFailure) -> Result {
        let connection = try await connect(to: address, clock: clock)
        async let _ = connection.expireRequests()
        do throws(AccessoryFailure) {
            let result = try await body(connection)
            await connection.closeAndWait()
            return result
        } catch {
            // The next request after the end of the connection does not know why it ended.
            let failure = error == .notSent(.disconnected) ? connection.failure ?? error : error
            await connection.closeAndWait()
            throw failure
        }
    }

    private static func connect(
        to address: AccessoryAddress, clock: any Clock<Duration>
    ) async throws(AccessoryFailure) -> AccessoryConnection {
        do {
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(connectTimeout)
                .channelOption(.socketOption(.so_keepalive), value: 1)
                .connect(host: address.host, port: Int(address.port)) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try AccessoryConnection(over: channel, host: address.header, clock: clock)
                    }
                }
        } catch {
            throw .unreachable
        }
    }

    /// Encrypts everything from now on. Throws when the accessory has sent something that is not encrypted after the
    /// answer that the keys are from.
    package func encrypt(with keys: SessionKeys) async throws(AccessoryFailure) {
        do {
            try await channel.eventLoop.submit { [decoder] in try decoder.value.decrypt(with: keys) }.get()
        } catch {
            let failure = error as? AccessoryFailure ?? .closed
            end(failure)
            throw failure
        }
        encoder.withLock { $0 = FrameEncoder(keys: keys) }
    }

    /// Sends a request and returns its answer. It waits for earlier requests, and is not sent if `isWanted` says then
    /// that it is too late. Throws `.timedOut` if there is no answer after `limit`; beside other requests, after that time
    /// and the limit of the request before it.
    ///
    /// A caller that is cancelled waits for the answer all the same: without it, the answer would be taken for that to
    /// the next request.
    package func send(
        _ request: HAPRequest, within limit: Duration = usualTimeout, isWanted: () async -> Bool = { true }
    ) async throws(AccessoryFailure) -> ReceivedResponse {
        await turns.acquire()
        defer { turns.release() }
        guard !Task.isCancelled else { throw .notSent(.cancelled) }
        guard await isWanted() else { throw .notSent(.expired) }
        let number = try inbox.expectAnswer()
        do throws(AccessoryFailure) {
            channel.writeAndFlush(ByteBuffer(bytes: try encoded(request)), promise: nil)
        } catch {
            // A frame that is encrypted and not sent would put the counters out of step.
            end(error)
        }
        self.request.yield((number, limit))
        return try await inbox.answer().get()
    }

    /// Ends the connection when a request has no answer in time. A request that was answered needs no timer of its own:
    /// while one waits, only the latest of the others is remembered.
    private func expireRequests() async {
        for await (number, limit) in requests {
            try? await clock.sleep(for: limit)
            inbox.expire(number)
            if failure != nil { close() }
        }
    }

    /// Ends the connection; requests that wait fail.
    package func close() { end(.closed) }

    /// Ends the connection after the answers to the requests before this call.
    package func closeWhenIdle() async {
        await turns.acquire()
        defer { turns.release() }
        close()
    }

    private func end(_ reason: AccessoryFailure) {
        inbox.end(reason)
        channel.close(promise: nil)
    }

    private func closeAndWait() async {
        close()
        try? await channel.closeFuture.get()
    }

    private func encoded(_ request: HAPRequest) throws(AccessoryFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(HAPMessageError) { bytes = try request.serialized(host: host) } catch { throw .badMessage(error) }
        return try encoder.withLock { encoder throws(AccessoryFailure) in
            do throws(FrameError) { return try encoder?.encode(bytes) ?? bytes } catch { throw .badFrame(error) }
        }
    }
}
