extension RouteExpectations {
    static let activity = RouteExpectations(
        "activity",
        lines: """
            stranger GET /activity -> 401 unauthenticated
            mia POST /devices/lamp/commands?wait=confirmed {"capability":"switch","value":true} -> 200 confirmed
            ada GET /activity -> 200 "actor":"console as mia"
            ada GET /activity?person=mia -> 200 "records"
            mia GET /activity -> 200 "records"
            kim GET /activity?device=lamp -> 200 "value":"on"
            kim GET /activity?person=mia -> 200 []
            gus GET /activity -> 200 []
            ada GET /activity?device=nothing -> 200 []
            ada GET /activity?room=kitchen&category=control&limit=1 -> 200 "device":"lamp"
            ada GET /activity?failed=true&category=control -> 200 []
            ada GET /activity?limit=0 -> 422 limit
            ada GET /activity?limit=201 -> 422 limit
            ada GET /activity?category=party -> 422 category
            ada GET /activity?since=yesterday -> 422 since
            ada GET /activity?before=nonsense -> 422 before
            ada GET /activity?device=A%20B -> 422 device
            ada DELETE /activity -> 405 methodNotAllowed
            """)
}
