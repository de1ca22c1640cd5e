extension RouteExpectations {
    static let preferences = RouteExpectations(
        "preferences",
        lines: """
            stranger GET /preferences -> 401 unauthenticated
            gus GET /preferences -> 200 {"theme":"system","timeFormat":"system","units":"system"}
            gus GET /home -> 200 "preferences":{"theme":"system","timeFormat":"system","units":"system"}
            gus PUT /preferences {"language":"sv","theme":"dark","units":"metric","timeFormat":"24","firstDayOfWeek":2} -> 200 {"firstDayOfWeek":2,"language":"sv","theme":"dark","timeFormat":"24","units":"metric"}
            gus GET /home -> 200 "preferences":{"firstDayOfWeek":2,"language":"sv"
            mia GET /preferences -> 200 "theme":"system"
            phone:mia PUT /preferences {"theme":"light","units":"imperial","timeFormat":"12"} -> 200 "timeFormat":"12"
            gus PUT /preferences {"theme":"light","units":"system","timeFormat":"system"} -> 200 {"theme":"light","timeFormat":"system","units":"system"}
            console GET /preferences -> 409 --as
            console PUT /preferences {"theme":"light","units":"system","timeFormat":"system"} -> 409 --as
            mia PUT /preferences {"units":"system","timeFormat":"system"} -> 422 "field":"theme"
            mia PUT /preferences {"theme":"pink","units":"system","timeFormat":"system"} -> 422 "field":"theme"
            mia PUT /preferences {"theme":"dark","units":"system","timeFormat":"13"} -> 422 "field":"timeFormat"
            mia PUT /preferences {"language":"sv_SE","theme":"dark","units":"system","timeFormat":"12"} -> 422 "field":"language"
            mia PUT /preferences {"firstDayOfWeek":8,"theme":"dark","units":"system","timeFormat":"12"} -> 422 outOfRange
            mia PUT /preferences {"colour":"red","theme":"dark","units":"system","timeFormat":"12"} -> 422 unknown
            """)
}
