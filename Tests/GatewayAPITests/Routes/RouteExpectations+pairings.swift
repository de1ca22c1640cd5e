extension RouteExpectations {
    private static let lamp = "homekit-aa-bb-cc-dd-ee-01"
    private static let thermostat = "homekit-aa-bb-cc-dd-ee-02"
    private static let lost = "homekit-aa-bb-cc-dd-ee-03"
    private static let code = #"{"code":"031-45-154"}"#
    private static let key = String(repeating: "C0", count: 32)

    static let devicePairings = RouteExpectations(
        "device pairings",
        lines: """
            stranger GET /device-pairings -> 401 unauthenticated
            mia GET /device-pairings -> 403 refused
            ada GET /device-pairings -> 200 []
            ada GET /discovered -> 200 "link":"_hap._tcp","model":"L-1","name":"Reading lamp","others":[],"pairing":"available"
            ada GET /discovered -> 200 "name":"Old thermostat","others":[],"pairing":"elsewhere"
            ada GET /discovered -> 200 "name":"Thread lamp","others":[],"rivals":[]
            ada POST /discovered/\(lamp)/adopt {"purposes":{}} -> 409 Pair it first: tomte homekit pair
            ada POST /discovered/\(thermostat)/adopt {"purposes":{}} -> 409 is paired with another controller
            ada POST /discovered/homekitthread-aa-bb-cc-dd-ee-04/adopt {"purposes":{}} -> 409 HomeKit over Thread
            mia POST /discovered/\(lamp)/pair \(code) -> 403 refused
            mia POST /discovered/\(lamp)/identify -> 403 refused
            ada POST /discovered/nothing/pair \(code) -> 404 There is no discovered device “nothing”
            ada POST /discovered/homekitthread-aa-bb-cc-dd-ee-04/pair \(code) -> 409 does not speak its protocol yet
            ada POST /discovered/\(lamp)/pair {} -> 422 “code” is missing
            ada POST /discovered/\(lamp)/pair {"code":5} -> 422 malformed
            ada POST /discovered/\(lamp)/pair {"code":"031-45-155"} -> 422 wrongCode
            ada POST /discovered/\(lamp)/pair {"code":"lamp"} -> 422 invalidCode
            ada POST /discovered/\(thermostat)/pair \(code) -> 409 pairedElsewhere
            ada POST /discovered/\(lamp)/identify -> 204
            ada POST /discovered/\(lost)/identify -> 409 unreachable
            ada POST /discovered/nothing/identify -> 404 notFound
            ada POST /discovered/\(lamp)/pair \(code) -> 201 "id":"\(lamp)"
            ada POST /discovered/\(lamp)/pair \(code) -> 409 is paired with this gateway already
            ada POST /discovered/\(lamp)/adopt {"purposes":{}} -> 409 Adopt its devices
            ada GET /device-pairings -> 200 "devices":[{"id":"aa-bb-cc-dd-ee-01-1","isAdopted":false,"name":"Lamp"}]
            ada GET /discovered -> 200 "link":"homeKit"
            ada GET /discovered -> 200 "partNames":{"main":"Outlet A"}
            ada POST /device-pairings/\(lamp)/identify -> 204
            ada POST /device-pairings/nothing/identify -> 404 There is no paired device “nothing”
            mia POST /device-pairings/\(lamp)/identify -> 403 refused
            ada POST /devices/aa-bb-cc-dd-ee-01-1/identify -> 204
            mia POST /devices/aa-bb-cc-dd-ee-01-1/identify -> 403 refused
            ada POST /devices/nothing/identify -> 404 notFound
            ada POST /discovered/aa-bb-cc-dd-ee-01-1/adopt {"name":"Desk lamp","purposes":{}} -> 201 "delivery":"atMostOnce"
            ada POST /devices/desk-lamp/identify -> 204
            mia GET /devices/desk-lamp -> 200 "name":"Outlet A"
            mia GET /devices/lamp -> 200 "delivery":"acknowledged"
            ada GET /device-pairings -> 200 {"id":"desk-lamp","isAdopted":true,"name":"Desk lamp"}
            ada DELETE /device-pairings/\(lamp) -> 409 Remove them first
            ada DELETE /device-pairings/\(lamp)?discard=perhaps -> 422 discard
            """)

    static let deviceControllers = RouteExpectations(
        "controllers of a device",
        lines: """
            ada POST /discovered/\(lamp)/pair \(code) -> 201 "state":"paired"
            ada POST /device-pairings/\(lamp)/sharing {} -> 409 is shared with a controller by its key
            ada DELETE /device-pairings/\(lamp)/sharing -> 409 gives no code
            mia GET /device-pairings/\(lamp)/controllers -> 403 refused
            ada GET /device-pairings/nothing/controllers -> 404 notFound
            ada GET /device-pairings/\(lamp)/controllers -> 200 "identifier":"own","isAdministrator":true,"isOwn":true
            mia POST /device-pairings/\(lamp)/controllers {"identifier":"B-1","publicKey":"\(key)"} -> 403 refused
            phone:ada POST /device-pairings/\(lamp)/controllers {"identifier":"B-1","publicKey":"\(key)"} -> 403 stepUpNeeded
            ada POST /device-pairings/\(lamp)/controllers {"identifier":"B 1","publicKey":"\(key)"} -> 422 identifier
            ada POST /device-pairings/\(lamp)/controllers {"identifier":"..","publicKey":"\(key)"} -> 422 identifier
            ada POST /device-pairings/\(lamp)/controllers {"identifier":"B-1","publicKey":"\(key)00"} -> 422 publicKey
            ada POST /device-pairings/\(lamp)/controllers {"identifier":"B-1","publicKey":"00"} -> 422 publicKey
            ada POST /device-pairings/\(lamp)/controllers {"identifier":"B-1"} -> 422 “publicKey” is missing
            ada POST /device-pairings/\(lamp)/controllers {"identifier":"B-1","publicKey":"\(key)"} -> 201 "isAdministrator":false
            ada POST /device-pairings/nothing/controllers {"identifier":"B-1","publicKey":"\(key)"} -> 404 notFound
            ada GET /device-pairings/\(lamp)/controllers -> 200 "identifier":"B-1"
            phone:ada DELETE /device-pairings/\(lamp)/controllers?identifier=B-1 -> 403 stepUpNeeded
            mia DELETE /device-pairings/\(lamp)/controllers?identifier=B-1 -> 403 refused
            ada DELETE /device-pairings/\(lamp)/controllers?identifier=own -> 409 deviceRefused
            ada DELETE /device-pairings/\(lamp)/controllers?identifier=B-1 -> 204
            ada DELETE /device-pairings/nothing/controllers?identifier=B-1 -> 404 notFound
            mia DELETE /device-pairings/\(lamp) -> 403 refused
            ada DELETE /device-pairings/nothing -> 404 notFound
            ada DELETE /device-pairings/\(lamp) -> 204
            ada DELETE /device-pairings/\(lamp) -> 404 notFound
            ada POST /discovered/\(lost)/pair \(code) -> 201 "address":"aa:bb:cc:dd:ee:03"
            ada DELETE /device-pairings/\(lost) -> 202 "id":"\(lost)"
            ada DELETE /device-pairings/\(lost)?discard=true -> 204
            ada GET /device-pairings -> 200 []
            """)
}
