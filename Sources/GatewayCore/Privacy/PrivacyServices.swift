/// The rights of people over what the home keeps about them.
package struct PrivacyServices: Sendable {
    package let erasures: ErasureService

    package init(erasures: ErasureService) { self.erasures = erasures }
}
