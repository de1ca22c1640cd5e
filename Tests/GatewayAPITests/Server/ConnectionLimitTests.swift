@testable import GatewayAPI
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

struct ConnectionLimitTests {
    private static let small = ConnectionLimit.Limits(
        total: 8, unproven: 4, perAddress: 3, unprovenPerPrefix: 3, unprovenStreams: 10)

    /// Each case has the addresses that connect in turn (`+` marks a proven connection), and the indices of the
    /// connections that are open at the end.
    @Test(arguments: [
        // The oldest connection of a full address is closed.
        (["a1", "a1", "a1", "a1"], [1, 2, 3]),
        // A full address whose connections are all proven gets no new connection.
        (["a1+", "a1+", "a1+", "a1"], [0, 1, 2]),
        // The address with most connections loses one, although another address has the oldest connection.
        (["b1", "a1", "a1", "a1", "c1"], [0, 2, 3, 4]),
        // Proven connections do not count towards the limit of unproven connections, and stay open.
        (["a1+", "b1+", "c1+", "d1+", "a1", "b1", "c1", "d1", "e1"], [0, 1, 2, 3, 5, 6, 7, 8]),
        // If all connections are proven, the address with most connections loses one to an address with fewer.
        (["a1+", "a1+", "a1+", "b1+", "b1+", "b1+", "c1+", "c1+", "d1"], [1, 2, 3, 4, 5, 6, 7, 8]),
        (["a1+", "a1+", "a1+", "b1+", "b1+", "b1+", "c1+", "c1+", "c1"], [0, 1, 2, 3, 4, 5, 6, 7]),
        // An IPv6 prefix has one limit for all its addresses.
        (["x1", "x2", "x3", "x4", "a1"], [1, 2, 3, 4]),
        (["x1+", "x2+", "x3+", "x4+", "x5"], [0, 1, 2, 3, 4]),
    ])
    func unprovenConnectionsAreClosedFirst(connects: [String], open: [Int]) throws {
        let limit = ConnectionLimit(limits: Self.small)
        var channels: [EmbeddedChannel] = []
        for address in connects {
            let channel = try Self.channel(from: address)
            channels.append(channel)
            if !limit.admit(channel) { channel.close(promise: nil) }
            if address.hasSuffix("+") { limit.markProven(on: channel) }
            channel.embeddedEventLoop.run()
        }
        #expect(channels.indices.filter { channels[$0].isActive } == open)
        #expect(limit.count.all == open.count)
        #expect(limit.count.proven == open.count { connects[$0].hasSuffix("+") })
    }

    @Test func closedConnectionIsNotCounted() throws {
        let limit = ConnectionLimit(limits: Self.small)
        for _ in 0..<20 {
            let channel = try Self.channel(from: "a1")
            #expect(limit.admit(channel))
            limit.markProven(on: channel)
            _ = try channel.finish()
        }
        #expect(limit.count.all == 0)
    }

    @Test func connectionWithMostStreamsIsClosedAtTheLimit() throws {
        let limit = ConnectionLimit(limits: Self.small)
        let connections = try ["a1", "b1", "c1"].map { try Self.channel(from: $0) }
        for connection in connections { #expect(limit.admit(connection)) }
        for (connection, count) in zip(connections, [2, 6, 2]) {
            for _ in 0..<count { limit.count(stream: EmbeddedChannel(), of: connection) }
        }
        #expect(connections.map(\.isActive) == [true, true, true])
        limit.count(stream: EmbeddedChannel(), of: connections[2])
        #expect(connections.map(\.isActive) == [true, false, true])
        // Streams of proven connections do not count.
        limit.markProven(on: connections[0])
        for _ in 0..<20 { limit.count(stream: EmbeddedChannel(), of: connections[0]) }
        #expect(connections.map(\.isActive) == [true, false, true])
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("2001:db8:0:1::5", "20.1.d.b8.0.0.0.1"), ("2001:db8:0:1:ffff::", "20.1.d.b8.0.0.0.1"),
        ("fe80::1%eth0", "fe.80.0.0.0.0.0.0"),
    ])
    func ipv6PrefixHas64Bits(address: String, prefix: String) {
        #expect(ConnectionLimit.prefix(of: address) == prefix)
    }

    /// `a1` is an IPv4 address; `x1` is an IPv6 address in the same prefix as `x2`.
    private static func channel(from name: String) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        let letter = name.utf8.first ?? 0
        let number = name.dropFirst().prefix { $0.isNumber }
        let address = letter == UInt8(ascii: "x") ? "2001:db8::\(number)" : "10.0.\(letter).\(number)"
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1000)
        channel.pipeline.fireChannelActive()
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1000)).wait()
        channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1000)
        return channel
    }
}

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
