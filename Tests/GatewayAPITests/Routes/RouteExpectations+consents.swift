extension RouteExpectations {
    static let consents = RouteExpectations(
        "consents",
        lines: """
            stranger GET /privacy/consents -> 401 unauthenticated
            gus GET /privacy/consents -> 200 "mayAnswer":false
            kim GET /privacy/consents -> 200 "id":"presenceHistory"
            ola GET /privacy/consents -> 200 "loss":{
            stranger PUT /privacy/consents/presenceHistory {"version":1} -> 401 unauthenticated
            ada PUT /privacy/consents/presenceHistory {"version":1} -> 403 refused
            mia PUT /privacy/consents/presenceHistory {"version":1} -> 403 refused
            phone:ola PUT /privacy/consents/presenceHistory {"version":1} -> 403 stepUpNeeded
            ola PUT /privacy/consents/presenceHistory {} -> 422 missing
            ola PUT /privacy/consents/presenceHistory {"version":0} -> 422 version
            ola PUT /privacy/consents/presenceHistory {"version":2} -> 409 conflict
            ola PUT /privacy/consents/marketing {"version":1} -> 404 notFound
            ola PUT /privacy/consents/presenceHistory {"version":1} -> 200 "state":"given"
            mia GET /privacy/consents -> 200 "state":"given"
            ada GET /retention -> 200 "isLimited":false
            stranger DELETE /privacy/consents/presenceHistory -> 401 unauthenticated
            ada DELETE /privacy/consents/presenceHistory -> 403 refused
            phone:ola DELETE /privacy/consents/presenceHistory -> 403 stepUpNeeded
            ola DELETE /privacy/consents/marketing -> 404 notFound
            ola DELETE /privacy/consents/presenceHistory -> 200 "deleted":0
            ola DELETE /privacy/consents/presenceHistory -> 200 "state":"notGiven"
            ada GET /retention -> 200 "isLimited":true
            ada PUT /retention {"energyDays":730,"environmentDays":365,"auditInformationalDays":90,"auditWarningDays":365,"auditSecurityDays":1095,"presenceDays":8} -> 422 presenceDays
            ada PUT /retention {"energyDays":730,"environmentDays":365,"auditInformationalDays":90,"auditWarningDays":365,"auditSecurityDays":1095,"presenceDays":3} -> 200 "presenceDays":3
            """)

    static let crashReports = RouteExpectations(
        "crash reports",
        lines: """
            stranger GET /privacy/crash-reports -> 401 unauthenticated
            mia GET /privacy/crash-reports -> 403 refused
            ada GET /privacy/crash-reports -> 200 []
            mia GET /privacy/crash-reports/nothing -> 403 refused
            ada GET /privacy/crash-reports/nothing -> 404 crash report
            mia DELETE /privacy/crash-reports/nothing -> 403 refused
            ada DELETE /privacy/crash-reports/nothing -> 404 notFound
            """)
}
