import HomeKitProtocol
import NIOCore

/// Decodes what an accessory sends, on the event loop of its channel. Closes the channel after a bad message.
final class AccessoryMessageDecoder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let inbox: AccessoryInbox
    private var parser = HAPResponseParser()
    /// Nil until the session is encrypted.
    private var frames: FrameDecoder?

    init(inbox: AccessoryInbox) { self.inbox = inbox }

    /// Decrypts everything from now on. Throws when bytes wait that arrived before: they are not encrypted, and may be
    /// from another sender.
    func decrypt(with keys: SessionKeys) throws(AccessoryFailure) {
        guard !parser.isInsideMessage else { throw .unexpectedAnswer }
        frames = FrameDecoder(keys: keys)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard inbox.failure == nil else { return }
        do throws(AccessoryFailure) {
            try receive(Array(unwrapInboundIn(data).readableBytesView))
        } catch {
            inbox.end(error)
        }
        if inbox.failure != nil { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.end(.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        inbox.end(.closed)
        context.close(promise: nil)
    }

    private func receive(_ bytes: [UInt8]) throws(AccessoryFailure) {
        if frames == nil {
            parser.append(bytes)
        } else {
            frames?.append(bytes)
            while let text = try nextFrame() { parser.append(text) }
        }
        while inbox.failure == nil, let message = try nextMessage() {
            // Only a session has events. One that is not encrypted may be from another sender.
            guard frames != nil || message.kind == .response else { throw .unexpectedAnswer }
            inbox.receive(message)
        }
    }

    private func nextFrame() throws(AccessoryFailure) -> [UInt8]? {
        do throws(FrameError) { return try frames?.next() } catch { throw .badFrame(error) }
    }

    private func nextMessage() throws(AccessoryFailure) -> HAPResponse? {
        do throws(HAPMessageError) { return try parser.next() } catch { throw .badMessage(error) }
    }
}
