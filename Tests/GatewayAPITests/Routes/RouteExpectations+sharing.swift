extension RouteExpectations {
    private static let plug = "mattercommissionable-dd200c20d25ae5f7"
    private static let prototype = "mattercommissionable-dd200c20d25ae5f8"
    private static let closed = "mattercommissionable-dd200c20d25ae5f9"
    private static let foreign = "matteroperational-87e1b004e235a130-8fc7772401cd0696"
    private static let node = "matter-dd200c20d25ae5f7"
    private static let code = #"{"code":"\#(CommissionableLink.code)"}"#
    private static let key = "04" + String(repeating: "c0", count: 64)
    private static let other = CommissionableLink.otherFabric

    static let commissioning = RouteExpectations(
        "commissioning of nodes",
        lines: """
            ada GET /discovered -> 200 "model":"Plug in lamp","name":"DD200C20D25AE5F7","others":[],"pairing":"available"
            ada GET /discovered -> 200 "model":"Closed","name":"DD200C20D25AE5F9","others":[],"rivals":[]
            ada GET /discovered -> 200 "name":"\(CommissionableLink.foreign)","others":[],"pairing":"elsewhere"
            ada POST /discovered/\(plug)/adopt {"purposes":{}} -> 409 Pair it first: tomte matter commission
            ada POST /discovered/\(closed)/adopt {"purposes":{}} -> 409 accepts no code now
            ada POST /discovered/\(foreign)/adopt {"purposes":{}} -> 409 Share it from the app that has it
            mia POST /discovered/\(plug)/pair \(code) -> 403 refused
            ada POST /discovered/\(foreign)/pair \(code) -> 409 does not speak its protocol yet
            ada POST /discovered/\(plug)/pair {"code":"34970112333"} -> 422 wrongCode
            ada POST /discovered/\(plug)/pair {"code":"34970112332","accepts":["unreachable"]} -> 201 "link":"matter"
            ada POST /discovered/\(prototype)/pair \(code) -> 409 testDevice
            ada POST /discovered/\(prototype)/pair {"code":"34970112332","accepts":["testDevice"]} -> 409 unknownMaker
            ada POST /discovered/\(prototype)/pair {"code":"34970112332","accepts":["yes"]} -> 422 accepts
            ada POST /discovered/\(prototype)/pair {"code":"34970112332","accepts":["testDevice","unknownMaker"]} -> 201 "state":"paired"
            ada GET /device-pairings -> 200 "id":"\(node)","link":"matter"
            ada GET /discovered -> 200 "link":"matter"
            ada POST /device-pairings/\(node)/identify -> 204
            ada POST /discovered/\(closed)/identify -> 404 notFound
            ada DELETE /device-pairings/\(node) -> 204
            """)

    static let sharing = RouteExpectations(
        "sharing by a code",
        lines: """
            ada POST /discovered/\(plug)/pair \(code) -> 201 "id":"\(node)"
            stranger POST /device-pairings/\(node)/sharing {} -> 401 unauthenticated
            mia POST /device-pairings/\(node)/sharing {} -> 403 refused
            phone:ada POST /device-pairings/\(node)/sharing {} -> 403 stepUpNeeded
            ada POST /device-pairings/nothing/sharing {} -> 404 There is no paired device “nothing”
            ada POST /device-pairings/\(node)/sharing {"seconds":179} -> 422 outOfRange
            ada POST /device-pairings/\(node)/sharing {"seconds":901} -> 422 outOfRange
            ada POST /device-pairings/\(node)/sharing {"seconds":"600"} -> 422 malformed
            ada POST /device-pairings/\(node)/sharing {"minutes":5} -> 422 unknown
            ada POST /device-pairings/\(node)/sharing {"seconds":180} -> 201 "code":"10345678907","expiresAt":"
            ada POST /device-pairings/\(node)/sharing {} -> 409 deviceBusy
            mia DELETE /device-pairings/\(node)/sharing -> 403 refused
            ada DELETE /device-pairings/nothing/sharing -> 404 notFound
            ada DELETE /device-pairings/\(node)/sharing -> 204
            ada DELETE /device-pairings/\(node)/sharing -> 409 deviceRefused
            ada POST /device-pairings/\(node)/sharing {} -> 201 "payload":"MT:Y.K9042C00KA0648G00","qr":["1111111
            phone:ada DELETE /device-pairings/\(node)/sharing -> 204
            ada POST /device-pairings/\(node)/controllers {"identifier":"B-1","publicKey":"\(key.prefix(64))"} -> 409 is shared by a code
            ada GET /device-pairings/\(node)/controllers -> 200 "isOwn":true,"name":"Tomte","publicKey":"\(key)"
            ada GET /device-pairings/\(node)/controllers -> 200 "name":"Other\\\\u{1b} home"
            phone:ada DELETE /device-pairings/\(node)/controllers?identifier=\(other) -> 403 stepUpNeeded
            ada DELETE /device-pairings/\(node)/controllers?identifier=\(other) -> 204
            """)
}
