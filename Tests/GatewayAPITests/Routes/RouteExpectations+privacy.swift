import HomeModel

extension RouteExpectations {
    private static let current = PrivacyNotice.version

    /// Each person sees the kinds of data, and only people who may change settings see amounts.
    static let storedData = RouteExpectations(
        "stored data",
        lines: """
            stranger GET /privacy -> 401 unauthenticated
            ola GET /privacy -> 200 "format":1,"kinds":[
            ola GET /privacy -> 200 "bytes":300,"dataClass":"confidential","id":"names"
            ada GET /privacy -> 200 "rows":3
            console GET /privacy -> 200 "rows":3
            phone:ada GET /privacy -> 200 "rows":3
            mia GET /privacy -> 200 {"dataClass":"confidential","id":"names"
            kim GET /privacy -> 200 "rule":"untilPersonIsRemoved"
            gus GET /privacy -> 200 "terms":[{"days":730,"name":"energyDays"}]
            gus GET /privacy -> 200 "readers":{"permission":"managePeople","who":"personAndPermission"}
            gus GET /privacy -> 200 {"items":["id","name"],"name":"person","sort":"table"}
            ada GET /privacy?kind=names -> 422 unknown
            ada PUT /retention {"energyDays":40,"environmentDays":30,"auditInformationalDays":90,"auditWarningDays":365,"auditSecurityDays":1095} -> 200 40
            mia GET /privacy -> 200 "terms":[{"days":40,"name":"energyDays"}]
            ada DELETE /privacy -> 405 methodNotAllowed
            """)

    /// A person records only at a client of their own that they have seen the notice.
    static let privacyNotice = RouteExpectations(
        "the privacy notice",
        lines: """
            stranger GET /privacy/notice -> 401 unauthenticated
            stranger PUT /privacy/notice {"version":\(current)} -> 401 unauthenticated
            gus GET /privacy/notice -> 200 "points":[{"code":"house"
            phone:gus GET /home -> 200 "unseenNotice":\(current)
            gus GET /home -> 200 "timeZone":"GMT"}
            phone:gus PUT /privacy/notice {"version":0} -> 422 version
            phone:gus PUT /privacy/notice {"version":\(current + 1)} -> 422 version
            phone:gus PUT /privacy/notice {} -> 422 missing
            phone:gus PUT /privacy/notice {"version":\(current),"at":"now"} -> 422 unknown
            gus PUT /privacy/notice {"version":\(current)} -> 409 client of their own
            console PUT /privacy/notice {"version":\(current)} -> 409 client of their own
            phone:gus PUT /privacy/notice {"version":\(current)} -> 200 "seenVersion":\(current),"version":\(current)}
            phone:gus PUT /privacy/notice {"version":\(current)} -> 200 "seenVersion":\(current)
            gus GET /privacy/notice -> 200 "seenVersion":\(current)
            phone:gus GET /home -> 200 "timeZone":"GMT"}
            phone:mia GET /home -> 200 "unseenNotice":\(current)
            mia GET /privacy/notice -> 200 "version":\(current)}
            ada DELETE /privacy/notice -> 405 methodNotAllowed
            """)
}
