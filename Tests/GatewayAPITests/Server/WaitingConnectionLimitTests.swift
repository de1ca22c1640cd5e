import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import GatewayAPI

@Suite struct WaitingConnectionLimitTests {
    private func channel(limit: WaitingConnectionLimit) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: WaitingConnectionHandler(limit: limit))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/tmp/socket")).wait()
        return channel
    }

    private func request(_ channel: EmbeddedChannel, isComplete: Bool) throws {
        let head = HTTPRequest(method: .post, scheme: "http", authority: "tomte", path: "/lockdown")
        try channel.writeInbound(HTTPRequestPart.head(head))
        if isComplete { try channel.writeInbound(HTTPRequestPart.end(nil)) }
    }

    private func respond(on channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func longestWaitingConnectionIsClosedFirst() throws {
        let limit = WaitingConnectionLimit(most: 3)
        var channels: [EmbeddedChannel] = []
        for number in 0..<3 {
            channels.append(try channel(limit: limit))
            try request(channels[number], isComplete: false)
        }
        // A connection with an open request does not wait. It waits again after the response.
        let (answering, answered) = (try channel(limit: limit), try channel(limit: limit))
        channels += [answering, answered]
        for channel in [answering, answered] where channel.isActive { try request(channel, isComplete: true) }
        try respond(on: answered)
        for channel in channels { channel.embeddedEventLoop.run() }
        #expect(channels.map(\.isActive) == [false, false, true, true, true])
        for _ in 0..<9 { channels.append(try channel(limit: limit)) }
        for channel in channels { channel.embeddedEventLoop.run() }
        #expect(answering.isActive && !answered.isActive)
        #expect(channels.count(where: \.isActive) == 4)
        #expect(channels.suffix(3).filter(\.isActive).count == 3)
    }

    @Test func closedConnectionIsNotCounted() throws {
        let limit = WaitingConnectionLimit(most: 2)
        let first = try channel(limit: limit)
        for _ in 0..<9 { _ = try channel(limit: limit).finish(acceptAlreadyClosed: true) }
        #expect(first.isActive)
    }
}
