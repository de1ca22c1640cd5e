extension RouteExpectations {
    static let readings = RouteExpectations(
        "readings",
        lines: """
            stranger GET /devices/thermometer/readings?quantity=temperature -> 401 unauthenticated
            mia GET /devices/thermometer/readings?quantity=temperature -> 200 "temperature"
            gus GET /devices/thermometer/readings?quantity=temperature -> 404 notFound
            mia GET /devices/thermometer/readings -> 422 missing
            mia GET /devices/thermometer/readings?quantity=humidity -> 422 noSuchCapability
            mia GET /devices/thermometer/readings?quantity=temperature&limit=-1 -> 422 limit
            mia GET /devices/thermometer/readings?quantity=temperature&from=yesterday -> 422 from
            mia GET /devices/thermometer/readings?quantity=temperature&form=x -> 422 unknown
            mia GET /energy -> 200 "by":"device"
            mia GET /energy?by=day&split=device -> 200 "by":"day"
            mia GET /energy?by=colour -> 422 by
            kim GET /energy -> 200 "rows":[]
            """)

    static let strikes = RouteExpectations(
        "strikes",
        lines: """
            mia GET /strikes -> 403 refused
            ada GET /strikes -> 200 []
            ada POST /devices/thermometer/readings/strikes/preview {} -> 422 missing
            mia POST /devices/thermometer/readings/strikes/preview {} -> 403 refused
            ada POST /devices/thermometer/readings/strikes {} -> 422 missing
            phone:ada POST /devices/thermometer/readings/strikes {} -> 403 stepUpNeeded
            ada POST /strikes/nothing/restore -> 404 notFound
            phone:ada POST /strikes/nothing/restore -> 403 stepUpNeeded
            """)

    static let retention = RouteExpectations(
        "retention",
        lines: """
            mia GET /retention -> 403 refused
            ada GET /retention -> 200 "terms"
            ada PUT /retention {"days":-1} -> 422 
            phone:ada PUT /retention {} -> 403 stepUpNeeded
            ada PUT /retention/series {"device":"thermometer","part":"main","quantity":"temperature","days":30} -> 200 30
            ada PUT /retention/series {"device":"thermometer","part":"main","quantity":"temperature","days":0} -> 422 days
            phone:ada PUT /retention/series {} -> 403 stepUpNeeded
            ada POST /retention/run -> 200
            mia POST /retention/run -> 403 refused
            """)

    static let imports = RouteExpectations(
        "imports",
        lines: """
            mia POST /imports {"source":"file"} -> 403 refused
            ada POST /imports {"source":"old-gateway"} -> 201 import = id
            ada POST /imports {} -> 422 missing
            ada POST /imports/<import>/devices {} -> 400 malformed
            ada POST /imports/<import>/readings {} -> 422 missing
            ada POST /imports/nothing/end {} -> 422 missing
            mia POST /imports/<import>/end {} -> 403 refused
            """)
}
