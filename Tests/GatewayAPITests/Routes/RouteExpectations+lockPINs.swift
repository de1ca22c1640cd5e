extension RouteExpectations {
    private static let plug = "mattercommissionable-dd200c20d25ae5f7"
    private static let prototype = "mattercommissionable-dd200c20d25ae5f8"
    private static let node = "matter-dd200c20d25ae5f8"
    private static let lock = CommissionableLink.lock
    private static let code = #"{"code":"34970112332"}"#
    private static let accepting = #"{"code":"34970112332","accepts":["testDevice","unknownMaker"]}"#

    static let lockPINs = RouteExpectations(
        "PINs of locks",
        lines: """
            ada POST /discovered/\(prototype)/pair \(accepting) -> 201 "id":"\(node)"
            stranger PUT /device-pairings/\(node)/lock-pin {"pin":"1357"} -> 401 unauthenticated
            mia PUT /device-pairings/\(node)/lock-pin {"pin":"1357"} -> 403 refused
            phone:ada PUT /device-pairings/\(node)/lock-pin {"pin":"1357"} -> 403 stepUpNeeded
            ada PUT /device-pairings/nothing/lock-pin {"pin":"1357"} -> 404 There is no paired device “nothing”
            ada PUT /device-pairings/\(node)/lock-pin {} -> 422 pin
            ada PUT /device-pairings/\(node)/lock-pin {"pin":1357} -> 422 malformed
            ada PUT /device-pairings/\(node)/lock-pin {"pin":"135"} -> 422 A PIN of this lock has 4 to 8 digits
            ada PUT /device-pairings/\(node)/lock-pin {"pin":"13579x"} -> 422 invalidPIN
            ada PUT /device-pairings/\(node)/lock-pin {"pin":"135792468"} -> 422 invalidPIN
            ada PUT /device-pairings/\(node)/lock-pin {"device":"lamp","pin":"1357"} -> 422 has no device with the id “lamp”
            ada GET /device-pairings -> 200 "lockPIN":"needed"
            ada DELETE /device-pairings/\(node)/lock-pin -> 409 The gateway has no PIN of this lock
            ada PUT /device-pairings/\(node)/lock-pin {"pin":"1357"} -> 204
            ada PUT /device-pairings/\(node)/lock-pin {"device":"\(lock)","pin":"2468"} -> 204
            ada GET /device-pairings -> 200 "lockPIN":"kept"
            mia DELETE /device-pairings/\(node)/lock-pin -> 403 refused
            ada DELETE /device-pairings/nothing/lock-pin -> 404 notFound
            phone:ada DELETE /device-pairings/\(node)/lock-pin?device=\(lock) -> 204
            ada GET /device-pairings -> 200 "lockPIN":"needed"
            ada POST /discovered/\(plug)/pair \(code) -> 201 "id":"matter-dd200c20d25ae5f7"
            ada PUT /device-pairings/matter-dd200c20d25ae5f7/lock-pin {"pin":"1357"} -> 409 demands a PIN
            ada DELETE /device-pairings/matter-dd200c20d25ae5f7/lock-pin -> 409 demands a PIN
            """)
}
