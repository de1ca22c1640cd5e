extension RouteExpectations {
    static let devices = RouteExpectations(
        "devices",
        lines: """
            stranger GET /devices -> 401 unauthenticated
            mia GET /devices -> 200 "lamp"
            gus GET /devices -> 200 []
            mia GET /devices/lamp -> 200 "ready"
            gus GET /devices/lamp -> 404 notFound
            mia GET /devices/nothing -> 404 notFound
            mia PATCH /devices/lamp {"name":"Desk lamp"} -> 403 refused
            ada PATCH /devices/lamp {"name":"Desk lamp"} -> 200 Desk lamp
            ada PATCH /devices/lamp {"name":""} -> 422 empty
            ada PATCH /devices/lamp {"nam":"Lamp"} -> 422 unknown
            ada PATCH /devices/lamp {"room":"Attic"} -> 200 "room":{"id":"attic"
            ada PATCH /devices/lamp {"room":"Kitchen"} -> 200 "room":{"id":"kitchen"
            ada PATCH /devices/lamp {"purposes":{"main":"other"}} -> 200 "other"
            phone:ada PATCH /devices/lamp {"purposes":{"main":"light"}} -> 403 stepUpNeeded
            phone:ada PATCH /devices/lamp {"name":"Lamp"} -> 200 Lamp
            ada PATCH /devices/nothing {"name":"Lamp"} -> 404 notFound
            mia DELETE /devices/lamp -> 403 refused
            ada DELETE /devices/lamp -> 204
            ada DELETE /devices/lamp -> 404 notFound
            ada GET /devices/lamp -> 404 notFound
            ada PUT /devices/heater {} -> 405 methodNotAllowed
            """)

    static let rooms = RouteExpectations(
        "rooms",
        lines: """
            stranger GET /rooms -> 401 unauthenticated
            mia GET /rooms -> 200 Kitchen
            gus GET /rooms -> 200 []
            mia POST /rooms {"name":"Attic"} -> 403 refused
            ada POST /rooms {"name":"Attic"} -> 201 room = id
            ada POST /rooms {"name":"Attic"} -> 409 conflict
            ada POST /rooms {"name":"\\u0000"} -> 422 invalidCharacters
            ada POST /rooms not JSON -> 400 malformed
            ada PATCH /rooms/<room> {"name":"Loft"} -> 200 Loft
            ada PATCH /rooms/<room> {"name":"Kitchen"} -> 409 conflict
            mia PATCH /rooms/<room> {"name":"Attic"} -> 403 refused
            mia GET /rooms -> 200 [{"id":"kitchen","name":"Kitchen"}]
            ada GET /rooms -> 200 Loft
            mia DELETE /rooms/<room> -> 403 refused
            ada DELETE /rooms/<room> -> 204
            ada DELETE /rooms/<room> -> 404 notFound
            ada DELETE /rooms/kitchen -> 204
            ada GET /devices/lamp -> 200 lamp
            """)

    static let commands = RouteExpectations(
        "commands",
        lines: """
            stranger POST /devices/lamp/commands {"capability":"switch","value":true} -> 401 unauthenticated
            gus POST /devices/lamp/commands {"capability":"switch","value":true} -> 404 notFound
            mia POST /devices/lamp/commands {"capability":"switch","value":true} -> 202 command = id
            mia GET /commands/<command> -> 20 "lamp"
            gus GET /commands/<command> -> 404 notFound
            stranger GET /commands/<command> -> 401 unauthenticated
            mia GET /commands/nothing -> 404 notFound
            mia GET /devices/lamp/commands -> 200 <command>
            gus GET /devices/lamp/commands -> 404 notFound
            kim POST /devices/lamp/commands {"capability":"switch","value":false} -> 202 "lamp"
            kim POST /devices/heater/commands {"capability":"switch","value":true} -> 403 routineOnly
            mia POST /devices/lamp/commands {"capability":"switch","value":"on"} -> 422 wrongType
            mia POST /devices/lamp/commands {"capability":"brightness","value":5} -> 422 noSuchCapability
            mia POST /devices/lamp/commands {"part":"other","capability":"switch","value":true} -> 422 noSuchPart
            mia POST /devices/thermometer/commands {"capability":"temperature","value":5} -> 422 notCommandable
            mia POST /devices/lamp/commands {"capability":"switch"} -> 422 missing
            mia POST /devices/lamp/commands {"capability":"switch","value":true,"deadlineSeconds":0} -> 422 outOfRange
            mia POST /devices/nothing/commands {"capability":"switch","value":true} -> 404 notFound
            phone:mia POST /devices/heater/commands {"capability":"switch","value":true} -> 403 stepUpNeeded
            """)

    static let discovery = RouteExpectations(
        "discovery",
        lines: """
            mia GET /discovered -> 403 refused
            ada GET /discovered -> 200 []
            ada POST /discovered/nothing/adopt {"purposes":{}} -> 404 notFound
            ada POST /discovered/nothing/adopt {} -> 422 purposes
            ada POST /discovered/nothing/adopt {"colour":"red"} -> 422 unknown
            mia POST /discovered/nothing/adopt {} -> 403 refused
            mia GET /findings -> 403 refused
            ada GET /findings -> 200 []
            ada DELETE /findings/nothing -> 404 notFound
            """)

    static let credentials = RouteExpectations(
        "credentials",
        lines: """
            mia GET /credentials -> 403 refused
            ada GET /credentials -> 200 []
            ada POST /devices/plug/provision {"dialect":"tasmota"} -> 422 missing
            ada POST /devices/plug/provision {"dialect":"smoke signals"} -> 422 “dialect” must be one of tasmota, shelly
            ada POST /devices/plug/provision {"dialect":"shelly"} -> 409 does not manage this broker
            phone:ada POST /devices/plug/provision {"dialect":"shelly"} -> 403 stepUpNeeded
            ada DELETE /credentials/plug -> 404 notFound
            mia DELETE /credentials/plug -> 403 refused
            """)
}
