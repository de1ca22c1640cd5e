import HomeModel
import Testing

@testable import HomeDialects

/// The pages of `Shelly.GetComponents`.
@Suite struct ShellyComponentPagesTests {
    private static let status = #"{"bthome":{},"switch:0":{"output":true},"sys":{"uptime":1,"cfg_rev":1}}"#
    private static let question: Int64 = 1 << 31 + 3

    private static func page(_ ids: Range<Int>, total: Int, offset: Int? = nil) -> String {
        let components = ids.map { #"{"key":"number:\#($0)","status":{"value":1},"config":{"name":"n\#($0)"}}"# }
        let place = offset.map { #","offset":\#($0)"# } ?? ""
        let result = #"{"components":[\#(components.joined(separator: ","))],"total":\#(total)\#(place)}"#
        return ShellySamples.reply(question, result)
    }

    private static func asked() -> (ShellyAnnouncements, [Announcement]) {
        var shelly = ShellyAnnouncements(root: "u")
        _ = shelly.hear("u/online", "true")
        let news = shelly.hearAll(ShellySamples.information, ShellySamples.configuration, status)
        return (shelly, news)
    }

    private static func names(_ model: any DialectModel) -> [String] {
        model.description[.main]?.capabilities.map(\.name.description) ?? []
    }

    /// Pages of any size list every component once, in the order of the device.
    @Test(arguments: [1, 2, 3, 7, 40], [1, 2, 5, 39, 40]) func everyPageCounts(size: Int, total: Int) throws {
        var (shelly, _) = Self.asked()
        var described: (any DialectModel)?
        for start in stride(from: 0, to: total, by: size) {
            let ids = 200 + start..<200 + min(total, start + size)
            let news = shelly.hear("u/reply/rpc", Self.page(ids, total: total, offset: start))
            described = described ?? news.described.first?.model
            let next = news.asked.first?.json?["params"]?["offset"]?.integer
            #expect(next == (start + size < total ? start + size : nil))
        }
        let model = try #require(described)
        #expect(Self.names(model) == (200..<200 + total).map { "number.n\($0)" } + ["switch"])
    }

    /// The device answers the questions of two inquiries, which have the same ids.
    @Test func answerToAnEarlierInquiryIsNoPageOfThisOne() throws {
        var (shelly, _) = Self.asked()
        _ = shelly.hear("u/reply/rpc", Self.page(200..<202, total: 4, offset: 0))
        #expect(shelly.hear("u/reply/rpc", Self.page(200..<202, total: 4, offset: 0)).isEmpty)
        let described = shelly.hear("u/reply/rpc", Self.page(202..<204, total: 4, offset: 2)).described
        let model = try #require(described.first?.model)
        #expect(Self.names(model) == ["number.n200", "number.n201", "number.n202", "number.n203", "switch"])
    }

    @Test func deviceCanBeAdoptedBeforeItsListIsComplete() throws {
        let (_, news) = Self.asked()
        let sketch = try #require(news.sketched.first)
        #expect(sketch.address == ShellySamples.address && Self.names(sketch.model) == ["switch"])
        #expect(news.described.isEmpty && news.asked.count == 1)
        let kept = try ShellyDeviceModel(root: "u", native: Array(sketch.native.utf8))
        #expect(kept.description == sketch.model.description)
    }

    /// A device that is busy must not lose the components of its later pages.
    @Test func refusalOfALaterPageTakesNothingAway() throws {
        var (shelly, _) = Self.asked()
        _ = shelly.hear("u/reply/rpc", Self.page(200..<202, total: 4))
        let news = shelly.hear("u/reply/rpc", ShellySamples.refusal(Self.question, -114, "Resource unavailable"))
        #expect(news.described.isEmpty && news.findings.count == 1)
        #expect(Self.names(try #require(news.sketched.first?.model)) == ["number.n200", "number.n201", "switch"])
    }

    /// A device with more components than are kept is described by those that are kept, and says how many are not.
    @Test(arguments: [(130, 3), (5000, 4873)]) func componentsBeyondTheLimitAreCounted(total: Int, missing: Int) throws
    {
        var (shelly, news) = Self.asked()
        var start = 0
        while news.described.isEmpty, start < total {
            news = shelly.hear("u/reply/rpc", Self.page(200 + start..<200 + min(total, start + 10), total: total))
            start += 10
        }
        let model = try #require(news.described.first?.model)
        #expect(Self.names(model).count == ShellyDocument.maximumComponents)
        let reason = try #require(model.description.others.first { $0.hasPrefix("components:") })
        #expect(reason.contains(" \(missing) "), "\(reason)")
    }
}
