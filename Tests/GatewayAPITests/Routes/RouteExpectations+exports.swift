extension RouteExpectations {
    /// Who may export whose data. Everyone may have their own; that of others only people who manage them.
    static let personalExports = RouteExpectations(
        "personal exports",
        lines: """
            stranger POST /privacy/exports {} -> 401 unauthenticated
            phone:mia POST /privacy/exports {} -> 403 stepUpNeeded
            phone:ada POST /privacy/exports {"person":"mia"} -> 403 stepUpNeeded
            ola POST /privacy/exports {} -> 200 tomte-ola-
            ada POST /privacy/exports {} -> 200 tomte-ada-
            mia POST /privacy/exports {} -> 200 tomte-mia-
            kim POST /privacy/exports {} -> 200 tomte-kim-
            gus POST /privacy/exports {} -> 200 tomte-gus-
            mia POST /privacy/exports {"person":"mia"} -> 200 tomte-mia-
            ola POST /privacy/exports {"person":"ada"} -> 200 tomte-ada-
            ada POST /privacy/exports {"person":"mia"} -> 200 tomte-mia-
            ada POST /privacy/exports {"person":"ola"} -> 403 refused
            mia POST /privacy/exports {"person":"kim"} -> 403 refused
            mia POST /privacy/exports {"person":"nothing"} -> 403 refused
            kim POST /privacy/exports {"person":"gus"} -> 403 refused
            gus POST /privacy/exports {"person":"mia"} -> 403 refused
            ada POST /privacy/exports {"person":"nothing"} -> 404 notFound
            console POST /privacy/exports {"person":"kim"} -> 200 tomte-kim-
            console POST /privacy/exports {} -> 422 missing
            mia POST /privacy/exports {"includesReadings":true,"times":"home","language":"sv"} -> 200 readings/thermometer/main/temperature.csv
            gus POST /privacy/exports {"includesReadings":true} -> 200 index.html
            mia POST /privacy/exports {"person":"../mia"} -> 422 "field":"person"
            mia POST /privacy/exports {"times":"mars"} -> 422 "field":"times"
            mia POST /privacy/exports {"language":"../sv"} -> 422 "field":"language"
            mia POST /privacy/exports {"colour":"red"} -> 422 unknown
            mia POST /privacy/exports not JSON -> 400 malformed
            stranger GET /privacy/exports -> 401 unauthenticated
            mia GET /privacy/exports -> 200 "actor":"console as ada","includesReadings":false,"name":"Ada"
            kim GET /privacy/exports -> 200 [{"actor":"console","includesReadings":false,"sequence":
            phone:gus GET /privacy/exports -> 200 []
            ola GET /privacy/exports -> 200 []
            console GET /privacy/exports -> 409 --as
            mia DELETE /privacy/exports -> 405 methodNotAllowed
            mia GET /activity -> 200 "what":"person"
            """)
}
