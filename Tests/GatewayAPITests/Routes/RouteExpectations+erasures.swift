extension RouteExpectations {
    static let erasures = RouteExpectations(
        "erasures",
        lines: """
            stranger GET /privacy/erasures -> 401 unauthenticated
            mia GET /privacy/erasures -> 403 refused
            ada GET /privacy/erasures -> 200 []
            stranger POST /privacy/erasures {"person":"mia","name":"Mia"} -> 401 unauthenticated
            ada POST /people {"name":"Nia","role":"member"} -> 201 person = id
            phone:ada POST /privacy/erasures {"person":"<person>","name":"Nia"} -> 403 stepUpNeeded
            ada POST /privacy/erasures {"person":"<person>","name":"nia"} -> 422 notConfirmed
            ada POST /privacy/erasures {"person":"<person>"} -> 422 missing
            ada POST /privacy/erasures {"person":"NIA","name":"Nia"} -> 422 person
            ada POST /privacy/erasures {"person":"nils","name":"nils"} -> 404 notFound
            mia POST /privacy/erasures {"person":"<person>","name":"Nia"} -> 403 refused
            mia POST /privacy/erasures {"person":"nils","name":"nils"} -> 403 refused
            kim POST /privacy/erasures {"person":"kim","name":"Kim"} -> 403 refused
            ada POST /privacy/erasures {"person":"ola","name":"Ola"} -> 403 refused
            ola POST /privacy/erasures {"person":"ola","name":"Ola"} -> 409 conflict
            ada POST /privacy/erasures {"person":"<person>","name":"Nia"} -> 202 "state":"finished"
            ada POST /privacy/erasures {"person":"<person>","name":"Nia"} -> 409 conflict
            ada GET /privacy/erasures -> 200 "finishedAt"
            ada GET /activity -> 200 "isErased":true
            ada GET /audit -> 200 "isErased":true
            ada DELETE /people/<person> -> 404 notFound
            ada POST /people {"name":"Nia","role":"member"} -> 201 nia-2
            ada DELETE /people/nia-2 -> 204
            ada POST /privacy/erasures {"person":"nia-2","name":"nia-2"} -> 403 refused
            ola POST /privacy/erasures {"person":"nia-2","name":"nia-2"} -> 202 "state":"finished"
            mia POST /privacy/erasures {"person":"mia","name":"Mia"} -> 202 "state":"finished"
            ada GET /people -> 200 "kim"
            mia GET /people -> 403 refused
            """)

    static let wipe = RouteExpectations(
        "wipe",
        lines: """
            stranger GET /privacy/wipe -> 401 unauthenticated
            ada GET /privacy/wipe -> 403 refused
            ola GET /privacy/wipe -> 200 "state":"none"
            stranger POST /privacy/wipe {"name":"Home"} -> 401 unauthenticated
            mia POST /privacy/wipe {"name":"Home"} -> 403 refused
            ada POST /privacy/wipe {"name":"Home"} -> 403 refused
            phone:ola POST /privacy/wipe {"name":"Home"} -> 403 stepUpNeeded
            ola POST /privacy/wipe {"name":"House"} -> 422 notConfirmed
            ola POST /privacy/wipe {} -> 422 missing
            ola GET /privacy/wipe -> 200 "state":"none"
            ada POST /discovered/homekit-aa-bb-cc-dd-ee-01/pair {"code":"031-45-154"} -> 201
            ada POST /discovered/homekit-aa-bb-cc-dd-ee-03/pair {"code":"031-45-154"} -> 201
            ola POST /privacy/wipe {"name":"Home"} -> 202 "state":"wiping"
            ola GET /privacy/wipe -> 200 "byHand":["heater","lamp","thermometer","Reading lamp"],"pairings":2
            ola GET /privacy/wipe -> 200 "unpaired":["Reading lamp"]
            ola POST /privacy/wipe {"name":"Home"} -> 409 conflict
            """)
}
