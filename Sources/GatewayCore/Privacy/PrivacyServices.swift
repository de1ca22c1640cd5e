/// The consents of the home, and the crash reports that one of them allows.
package struct PrivacyServices: Sendable {
    package let consents: ConsentService
    package let crashReports: CrashReportService

    package init(consents: ConsentService, crashReports: CrashReportService) {
        self.consents = consents
        self.crashReports = crashReports
    }
}
