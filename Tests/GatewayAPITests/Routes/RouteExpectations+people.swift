extension RouteExpectations {
    static let people = RouteExpectations(
        "people",
        lines: """
            stranger GET /people -> 401 unauthenticated
            mia GET /people -> 403 refused
            ada GET /people -> 200 "owner"
            ada POST /people {"name":"Nia","role":"member"} -> 201 person = id
            phone:ada POST /people {"name":"Tor","role":"member"} -> 403 stepUpNeeded
            ada POST /people {"name":"Nia","role":"member"} -> 409 conflict
            ada POST /people {"name":"Tor","role":"king"} -> 422 role
            ada POST /people {"name":"Tor"} -> 422 missing
            ada POST /people {"name":"Tor","role":"owner"} -> 403 refused
            ada PATCH /people/<person> {"name":"Mina"} -> 200 Mina
            ada PATCH /people/ola {"role":"guest"} -> 403 refused
            ola PATCH /people/<person> {"role":"admin"} -> 200 "admin"
            ola PATCH /people/ola {"role":"member"} -> 409 conflict
            ada GET /people/kim/why?permission=controlDevices&device=lamp -> 200 "isAllowed":true
            ada GET /people/kim/why?permission=controlDevices&device=lamp -> 200 "code":"role"
            ada GET /people/mia/why?permission=managePeople -> 200 "values":{"roles":["owner","admin"]
            ada GET /people/gus/why?permission=controlDevices&device=lamp -> 200 "code":"notPermitted"
            ada GET /people/kim/why?permission=modifySettings -> 200 "isAllowed":false
            ada GET /people/kim/why -> 422 missing
            ada GET /people/kim/why?permission=fly -> 422 permission
            mia GET /people/kim/why?permission=controlDevices -> 403 refused
            ola DELETE /people/<person> -> 204
            ola DELETE /people/<person> -> 404 notFound
            ola DELETE /people/ola -> 409 conflict
            mia DELETE /people/kim -> 403 refused
            """)

    static let grants = RouteExpectations(
        "grants",
        lines: """
            mia GET /grants -> 403 refused
            ada GET /grants -> 200 []
            mia GET /grant-options -> 403 refused
            ada GET /grant-options -> 200 "permissions":["controlDevices","viewEnergy","viewEnvironment"]
            ada GET /grant-options -> 200 {"name":"cleaner","permissions":["controlDevices"],"role":"guest","windows":["mon-fri 08:00-18:00"]}
            ada POST /grants {"person":"gus","permissions":["controlDevices"],"devices":["lamp"]} -> 201 grant = id
            gus GET /devices -> 200 "lamp"
            gus GET /devices -> 200 "mayViewHistory":false
            mia GET /devices/lamp -> 200 "mayViewHistory":true
            gus GET /home -> 200 "appliesNow":true
            gus GET /home -> 200 "devices":[{"id":"lamp","name":"lamp"}]
            ada GET /home -> 200 "grants":[]
            gus GET /devices/lamp/readings?quantity=switch -> 404 notFound
            mia GET /devices/lamp/readings?quantity=switch -> 200 "changes"
            mia POST /devices/lamp/commands {"capability":"switch","value":false} -> 202 command = id
            gus GET /commands/<command> -> 404 notFound
            gus GET /devices/lamp/commands -> 200 []
            ada GET /people/gus/why?permission=controlDevices&device=lamp -> 200 "code":"grant"
            ada GET /people/gus/why?permission=controlDevices -> 200 "code":"partOfHome"
            gus GET /devices/heater -> 404 notFound
            gus POST /devices/lamp/commands {"capability":"switch","value":true} -> 202
            ada PATCH /grants/<grant> {"notBefore":"2200-01-01T00:00:00Z"} -> 200 2200
            gus GET /home -> 200 "nextStart":"2200-01-01T00:00:00.000Z"
            gus GET /home -> 200 "devices":[{"id":"lamp","name":"lamp"}]
            gus GET /devices -> 200 []
            ada GET /people/gus/why?permission=controlDevices&device=lamp -> 200 "cause":"notYet"
            ada PATCH /grants/<grant> {"devices":["heater"],"without":["notBefore"]} -> 200 heater
            gus GET /devices/lamp -> 404 notFound
            ada POST /grants {"person":"nils","permissions":["controlDevices"]} -> 404 notFound
            ada POST /grants {"person":"gus","permissions":[]} -> 422 notGrantable
            ada POST /grants {"person":"gus","permissions":["ownHome"]} -> 422 notGrantable
            ada DELETE /grants/<grant> -> 204
            ada DELETE /grants/<grant> -> 404 notFound
            gus GET /devices -> 200 []
            ada GET /denies -> 200 []
            ada POST /denies {"person":"mia","permissions":["controlDevices"],"devices":["lamp"]} -> 201 deny = id
            mia POST /devices/lamp/commands {"capability":"switch","value":true} -> 403 refused
            ada PATCH /denies/<deny> {"devices":["heater"]} -> 200 heater
            mia POST /devices/lamp/commands {"capability":"switch","value":true} -> 202
            phone:ada DELETE /denies/<deny> -> 403 stepUpNeeded
            ada DELETE /denies/<deny> -> 204
            mia POST /grants {"person":"mia","permissions":["modifySettings"]} -> 403 refused
            """)

    static let pins = RouteExpectations(
        "PINs",
        lines: """
            mia PUT /people/mia/pin {"pin":"1234"} -> 422 6 to 12 digits
            mia PUT /people/mia/pin {"pin":"111111"} -> 422 tooSimple
            mia PUT /people/ola/pin {"pin":"825193"} -> 404 notFound
            mia POST /step-up {"pin":"825193","purpose":"commands"} -> 409 paired client
            ada POST /people/mia/pin/permission -> 204
            mia POST /people/mia/pin/permission -> 403 refused
            ada DELETE /people/mia/pin -> 204
            mia DELETE /people/kim/pin -> 403 refused
            phone:ada DELETE /people/mia/pin -> 403 stepUpNeeded
            """)

    static let tokens = RouteExpectations(
        "tokens",
        lines: """
            mia GET /tokens -> 403 refused
            ada GET /tokens -> 200 []
            ada POST /people {"name":"Scraper","role":"service"} -> 201 scraper = id
            ada POST /tokens {"person":"<scraper>","name":"Prometheus","scope":["viewMetrics"],"days":30} -> 201 token
            ada POST /tokens {"person":"mia","name":"Script","scope":["viewMetrics"],"days":30} -> 422 notAService
            ada POST /tokens {"person":"<scraper>","name":"Script","scope":[],"days":30} -> 422 notGrantable
            ada POST /tokens {"person":"<scraper>","name":"Script","scope":["viewMetrics"],"days":0} -> 422 outOfRange
            phone:ada POST /tokens {"person":"<scraper>","name":"S","scope":["viewMetrics"],"days":1} -> 403 stepUpNeeded
            ada GET /tokens -> 200 Prometheus
            ada PATCH /tokens/nothing {"name":"Grafana"} -> 404 notFound
            ada DELETE /tokens/nothing -> 404 notFound
            mia DELETE /tokens/nothing -> 403 refused
            """)

    static let sessions = RouteExpectations(
        "sessions",
        lines: """
            stranger POST /sessions/refresh {"refreshToken":"x"} -> 401 keyNeeded
            stranger DELETE /sessions/current -> 401 unauthenticated
            mia GET /clients -> 200 []
            mia PATCH /clients/phone {"name":"Tablet"} -> 404 notFound
            mia DELETE /clients/phone -> 404 notFound
            ola POST /clients/phone/unlock -> 403 consoleOnly
            console POST /clients/phone/unlock -> 404 notFound
            """)

    static let pairing = RouteExpectations(
        "pairing",
        lines: """
            stranger GET /door -> 200 "isClaimed":true
            stranger POST /claim {"code":"x","name":"Eva","clientName":"Phone"} -> 401 keyNeeded
            stranger POST /pair {"code":"x","clientName":"Phone"} -> 401 keyNeeded
            stranger POST /pairings/nothing/session -> 401 keyNeeded
            mia GET /pairing-codes -> 403 refused
            ada POST /pairing-codes {"person":"mia"} -> 201 #pair=
            ada POST /pairing-codes {"person":"nils"} -> 404 notFound
            phone:ada POST /pairing-codes {"person":"mia"} -> 403 stepUpNeeded
            ada GET /pairing-codes -> 200 "mia"
            ada DELETE /pairing-codes/nothing -> 404 notFound
            ola POST /claim-codes -> 403 consoleOnly
            console POST /claim-codes -> 409 conflict
            ada GET /pairings -> 200 []
            ada POST /pairings/nothing/approve -> 404 notFound
            ada DELETE /pairings/nothing -> 404 notFound
            ola POST /pairings/reopen -> 403 consoleOnly
            console POST /pairings/reopen -> 204
            """)

    static let invitations = RouteExpectations(
        "invitations",
        lines: """
            mia GET /invitations -> 403 refused
            ada GET /invitations -> 200 []
            ada POST /invitations {"person":"mia","validMinutes":60,"admission":"approval"} -> 201 #invite=
            ada POST /invitations {"person":"gus","validMinutes":60,"admission":"number","grants":[{"permissions":["controlDevices"],"devices":["lamp"]}]} -> 201 "number"
            ada POST /invitations {"newPerson":{"name":"Nia","role":"guest"},"validMinutes":5,"admission":"number"} -> 201 "nia"
            ada POST /invitations {"validMinutes":60,"admission":"number"} -> 422 missing
            ada POST /invitations {"person":"mia","newPerson":{"name":"X","role":"guest"},"validMinutes":5,"admission":"number"} -> 422 missing
            ada POST /invitations {"person":"mia","validMinutes":4,"admission":"number"} -> 422 outOfRange
            ada POST /invitations {"person":"mia","validMinutes":20161,"admission":"number"} -> 422 outOfRange
            ada POST /invitations {"person":"mia","validMinutes":4611686018427387904,"admission":"number"} -> 422 outOfRange
            ada POST /invitations {"person":"mia","validMinutes":-9223372036854775808,"admission":"number"} -> 422 outOfRange
            ada POST /invitations {"person":"mia","validMinutes":60,"admission":"anything"} -> 422 admission
            ada POST /invitations {"person":"gus","validMinutes":60,"admission":"number","grants":[{"permissions":["ownHome"]}]} -> 422 notGrantable
            ada POST /invitations {"person":"gus","validMinutes":60,"admission":"number","grants":[{"permissions":["controlDevices"],"rooms":["moon"]}]} -> 422 notFound
            ada POST /invitations {"person":"ola","validMinutes":60,"admission":"number"} -> 403 refused
            ada POST /invitations {"person":"nils","validMinutes":60,"admission":"number"} -> 404 notFound
            phone:ada POST /invitations {"person":"mia","validMinutes":60,"admission":"number"} -> 403 stepUpNeeded
            ada GET /invitations -> 200 "state":"open"
            gus GET /devices -> 200 []
            ada POST /invitations/nothing/approve {"digits":"123456"} -> 404 notFound
            mia POST /invitations/nothing/approve {"digits":"123456"} -> 403 refused
            ada DELETE /invitations/nothing -> 404 notFound
            mia DELETE /invitations/nothing -> 403 refused
            stranger POST /invitations/nothing/open {"secret":"x"} -> 401 keyNeeded
            stranger POST /invitations/nothing/commitment {"secret":"x","commitment":"y","clientName":"Phone"} -> 401 keyNeeded
            stranger POST /invitations/nothing/reveal {"nonce":"x"} -> 401 keyNeeded
            stranger POST /invitations/nothing/number {"secret":"x","number":"123456","clientName":"Phone"} -> 401 keyNeeded
            stranger POST /invitations/nothing/session -> 401 keyNeeded
            """)
}
