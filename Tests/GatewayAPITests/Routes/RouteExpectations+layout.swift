extension RouteExpectations {
    static let layout = RouteExpectations(
        "layout",
        lines: """
            stranger GET /layout -> 401 unauthenticated
            mia GET /layout -> 200 "isOwn":false
            mia GET /home -> 200 "layout":{"favourites":[],"hidden":[],"isOwn":false,"mayChange":true,"rooms":[],"tiles":[],"version":"
            ada PUT /home/layout {"rooms":["kitchen"],"tiles":[],"favourites":["lamp/main"],"hidden":[]} -> 200 "favourites":["lamp/main"]
            mia GET /home -> 200 "layout":{"favourites":["lamp/main"],"hidden":[],"isOwn":false,"mayChange":true,"rooms":["kitchen"],"tiles":[],"version":"
            gus GET /home -> 200 "layout":{"favourites":[],"hidden":[],"isOwn":false,"mayChange":true,"rooms":[],"tiles":[],"version":"
            mia GET /home/layout -> 200 {"favourites":["lamp/main"],"hidden":[],"isOwn":false,"mayChange":false
            ada GET /home/layout -> 200 "mayChange":true
            mia PUT /layout {"rooms":[],"tiles":["heater/main","lamp/main"],"favourites":[],"hidden":["unknown/main"]} -> 200 {"favourites":[],"hidden":[],"isOwn":true,"mayChange":true,"rooms":[],"tiles":["heater/main","lamp/main"],"version":"
            mia GET /layout -> 200 "tiles":["heater/main","lamp/main"]
            mia GET /home -> 200 "isOwn":true
            kim GET /layout -> 200 "isOwn":false
            phone:mia PUT /layout {"rooms":[],"tiles":[],"favourites":["lamp/main"],"hidden":[]} -> 200 "favourites":["lamp/main"]
            gus PUT /layout {"rooms":["kitchen"],"tiles":["lamp/main"],"favourites":[],"hidden":[]} -> 200 "rooms":[],"tiles":[]
            console PUT /layout {"rooms":[],"tiles":[],"favourites":[],"hidden":[]} -> 409 --default
            console DELETE /layout -> 409 --as
            mia PUT /layout {"rooms":[],"tiles":[],"favourites":[]} -> 422 "field":"hidden"
            mia PUT /layout {"rooms":[],"tiles":[],"favourites":[],"hidden":["lamp"]} -> 422 "field":"hidden
            mia PUT /layout {"rooms":["A B"],"tiles":[],"favourites":[],"hidden":[]} -> 422 "field":"rooms
            mia PUT /layout {"rooms":[],"tiles":["a/b","a/b"],"favourites":[],"hidden":[]} -> 422 repeated
            mia PUT /layout {"rooms":[],"tiles":[],"favourites":[],"hidden":[],"isOwn":true} -> 422 unknown
            mia PUT /home/layout {"rooms":[],"tiles":[],"favourites":[],"hidden":[]} -> 403 refused
            mia DELETE /home/layout -> 403 refused
            mia DELETE /layout -> 200 {"favourites":["lamp/main"],"hidden":[],"isOwn":false
            ada DELETE /devices/lamp -> 20
            mia GET /layout -> 200 "favourites":[]
            ada DELETE /home/layout -> 200 "rooms":[]
            mia GET /layout -> 200 "rooms":[]
            """)
}
