/// What the home stores about people, what tells them, their rights over it, what an owner allowed beyond the usual, and
/// the crash reports that one of these consents allows.
package struct PrivacyServices: Sendable {
    package let storedData: StoredDataService
    package let notices: NoticeService
    package let consents: ConsentService
    package let exports: PersonalExportService
    package let erasures: ErasureService
    package let wipe: WipeService
    package let crashReports: CrashReportService

    package init(
        storedData: StoredDataService, notices: NoticeService, consents: ConsentService,
        exports: PersonalExportService, erasures: ErasureService, wipe: WipeService, crashReports: CrashReportService
    ) {
        self.storedData = storedData
        self.notices = notices
        self.consents = consents
        self.exports = exports
        self.erasures = erasures
        self.wipe = wipe
        self.crashReports = crashReports
    }
}
