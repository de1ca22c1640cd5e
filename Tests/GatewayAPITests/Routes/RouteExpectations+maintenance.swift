extension RouteExpectations {
    /// Only people who manage maintenance see and change the inventory.
    static let appliances = RouteExpectations(
        "appliances",
        lines: """
            stranger GET /appliances -> 401 unauthenticated
            mia GET /appliances -> 403 refused
            kim GET /appliances -> 403 refused
            gus POST /appliances {"name":"Fridge"} -> 403 refused
            mia GET /appliances/unknown -> 403 refused
            ada GET /appliances -> 200 []
            ada POST /appliances {"name":"Dishwasher","room":"kitchen","maker":"Bosch","serialNumber":"00123456","price":{"amount":"7990","currency":"SEK"},"boughtOn":"2024-05-03","warrantyEnds":"2024-05-04","manual":"https://example.com/manual","device":"lamp","note":"Rinse aid"} -> 201 dishwasher = id
            ada GET /appliances -> 200 "serialNumber":"00123456"
            ada GET /appliances?room=kitchen -> 200 "serialNumber":"00123456"
            ada GET /appliances?room=hall -> 200 []
            ada GET /appliances?room=Not-An-Id -> 422 room
            ada GET /appliances/<dishwasher> -> 200 "price":{"amount":"7990.00","currency":"SEK"}
            ada GET /appliances/<dishwasher> -> 200 "room":{"id":"kitchen","name":"Kitchen"}
            ada GET /appliances/<dishwasher> -> 200 "warranty":{"state":"ended"}
            phone:ada GET /appliances/<dishwasher> -> 200 "deviceName":"lamp"
            mia GET /appliances/<dishwasher> -> 403 refused
            ada GET /appliances/unknown -> 404 appliance “unknown”
            ada GET /appliances/Not-An-Id -> 404 notFound
            ada POST /appliances {"name":""} -> 422 empty
            ada POST /appliances {"maker":"Bosch"} -> 422 missing
            ada POST /appliances {"name":"Fridge","color":"white"} -> 422 unknown
            ada POST /appliances {"name":"Fridge","room":"cellar"} -> 422 no room with the id
            ada POST /appliances {"name":"Fridge","device":"fridge"} -> 422 no device with the id
            ada POST /appliances {"name":"Fridge","device":"lamp","part":"relay-2"} -> 422 noSuchPart
            ada POST /appliances {"name":"Fridge","part":"main"} -> 422 contradictory
            ada POST /appliances {"name":"Fridge","maker":"a\\u0007b"} -> 422 invalidCharacters
            ada POST /appliances {"name":"Fridge","maker":"a\\nb"} -> 422 severalLines
            ada POST /appliances {"name":"Fridge","manual":"javascript:alert(1)"} -> 422 "field":"manual"
            ada POST /appliances {"name":"Fridge","boughtOn":"2024-02-30"} -> 422 boughtOn
            ada POST /appliances {"name":"Fridge","boughtOn":"2024-05-03","warrantyEnds":"2024-05-02"} -> 422 contradictory
            ada POST /appliances {"name":"Fridge","price":{"amount":"-1","currency":"SEK"}} -> 422 outOfRange
            ada POST /appliances {"name":"Fridge","price":{"amount":"1","currency":"ZZZ"}} -> 422 ISO 4217
            ada POST /appliances {"name":"Fridge","price":{"amount":1,"currency":"SEK"}} -> 422 price.amount
            mia PUT /appliances/<dishwasher> {"name":"Mine"} -> 403 refused
            ada PUT /appliances/<dishwasher> {"name":"Dishwasher","room":"kitchen"} -> 200 "revision":2
            ada GET /appliances/<dishwasher> -> 200 {"id":"<dishwasher>","name":"Dishwasher","revision":2,"room":{"id":"kitchen","name":"Kitchen"}}
            ada PUT /appliances/unknown {"name":"Dishwasher"} -> 404 notFound
            mia DELETE /appliances/<dishwasher> -> 403 refused
            ada DELETE /appliances/<dishwasher>?history=burn -> 422 keep, delete
            ada DELETE /appliances/<dishwasher> -> 204
            ada DELETE /appliances/<dishwasher> -> 404 notFound
            ada PATCH /appliances -> 405 methodNotAllowed
            """)

    /// The history stays when its appliance is removed, until people delete it.
    static let serviceHistory = RouteExpectations(
        "the service history",
        lines: """
            stranger GET /maintenance/history -> 401 unauthenticated
            mia GET /maintenance/history -> 403 refused
            gus GET /maintenance/history/export -> 403 refused
            ada GET /maintenance/history -> 200 {"costs":[],"entries":[]}
            ada POST /appliances {"name":"Heat pump"} -> 201 pump = id
            mia POST /maintenance/history {"appliance":"<pump>","day":"2026-01-10","title":"New filter"} -> 403 refused
            ada POST /maintenance/history {"appliance":"<pump>","day":"2026-01-10","title":"New filter","cost":{"amount":"249.5","currency":"SEK"},"doneBy":"ada","provider":"Värmeservice AB","note":"Two\\nlines"} -> 201 entry = id
            ada POST /maintenance/history {"device":"lamp","day":"2026-01-11","title":"New bulb"} -> 201 bulb = id
            ada GET /appliances/<pump>/history -> 200 "addedByName":"Ada"
            ada GET /appliances/<pump>/history -> 200 "costs":[{"appliance":"<pump>","name":"Heat pump","total":{"amount":"249.50","currency":"SEK"},"year":2026}]
            ada GET /maintenance/history?device=lamp -> 200 "title":"New bulb"
            ada GET /maintenance/history?device=lamp&appliance=<pump> -> 422 contradictory
            ada GET /maintenance/history?limit=1 -> 200 "next":"2026-01-11:<bulb>"
            ada GET /maintenance/history?limit=1&before=2026-01-11:<bulb> -> 200 "title":"New filter"
            ada GET /maintenance/history?before=yesterday -> 422 malformed
            ada GET /maintenance/history?limit=501 -> 422 limit
            ada GET /maintenance/history?appliance=unknown -> 404 notFound
            mia GET /appliances/<pump>/history -> 403 refused
            ada GET /appliances/unknown/history -> 404 notFound
            ada POST /maintenance/history {"day":"2026-01-10","title":"New filter"} -> 422 appliance
            ada POST /maintenance/history {"appliance":"<pump>","device":"lamp","day":"2026-01-10","title":"x"} -> 422 contradictory
            ada POST /maintenance/history {"appliance":"unknown","day":"2026-01-10","title":"x"} -> 404 notFound
            ada POST /maintenance/history {"appliance":"<pump>","day":"2026-01-10","title":" "} -> 422 empty
            ada POST /maintenance/history {"appliance":"<pump>","day":"9999-01-10","title":"x"} -> 422 outOfRange
            ada POST /maintenance/history {"appliance":"<pump>","day":"2026-01-10","title":"x","doneBy":"zoe"} -> 422 doneBy
            ada GET /maintenance/history/export -> 200 "note":"Two\\nlines"
            ada GET /maintenance/history/export?appliance=<pump> -> 200 [{"addedAt"
            ada PUT /maintenance/history/<entry> {"day":"2026-01-12","title":"New filters"} -> 200 "revision":2
            ada PUT /maintenance/history/unknown {"day":"2026-01-12","title":"x"} -> 404 entry
            mia PUT /maintenance/history/<entry> {"day":"2026-01-12","title":"x"} -> 403 refused
            ada DELETE /appliances/<pump> -> 409 confirmationNeeded
            ada DELETE /appliances/<pump>?history=keep -> 204
            ada GET /appliances/<pump>/history -> 200 "name":"Heat pump"
            ada POST /maintenance/history {"appliance":"<pump>","day":"2026-01-10","title":"x"} -> 404 notFound
            mia DELETE /appliances/<pump>/history -> 403 refused
            ada DELETE /appliances/<pump>/history -> 200 {"deleted":1}
            ada DELETE /appliances/<pump>/history -> 404 notFound
            mia DELETE /maintenance/history/<bulb> -> 403 refused
            ada DELETE /maintenance/history/<bulb> -> 204
            ada DELETE /maintenance/history/<bulb> -> 404 entry
            """)
}
