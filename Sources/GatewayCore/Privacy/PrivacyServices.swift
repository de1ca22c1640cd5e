/// What the home stores about people, and the notice that tells them.
package struct PrivacyServices: Sendable {
    package let storedData: StoredDataService
    package let notices: NoticeService

    package init(storedData: StoredDataService, notices: NoticeService) {
        self.storedData = storedData
        self.notices = notices
    }
}
