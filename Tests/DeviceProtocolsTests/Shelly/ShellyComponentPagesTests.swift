import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// The pages of `Shelly.GetComponents`.
@Suite struct ShellyComponentPagesTests {
    private static let status = #"{"bthome":{},"switch:0":{"output":true},"sys":{"uptime":1,"cfg_rev":1}}"#
    private static let queryID: Int64 = 1 << 31 + 3

    private static func page(_ ids: Range<Int>, total: Int, offset: Int? = nil) -> String {
        let components = ids.map { #"{"key":"number:\#($0)","status":{"value":1},"config":{"name":"n\#($0)"}}"# }
        let offsetField = offset.map { #","offset":\#($0)"# } ?? ""
        let result = #"{"components":[\#(components.joined(separator: ","))],"total":\#(total)\#(offsetField)}"#
        return ShellySamples.reply(queryID, result: result)
    }

    private static func queriedParser() -> (ShellyDiscoveryParser, [DiscoveryEvent]) {
        var shelly = ShellyDiscoveryParser(root: "u")
        _ = shelly.receive("u/online", payload: "true")
        let events = shelly.receiveReplies(
            information: ShellySamples.information, configuration: ShellySamples.configuration, status: status)
        return (shelly, events)
    }

    private static func names(_ model: any DialectModel) -> [String] {
        model.description[.main]?.capabilities.map(\.name.description) ?? []
    }

    /// The description has each component once, in the order of the device.
    @Test(arguments: [1, 2, 3, 7, 40], [1, 2, 5, 39, 40])
    func pagesOfAnySizeListEveryComponent(size: Int, total: Int) throws {
        var (shelly, _) = Self.queriedParser()
        var described: (any DialectModel)?
        for start in stride(from: 0, to: total, by: size) {
            let ids = 200 + start..<200 + min(total, start + size)
            let events = shelly.receive("u/reply/rpc", payload: Self.page(ids, total: total, offset: start))
            described = described ?? events.described.first?.model
            let next = events.queries.first?.json?["params"]?["offset"]?.integer
            #expect(next == (start + size < total ? start + size : nil))
        }
        let model = try #require(described)
        #expect(Self.names(model) == (200..<200 + total).map { "number.n\($0)" } + ["switch"])
    }

    /// The device replies to two series of queries, which have the same ids.
    @Test func replyToAnEarlierQueryIsIgnored() throws {
        var (shelly, _) = Self.queriedParser()
        _ = shelly.receive("u/reply/rpc", payload: Self.page(200..<202, total: 4, offset: 0))
        #expect(shelly.receive("u/reply/rpc", payload: Self.page(200..<202, total: 4, offset: 0)).isEmpty)
        let described = shelly.receive("u/reply/rpc", payload: Self.page(202..<204, total: 4, offset: 2)).described
        let model = try #require(described.first?.model)
        #expect(Self.names(model) == ["number.n200", "number.n201", "number.n202", "number.n203", "switch"])
    }

    @Test func deviceCanBeAdoptedBeforeItsListIsComplete() throws {
        let (_, events) = Self.queriedParser()
        let partial = try #require(events.partiallyDescribed.first)
        #expect(partial.address == ShellySamples.address && Self.names(partial.model) == ["switch"])
        #expect(events.described.isEmpty && events.queries.count == 1)
        let restored = try ShellyDeviceModel(root: "u", native: Array(partial.native.utf8))
        #expect(restored.description == partial.model.description)
    }

    /// A busy device must not lose the components of the pages that were already received.
    @Test func refusedLaterPageKeepsEarlierComponents() throws {
        var (shelly, _) = Self.queriedParser()
        _ = shelly.receive("u/reply/rpc", payload: Self.page(200..<202, total: 4))
        let events = shelly.receive(
            "u/reply/rpc", payload: ShellySamples.refusal(Self.queryID, code: -114, message: "Resource unavailable"))
        #expect(events.described.isEmpty && events.findings.count == 1)
        #expect(
            Self.names(try #require(events.partiallyDescribed.first?.model))
                == ["number.n200", "number.n201", "switch"])
    }

    /// The description contains the components up to the limit and states the number of the others.
    @Test(arguments: [(130, 3), (5000, 4873)]) func componentsBeyondTheLimitAreCounted(total: Int, missing: Int) throws
    {
        var (shelly, events) = Self.queriedParser()
        var start = 0
        while events.described.isEmpty, start < total {
            events = shelly.receive(
                "u/reply/rpc", payload: Self.page(200 + start..<200 + min(total, start + 10), total: total))
            start += 10
        }
        let model = try #require(events.described.first?.model)
        #expect(Self.names(model).count == ShellyDocument.maximumComponents)
        let reason = try #require(model.description.others.first { $0.hasPrefix("components:") })
        #expect(reason.contains(" \(missing) "), "\(reason)")
    }
}
