/// The rights of people over what the home keeps about them.
package struct PrivacyServices: Sendable {
    package let erasures: ErasureService
    package let wipe: WipeService

    package init(erasures: ErasureService, wipe: WipeService) {
        self.erasures = erasures
        self.wipe = wipe
    }
}
