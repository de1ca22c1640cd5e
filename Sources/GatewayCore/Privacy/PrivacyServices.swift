/// What the home stores about people, what tells them, and their rights over it.
package struct PrivacyServices: Sendable {
    package let storedData: StoredDataService
    package let notices: NoticeService
    package let exports: PersonalExportService
    package let erasures: ErasureService
    package let wipe: WipeService

    package init(
        storedData: StoredDataService, notices: NoticeService, exports: PersonalExportService,
        erasures: ErasureService, wipe: WipeService
    ) {
        self.storedData = storedData
        self.notices = notices
        self.exports = exports
        self.erasures = erasures
        self.wipe = wipe
    }
}
