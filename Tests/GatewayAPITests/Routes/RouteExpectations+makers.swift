extension RouteExpectations {
    private static let acme = CommissionableLink.acme
    private static let tooLong = String(repeating: "a", count: (16 << 10) + 1)

    static let makers = RouteExpectations(
        "makers of devices",
        lines: """
            stranger GET /device-makers -> 401 unauthenticated
            mia GET /device-makers -> 403 refused
            ada GET /device-makers -> 200 "listDate":"2026-02-17"
            ada GET /device-makers -> 200 "isAdded":false,"isForTests":false
            phone:ada GET /device-makers -> 200 "damage":["Line 7 is no certificate."]
            mia POST /device-makers/check {"certificate":"acme"} -> 403 refused
            phone:ada POST /device-makers/check {"certificate":"acme"} -> 200 "id":"\(acme)"
            ada POST /device-makers/check {"certificate":"acme"} -> 200 "subject":"CN=Acme\\\\u{1b}","vendorID":4660
            ada POST /device-makers/check {"certificate":"nothing"} -> 422 invalidCertificate
            ada POST /device-makers/check {"certificate":"\(tooLong)"} -> 422 tooLong
            ada POST /device-makers/check {} -> 422 certificate
            mia POST /device-makers {"certificate":"acme"} -> 403 refused
            phone:ada POST /device-makers {"certificate":"acme"} -> 403 stepUpNeeded
            ada POST /device-makers {"certificate":"nothing"} -> 422 invalidCertificate
            ada POST /device-makers {"certificate":"prototypes"} -> 422 testMaker
            ada POST /device-makers {"certificate":"prototypes","acceptsTests":false} -> 422 is for tests
            ada POST /device-makers {"certificate":"prototypes","acceptsTests":true} -> 201 "isForTests":true
            ada POST /device-makers {"certificate":"acme"} -> 201 "isAdded":true
            ada POST /device-makers {"certificate":"acme"} -> 409 known already
            ada GET /device-makers -> 200 "id":"\(acme)"
            mia DELETE /device-makers/\(acme) -> 403 refused
            phone:ada DELETE /device-makers/\(acme) -> 403 stepUpNeeded
            ada DELETE /device-makers/nothing -> 404 There is no maker “nothing”
            ada DELETE /device-makers/\(CommissionableLink.basics) -> 409 comes with the program
            ada DELETE /device-makers/\(acme) -> 204
            ada DELETE /device-makers/\(acme) -> 404 There is no maker
            """)
}
