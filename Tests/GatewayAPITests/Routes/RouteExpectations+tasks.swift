extension RouteExpectations {
    /// Only people who manage maintenance see and change tasks. The plug of the table measures no power, so that use is
    /// counted from its switch.
    static let maintenanceTasks = RouteExpectations(
        "maintenance tasks",
        lines: """
            stranger GET /maintenance/tasks -> 401 unauthenticated
            mia GET /maintenance/tasks -> 403 refused
            gus GET /maintenance/due -> 403 refused
            kim GET /maintenance/batteries -> 403 refused
            mia GET /maintenance/suggestions?device=lamp -> 403 refused
            ada GET /maintenance/tasks -> 200 []
            ada GET /maintenance/due -> 200 {"batteries":[],"isClockKnown":
            ada GET /maintenance/batteries -> 200 [
            mia GET /maintenance/upkeep -> 403 refused
            ada GET /maintenance/upkeep -> 200 {"appliances":[],"tasks":[]}
            ada GET /maintenance/suggestions?device=lamp -> 200 []
            ada GET /maintenance/suggestions -> 422 missing
            ada GET /maintenance/suggestions?device=unknown -> 404 notFound
            ada POST /appliances {"name":"Heat pump"} -> 201 pump = id
            ada GET /maintenance/suggestions?appliance=<pump> -> 200 "template":"heatPumpFilter"
            mia POST /maintenance/tasks {"appliance":"<pump>","title":"Clean it","schedule":{"kind":"once","first":"2026-01-31"}} -> 403 refused
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"Clean the filter","note":"Two\\nlines","isSafety":true,"template":"heatPumpFilter","schedule":{"kind":"calendar","every":6,"unit":"months","first":"2001-05-12"}} -> 201 task = id
            ada GET /maintenance/tasks/<task> -> 200 "nextDate":"2001-05-12"
            ada GET /maintenance/tasks/<task> -> 200 "template":"heatPumpFilter"
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","template":"unknown","schedule":{"kind":"once","first":"2026-01-31"}} -> 422 template
            ada GET /maintenance/tasks/<task> -> 200 "schedule":{"basis":"dayDone","every":6,"first":"2001-05-12","kind":"calendar","unit":"months"}
            ada GET /maintenance/tasks?appliance=<pump> -> 200 "title":"Clean the filter"
            ada GET /maintenance/upkeep -> 200 "title":"Clean the filter"
            ada GET /maintenance/tasks?device=lamp -> 200 []
            mia GET /maintenance/tasks/<task> -> 403 refused
            ada GET /maintenance/tasks/unknown -> 404 task “unknown”
            ada POST /maintenance/tasks {"device":"lamp","title":"Change it","schedule":{"kind":"usage","device":"lamp","capability":"switch","measure":"hours","limit":500}} -> 201 usage = id
            ada GET /maintenance/tasks/<usage> -> 200 "usage":{"amount":0
            ada POST /maintenance/tasks {"device":"lamp","title":"Change it again","countedFrom":"2001-01-01T00:00:00Z","schedule":{"kind":"usage","device":"lamp","capability":"switch","measure":"hours","limit":500}} -> 201 again = id
            ada GET /maintenance/tasks/<again> -> 200 "from":"2001-01-01T00:00:00
            ada DELETE /maintenance/tasks/<again> -> 204
            ada POST /maintenance/tasks {"title":"x","schedule":{"kind":"once","first":"2026-01-31"}} -> 422 missing
            ada POST /maintenance/tasks {"appliance":"<pump>","device":"lamp","title":"x","schedule":{"kind":"once","first":"2026-01-31"}} -> 422 contradictory
            ada POST /maintenance/tasks {"appliance":"unknown","title":"x","schedule":{"kind":"once","first":"2026-01-31"}} -> 404 notFound
            ada POST /maintenance/tasks {"appliance":"<pump>","title":" ","schedule":{"kind":"once","first":"2026-01-31"}} -> 422 empty
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"a\\u0007b","schedule":{"kind":"once","first":"2026-01-31"}} -> 422 invalidCharacters
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"once"}} -> 422 schedule.first
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"once","first":"2026-02-30"}} -> 422 first
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"once","first":"2026-01-31","limit":5}} -> 422 contradictory
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"hourly"}} -> 422 calendar
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"calendar","every":1001,"unit":"days","first":"2026-01-31"}} -> 422 outOfRange
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"usage","device":"lamp","capability":"power","measure":"hours","limit":5,"runsAtWatts":10}} -> 422 noSuchCapability
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"usage","device":"unknown","capability":"switch","measure":"hours","limit":5}} -> 422 notFound
            ada POST /maintenance/tasks {"appliance":"<pump>","title":"x","schedule":{"kind":"reported","device":"lamp","capability":"switch","comparison":"atMost","value":5}} -> 422 wrongType
            mia POST /maintenance/tasks/<task>/done {} -> 403 refused
            ada POST /maintenance/tasks/<task>/done {"day":"9999-01-01"} -> 422 outOfRange
            ada POST /maintenance/tasks/<task>/done {"day":"2001-06-03","note":"Dirty","cost":{"amount":"249","currency":"SEK"}} -> 200 "nextDate":"2001-12-03"
            ada POST /maintenance/tasks/<task>/done {"day":"2001-06-03"} -> 409 alreadyDone
            ada GET /appliances/<pump>/history -> 200 "task":"<task>"
            ada POST /maintenance/tasks/<task>/undo?photos=51 -> 422 photos
            ada POST /maintenance/tasks/<task>/undo?photos=0 -> 200 "nextDate":"2001-05-12"
            ada POST /maintenance/tasks/<task>/undo -> 409 nothingToUndo
            mia POST /maintenance/tasks/<task>/undo -> 403 refused
            ada POST /maintenance/tasks/<task>/snooze {"until":"2001-01-01"} -> 422 outOfRange
            ada POST /maintenance/tasks/<task>/snooze {} -> 200 "id":"<task>"
            mia POST /maintenance/tasks/<task>/snooze {} -> 403 refused
            ada PUT /maintenance/tasks/<task> {"title":"Clean both filters","schedule":{"kind":"calendar","every":6,"unit":"months","first":"2001-05-12","basis":"dayDone"}} -> 200 "title":"Clean both filters"
            mia PUT /maintenance/tasks/<task> {"title":"Mine","schedule":{"kind":"once","first":"2026-01-31"}} -> 403 refused
            ada PUT /maintenance/tasks/unknown {"title":"x","schedule":{"kind":"once","first":"2026-01-31"}} -> 404 task
            mia DELETE /maintenance/tasks/<task> -> 403 refused
            ada DELETE /maintenance/tasks/<task> -> 204
            ada DELETE /maintenance/tasks/<task> -> 404 task
            ada DELETE /maintenance/tasks/<usage> -> 204
            ada PATCH /maintenance/tasks -> 405 methodNotAllowed
            """)
}
