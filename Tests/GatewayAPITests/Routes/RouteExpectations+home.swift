extension RouteExpectations {
    static let home = RouteExpectations(
        "home",
        lines: """
            stranger GET /home -> 401 unauthenticated
            gus GET /home -> 200 "name":"Home"
            gus GET /home -> 200 "grants":[]
            mia PATCH /home {"name":"Villa"} -> 403 refused
            ada PATCH /home {"name":"Villa"} -> 200 Villa
            ada PATCH /home {"name":""} -> 422 empty
            stranger PUT /home/time-zone {"timeZone":"Europe/Stockholm"} -> 401 unauthenticated
            mia PUT /home/time-zone {"timeZone":"Europe/Stockholm"} -> 403 refused
            phone:ada PUT /home/time-zone {"timeZone":"Asia/Tokyo"} -> 200 Tokyo
            ada PUT /home/time-zone {"timeZone":"Mars/Olympus"} -> 422 unknownTimeZone
            ada PUT /home/time-zone {"timeZone":7} -> 422 timeZone
            ada POST /grants {"person":"gus","permissions":["viewEnergy"],"windows":["tue 08:00-18:00"]} -> 201
            phone:ada PUT /home/time-zone {"timeZone":"Europe/Stockholm"} -> 403 stepUpNeeded
            phone:ada PUT /home/time-zone {"timeZone":"Asia/Tokyo"} -> 200 Tokyo
            ada PUT /home/time-zone {"timeZone":"Europe/Stockholm"} -> 200 Stockholm
            gus GET /home -> 200 Stockholm
            gus GET /clock -> 200 
            mia POST /clock/confirmation {"time":"2026-01-01T00:00:00Z"} -> 403 refused
            phone:ola POST /clock/confirmation {"time":"2026-01-01T00:00:00Z"} -> 403 stepUpNeeded
            mia GET /lockdown -> 200 "isOn":false
            gus POST /lockdown {"isOn":true} -> 403 refused
            ola POST /lockdown {"isOn":true} -> 200 "isOn":true
            mia GET /lockdown -> 200 "isOn":true
            mia POST /devices/lamp/commands {"capability":"switch","value":true} -> 403 
            ola POST /lockdown {"isOn":false} -> 200 "isOn":false
            ola POST /lockdown {"isOn":"no"} -> 422 isOn
            """)

    static let operation = RouteExpectations(
        "operation",
        lines: """
            stranger GET /health -> 200 "status"
            stranger GET /openapi.json -> 200 "openapi"
            stranger GET /diagnostics -> 401 unauthenticated
            mia GET /diagnostics -> 403 refused
            ada GET /diagnostics -> 200 "subsystems"
            mia GET /diagnostics?recheck=true -> 403 refused
            ada GET /diagnostics?recheck=true -> 200 "subsystems"
            ada GET /diagnostics?recheck=yes -> 422 recheck
            mia GET /certificates -> 403 refused
            ada GET /certificates -> 200 "fingerprint"
            mia GET /metrics -> 403 refused
            ada GET /metrics -> 200
            stranger GET /capabilities -> 401 unauthenticated
            gus GET /capabilities -> 200 "kind":"thermostatMode"
            ada GET /audit -> 200 "manageMaintenance"
            mia GET /audit -> 200 "console as mia"
            gus GET /audit -> 403 refused
            ada GET /audit?limit=0 -> 422 limit
            ada GET /audit?event=party -> 422 event
            ada GET /audit/export -> 200 
            phone:ada GET /audit/export -> 403 stepUpNeeded
            mia GET /audit/export -> 403 refused
            ada GET /audit/heads -> 200 
            ada GET /audit/verification -> 200 
            mia GET /audit/verification -> 403 refused
            stranger GET /nothing -> 404 notFound
            ada DELETE /audit -> 405 methodNotAllowed
            """)
}
