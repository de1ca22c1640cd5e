extension RouteExpectations {
    static let tariffs = RouteExpectations(
        "tariffs",
        lines: """
            stranger GET /energy/tariffs -> 401 unauthenticated
            mia GET /energy/tariffs -> 200 {"tariffs":[]}
            gus GET /energy/tariffs -> 403 refused
            kim GET /energy/tariffs -> 403 refused
            mia PUT /energy/tariffs/2026-12-01 {"currency":"SEK","price":"1"} -> 403 refused
            mia DELETE /energy/tariffs/2026-12-01 -> 403 refused
            ada PUT /energy/tariffs/2026-12-01 {"currency":"SEK","price":"1.85","feedIn":"0.6"} -> 200 {"tariffs":[{"currency":"SEK","feedIn":"0.60","price":"1.85","validFrom":"2026-12-01"}]}
            ada PUT /energy/tariffs/2025-01-01 {"currency":"SEK","price":"-0.00001"} -> 200 {"tariffs":[{"currency":"SEK","price":"-0.00001","validFrom":"2025-01-01"},{"currency":"SEK","feedIn":"0.60","price":"1.85","validFrom":"2026-12-01"}]}
            mia GET /energy/tariffs -> 200 "price":"1.85"
            mia GET /energy -> 200 "totals":[]
            ada PUT /energy/tariffs/2026-12-01 {"currency":"SEK","price":1.85} -> 422 price
            ada PUT /energy/tariffs/2026-02-30 {"currency":"SEK","price":"1"} -> 422 validFrom
            ada PUT /energy/tariffs/2026-12-01 {"currency":"kr","price":"1"} -> 422 currency
            ada PUT /energy/tariffs/2026-12-01 {"currency":"ZZZ","price":"1"} -> 422 ISO 4217
            ada PUT /energy/tariffs/2026-12-01 {"currency":"SEK","price":"1","tax":1} -> 422 unknown
            ada PUT /energy/tariffs {"tariffs":[]} -> 405 methodNotAllowed
            ada DELETE /energy/tariffs/2025-01-01 -> 200 {"tariffs":[{"currency":"SEK","feedIn":"0.60","price":"1.85","validFrom":"2026-12-01"}]}
            ada DELETE /energy/tariffs/2025-01-01 -> 404 notFound
            ada DELETE /energy/tariffs/tomorrow -> 422 malformed
            """)
}
