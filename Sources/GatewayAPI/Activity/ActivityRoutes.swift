import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore

/// The activity: what people did and what happened at home.
enum ActivityRoutes {
    fileprivate static let device = QueryParameter.id(
        "device", of: Device.self, about: "Only entries about this device")
    fileprivate static let room = QueryParameter.id(
        "room", of: Room.self, about: "Only entries about devices that are in this room now")
    fileprivate static let person = QueryParameter.id(
        "person", of: Person.self, about: "Only what this person did, or `console`, `gateway` or `stranger`")
    fileprivate static let category = QueryParameter.word(
        "category", of: ActivityCategory.self, about: "Only entries of this category")
    fileprivate static let failed = QueryParameter.boolean(
        "failed", about: "With true only acts that were refused or failed; not movements that a person stopped")
    fileprivate static let since = QueryParameter.time("since", about: "Only entries from this time on")
    fileprivate static let until = QueryParameter.time("until", about: "Only entries until this time")
    fileprivate static let limit = QueryParameter.integer(
        "limit", range: ActivityQuery.limitBounds, about: "The maximum number of entries; 50 by default")
    fileprivate static let before = QueryParameter<ActivityCursor>(
        name: "before", about: "The cursor from a link to the next page", schema: .text,
        hint: "the cursor from a link to the next page", parse: { ActivityCursor($0) })

    static let all: [Route<ActivityReader>] = [
        .on(
            .get, path: "/activity", access: .perItem,
            summary: "List what the caller may see of what happened at home, newest first",
            query: [device, room, person, category, failed, since, until, limit, before]
        ) { call in
            let page = try await call.services.list(try ActivityQuery(call), as: call.identity)
            let now = call.services.now
            return ActivityPageResponse(
                entries: page.entries.map { ActivityBody($0, at: now) },
                link: page.next.map { call.link(toPageAt: "\($0)", path: "/activity") })
        }
    ]
}

/// The response with one page of the activity, and a link to the next page.
private struct ActivityPageResponse: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation.json(
            [ActivityBody].self, status: .ok,
            meaning: "The entries. There may be fewer than `limit`, or none, although there is a next page.",
            headers: ["Link": "The next page, if there is one (RFC 8288)."])
    ]

    let entries: [ActivityBody]
    let link: String?

    func response() throws -> Response {
        var response = try Response.json(entries)
        if let link, let name = HTTPField.Name("Link") { response.headers[name] = link }
        return response
    }
}

extension ActivityQuery {
    fileprivate init(_ call: AuthenticatedCall<ActivityReader>) throws {
        self.init(
            device: try call.query(ActivityRoutes.device), room: try call.query(ActivityRoutes.room),
            person: try call.query(ActivityRoutes.person), category: try call.query(ActivityRoutes.category),
            onlyFailed: try call.query(ActivityRoutes.failed) ?? false, since: try call.query(ActivityRoutes.since),
            until: try call.query(ActivityRoutes.until),
            before: try call.query(ActivityRoutes.before), limit: try call.query(ActivityRoutes.limit) ?? 50)
    }
}
