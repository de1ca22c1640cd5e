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
            mia GET /devices/lamp -> 200 "access":{"off":"direct","on":"direct"}
            mia GET /devices/lamp -> 200 "isHarmless":true
            mia GET /devices/heater -> 200 "access":{"off":"stepUp","on":"stepUp"}
            mia GET /devices/heater -> 200 "isHarmless":false
            mia GET /devices/heater -> 200 "asksForPurpose":true
            ada PATCH /devices/heater {"purposes":{"main":"spaceHeater"}} -> 200 "asksForPurpose":false
            mia GET /devices/heater -> 200 "access":{"off":"direct","on":"stepUp"}
            ada PATCH /devices/heater {"purposes":{"main":"homeHeating"}} -> 200 "homeHeating"
            mia GET /devices/heater -> 200 "access":{"off":"stepUp","on":"direct"}
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

    /// What a person may do with a fridge and a heat pump, which only a PIN or an adult may switch off.
    static let guardedCommands = RouteExpectations(
        "guarded commands",
        lines: """
            ada PATCH /devices/heater {"purposes":{"main":"foodCooling"}} -> 200 "foodCooling"
            kim GET /devices/heater -> 200 "access":{"off":"refused","on":"direct"}
            kim POST /devices/heater/commands {"capability":"switch","value":false} -> 403 routineOnly
            kim POST /devices/heater/commands {"capability":"switch","value":true} -> 202 "heater"
            ada PATCH /devices/heater {"purposes":{"main":"homeHeating"}} -> 200 "homeHeating"
            mia GET /devices/heater -> 200 "access":{"off":"stepUp","on":"direct"}
            phone:mia POST /devices/heater/commands {"capability":"switch","value":false} -> 403 stepUpNeeded
            mia POST /devices/heater/commands {"capability":"switch","value":true} -> 202 "heater"
            kim POST /devices/heater/commands {"capability":"switch","value":false} -> 403 routineOnly
            """)

    /// A guest without a grant, at every route of what the home contains and does.
    static let guest = RouteExpectations(
        "a guest without grants",
        lines: """
            gus GET /home -> 200 "permissions":[]
            gus GET /devices -> 200 []
            gus GET /rooms -> 200 []
            gus GET /devices/lamp -> 404 notFound
            gus PATCH /devices/lamp {"name":"Mine"} -> 403 refused
            gus DELETE /devices/lamp -> 403 refused
            gus GET /devices/lamp/commands -> 404 notFound
            gus POST /devices/lamp/commands {"capability":"switch","value":true} -> 404 notFound
            gus GET /devices/thermometer/readings?quantity=temperature -> 404 notFound
            gus GET /energy -> 200 "rows":[]
            gus GET /energy/tariffs -> 403 refused
            gus POST /lockdown {"isOn":true} -> 403 refused
            gus GET /audit -> 403 refused
            gus GET /audit/verification -> 403 refused
            gus GET /people -> 403 refused
            gus GET /people/gus/why?permission=controlDevices -> 403 refused
            gus GET /grants -> 403 refused
            gus GET /denies -> 403 refused
            gus GET /invitations -> 403 refused
            gus GET /pairings -> 403 refused
            gus GET /discovered -> 403 refused
            gus GET /device-pairings -> 403 refused
            gus GET /findings -> 403 refused
            gus GET /credentials -> 403 refused
            gus GET /device-families -> 403 refused
            gus GET /diagnostics -> 403 refused
            gus GET /retention -> 403 refused
            gus GET /strikes -> 403 refused
            gus PUT /home/layout {} -> 403 refused
            gus POST /privacy/exports {"person":"ola"} -> 403 refused
            """)

    static let groupCommands = RouteExpectations(
        "group commands",
        lines: """
            ada PATCH /devices/heater {"purposes":{"main":"other"}} -> 200 "other"
            stranger POST /commands {"targets":{"home":true},"capability":"switch","value":true} -> 401 unauthenticated
            gus POST /commands {"targets":{"home":true},"capability":"switch","value":true} -> 422 nothingSelected
            gus POST /commands {"targets":{"rooms":["kitchen"]},"capability":"switch","value":true} -> 422 notFound
            mia POST /commands {"targets":{"rooms":["attic"]},"capability":"switch","value":true} -> 422 notFound
            mia POST /commands {"targets":{"rooms":["kitchen"]},"capability":"lock","value":"locked"} -> 422 nothingSelected
            mia POST /commands {"targets":{"rooms":["kitchen"]},"capability":"switch","value":true} -> 202 group = id
            mia GET /commands/<group> -> 20 {"code":"guarded","device":"heater","part":"main"}
            ada GET /commands/<group> -> 20 "sender":"console as mia"
            gus GET /commands/<group> -> 404 notFound
            kim GET /commands/<group> -> 404 notFound
            stranger GET /commands/<group> -> 401 unauthenticated
            mia GET /commands/<group>-1 -> 20 "parent":"<group>"
            mia POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":true} -> 200 "confirmed":1
            mia POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":true,"includesGuarded":true} -> 200 "confirmed":2
            phone:mia POST /commands {"targets":{"home":true},"capability":"switch","value":true,"includesGuarded":true} -> 403 stepUpNeeded
            phone:mia POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":false} -> 200 "code":"guarded"
            kim POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":true} -> 200 "code":"routineOnly"
            mia POST /commands {"targets":{"home":true},"purposes":["other"],"capability":"switch","value":true} -> 403 allLeftOut
            mia POST /commands {"targets":{"home":true},"purposes":["blind"],"capability":"switch","value":true} -> 422 nothingSelected
            mia POST /commands?wait=confirmed {"targets":{"parts":[{"device":"lamp"},{"device":"thermometer"},{"device":"nothing"}]},"capability":"switch","value":true} -> 200 "counts":{"confirmed":1,"invalid":1,"refused":1}
            gus POST /commands?wait=confirmed {"targets":{"parts":[{"device":"lamp"},{"device":"nothing"}]},"capability":"switch","value":true} -> 404 notFound
            mia POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":3} -> 200 "code":"wrongType"
            mia POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":true,"idempotencyKey":"k1"} -> 200 first = id
            mia POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":true,"idempotencyKey":"k1"} -> 200 "id":"<first>","isEarlier":true
            mia POST /commands {"targets":{"home":true},"capability":"switch","value":false,"idempotencyKey":"k1"} -> 409 keyReused
            ola POST /commands?wait=confirmed {"targets":{"home":true},"capability":"switch","value":false,"idempotencyKey":"k1"} -> 200 "confirmed":1
            mia POST /commands {"targets":{},"capability":"switch","value":true} -> 422 empty
            mia POST /commands {"targets":{"rooms":[]},"capability":"switch","value":true} -> 422 empty
            mia POST /commands {"targets":{"home":false},"capability":"switch","value":true} -> 422 empty
            mia POST /commands {"targets":{"home":true,"rooms":["kitchen"]},"capability":"switch","value":true} -> 422 empty
            mia POST /commands {"targets":{"floors":["1"]},"capability":"switch","value":true} -> 422 unknown
            mia POST /commands {"targets":{"rooms":["kitchen"],"parts":[]},"capability":"switch","value":true} -> 422 empty
            mia POST /commands {"targets":{"parts":[{"device":"lamp"}]},"purposes":["light"],"capability":"switch","value":true} -> 422 contradictory
            mia POST /commands {"targets":{"home":true},"capability":"switch","value":true,"deadlineSeconds":61} -> 422 outOfRange
            mia POST /commands {"targets":{"home":true},"capability":"switch","value":true,"idempotencyKey":""} -> 422 tooLong
            mia POST /commands {"targets":{"home":true},"capability":"switch"} -> 422 malformed
            mia POST /commands {"targets":{"home":true},"capability":"pulse","value":true} -> 422 malformed
            mia POST /commands?wait=sent {"targets":{"home":true},"capability":"switch","value":true} -> 422
            mia POST /commands {"targets":{"rooms":[\(rooms(25))]},"capability":"switch","value":true} -> 422 tooMany
            mia POST /commands {"targets":{"parts":[\(parts(251))]},"capability":"switch","value":true} -> 422 tooMany
            mia POST /commands {"targets":{"parts":[\(parts(3000))]},"capability":"switch","value":true} -> 413 tooLarge
            mia POST /commands {"targets":{"home":true},"capability":"switch","value":"\(String(repeating: "x", count: 1025))"} -> 422 tooLong
            mia POST /commands not JSON -> 400 malformed
            mia DELETE /commands/<group> -> 405 methodNotAllowed
            """)

    private static func rooms(_ count: Int) -> String {
        (0..<count).map { #""room-\#($0)""# }.joined(separator: ",")
    }

    private static func parts(_ count: Int) -> String {
        (0..<count).map { #"{"device":"device-\#($0)"}"# }.joined(separator: ",")
    }

    static let discovery = RouteExpectations(
        "discovery",
        lines: """
            mia GET /discovered -> 403 refused
            ada GET /discovered -> 200 Reading lamp
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

    static let setup = RouteExpectations(
        "setup",
        lines: """
            ada GET /device-families -> 200 {"dialect":"shelly","isConfigurable":true,"needsMAC":false}
            mia GET /device-families -> 403 refused
            stranger POST /devices/porch/setup/plan {"address":"192.168.7.50"} -> 401 unauthenticated
            mia POST /devices/porch/setup/plan {"address":"192.168.7.50"} -> 403 refused
            kim POST /devices/porch/setup/plan {"address":"192.168.7.50"} -> 403 refused
            gus POST /devices/porch/setup/plan {"address":"192.168.7.50"} -> 403 refused
            ada POST /devices/porch/setup/plan {"address":"192.168.7.50"} -> 422 notAttached
            ada POST /devices/porch/setup/plan {"address":"127.0.0.1"} -> 422 notAttached
            ada POST /devices/porch/setup/plan {"address":"tomte.local"} -> 422 address
            ada POST /devices/porch/setup/plan {"address":"192.168.7.050"} -> 422 address
            ada POST /devices/porch/setup/plan {"address":"192.168.7.50","port":0} -> 422 port
            ada POST /devices/porch/setup/plan {"address":"192.168.7.50","dialect":"esphome"} -> 422 dialect
            ada POST /devices/porch/setup/plan {} -> 422 missing
            mia POST /devices/porch/setup {"address":"192.168.7.50","mac":"A4:CF:12:00:1B:2C"} -> 403 refused
            gus POST /devices/porch/setup {"address":"192.168.7.50","mac":"A4:CF:12:00:1B:2C"} -> 403 refused
            phone:ada POST /devices/porch/setup {"address":"192.168.7.50","mac":"A4:CF:12:00:1B:2C"} -> 403 stepUpNeeded
            ada POST /devices/porch/setup {"address":"192.168.7.50","mac":"A4:CF:12:00:1B:2C"} -> 422 notAttached
            ada POST /devices/porch/setup {"address":"192.168.7.50"} -> 422 missing
            mia GET /devices/porch/setup -> 403 refused
            ada GET /devices/porch/setup -> 404 notFound
            mia DELETE /devices/porch/setup -> 403 refused
            ada DELETE /devices/porch/setup -> 404 notFound
            """)
}
