package import GatewayWire

extension GatewayClient {
    /// The number of empty pages after which the client stops to look for entries.
    private static var mostPages: Int { 40 }

    /// Returns the first page with entries: a page may be empty although older entries follow.
    package func activity(_ query: ActivityQuery) async throws(Failure) -> Response<[ActivityBody]> {
        var query = query
        var page = try await activityPage(query)
        for _ in 1..<Self.mostPages {
            guard try page.body().isEmpty, let next = page.nextPage else { return page }
            query.before = next
            page = try await activityPage(query)
        }
        return page
    }

    private func activityPage(_ query: ActivityQuery) async throws(Failure) -> Response<[ActivityBody]> {
        try await send(
            GatewayRequest(.get, path: "/activity").withQuery(query.parameters).within(.seconds(60)))
    }
}
