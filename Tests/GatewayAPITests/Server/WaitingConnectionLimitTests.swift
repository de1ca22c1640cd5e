import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import GatewayAPI

@Suite struct WaitingConnectionLimitTests {
    private func channel(_ limit: WaitingConnectionLimit) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: WaitingConnectionHandler(limit: limit))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/tmp/socket")).wait()
        return channel
    }

    private func request(_ channel: EmbeddedChannel, isWhole: Bool) throws {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "tomte", path: "/lockdown")
        try channel.writeInbound(HTTPRequestPart.head(head))
        if isWhole { try channel.writeInbound(HTTPRequestPart.end(nil)) }
    }

    private func answer(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func theConnectionThatHasWaitedLongestMakesRoom() throws {
        let limit = WaitingConnectionLimit(most: 3)
        var channels: [EmbeddedChannel] = []
        for number in 0..<3 {
            channels.append(try channel(limit))
            try request(channels[number], isWhole: false)
        }
        // What is being answered does not wait; what was answered waits from then on.
        let (answering, answered) = (try channel(limit), try channel(limit))
        channels += [answering, answered]
        for channel in [answering, answered] where channel.isActive { try request(channel, isWhole: true) }
        try answer(answered)
        for channel in channels { channel.embeddedEventLoop.run() }
        #expect(channels.map(\.isActive) == [false, false, true, true, true])
        for _ in 0..<9 { channels.append(try channel(limit)) }
        for channel in channels { channel.embeddedEventLoop.run() }
        #expect(answering.isActive && !answered.isActive)
        #expect(channels.count(where: \.isActive) == 4)
        #expect(channels.suffix(3).filter(\.isActive).count == 3)
    }

    @Test func aClosedConnectionIsForgotten() throws {
        let limit = WaitingConnectionLimit(most: 2)
        let first = try channel(limit)
        for _ in 0..<9 { _ = try channel(limit).finish(acceptAlreadyClosed: true) }
        #expect(first.isActive)
    }
}
