import HomeKitProtocol
import Logging
import NIOCore

/// The input and output of one connection. The server decides what is answered.
struct ConnectionHandler: Sendable {
    let number: Int
    let server: AccessoryServer
    let limits: AccessoryServerLimits
    let logger: Logger

    /// Returns when the connection is closed.
    func run(_ accepted: any Channel) async {
        guard let channel = try? await AccessoryListener.open(accepted) else { return }
        let (items, outgoing) = AsyncStream.makeStream(
            of: OutgoingItem.self, bufferingPolicy: .bufferingOldest(limits.queuedMessages))
        let (ends, ending) = AsyncStream.makeStream(of: Void.self)
        let isAdmitted = await server.open(number, outgoing: outgoing, ending: ending)
        try? await channel.executeThenClose { inbound, outbound in
            guard isAdmitted else { return }
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { await receive(inbound) }
                group.addTask { await send(items, to: outbound) }
                group.addTask { await isUnverifiedTooLong() }
                group.addTask {
                    for await _ in ends {}
                    return true
                }
                // The connection ends with the first task that says so.
                while let isEnd = await group.next(), !isEnd {}
                group.cancelAll()
            }
        }
        await server.close(number)
    }

    /// Passes the requests to the server. Returns true when the connection must end.
    private func receive(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async -> Bool {
        var parser = HAPRequestParser()
        var decoder: FrameDecoder?
        do {
            for try await buffer in inbound {
                let bytes = Array(buffer.readableBytesView)
                if decoder == nil {
                    parser.append(bytes)
                } else {
                    decoder?.append(bytes)
                    while let text = try decoder?.next() { parser.append(text) }
                }
                while let request = try parser.next() {
                    switch await server.respond(to: request, on: number) {
                    case .goesOn: break
                    case .isClosed: return true
                    case .isSecured(let keys):
                        decoder = FrameDecoder(keys: keys)
                        // Bytes that arrived before the session was secured must not count as a part of it.
                        parser = HAPRequestParser()
                    }
                }
            }
        } catch {
            logger.debug("a connection is closed", metadata: ["error.reason": "\(error)"])
        }
        return true
    }

    /// Sends what the server wants to send. Returns true when the connection must end.
    private func send(
        _ items: AsyncStream<OutgoingItem>, to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async -> Bool {
        var encoder: FrameEncoder?
        do {
            for await item in items {
                switch item {
                case .message(let bytes): try await write(encoder?.encode(bytes) ?? bytes, to: outbound)
                case .secure(let keys): encoder = FrameEncoder(keys: keys)
                case .half(let bytes):
                    let frames = try encoder?.encode(bytes) ?? bytes
                    try await write(Array(frames.prefix(frames.count / 2)), to: outbound)
                    for await _ in items {}
                case .frameOutOfStep:
                    // The first of two frames is not sent, so that the second one and all later ones are out of step.
                    _ = try encoder?.encode([0])
                    try await write(encoder?.encode([0]) ?? [], to: outbound)
                case .end: return true
                }
            }
        } catch {
            logger.debug("a connection cannot be written to", metadata: ["error.reason": "\(error)"])
        }
        return true
    }

    private func write(_ bytes: [UInt8], to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws {
        guard !bytes.isEmpty else { return }
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// Waits for the time in which a connection must be verified. Returns true if it is not verified by then.
    private func isUnverifiedTooLong() async -> Bool {
        guard (try? await Task.sleep(for: limits.verification)) != nil else { return false }
        return await !server.isVerified(number)
    }
}
