/// A certificate by which the gateway recognises the devices of a maker as genuine.
package struct DeviceMaker: Hashable, Sendable {
    package enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// An authority that signs for one or several makers.
        case authority
        /// A key that signs the declarations that products are certified.
        case declarationSigner
        /// The authority that signs for the signers of declarations.
        case declarationRoot
    }

    package let id: DeviceMakerID
    package let role: Role
    /// The subject of the certificate, unchecked.
    package let subject: String
    /// The only maker whose devices it may confirm; nil for any maker.
    package let vendorID: UInt16?
    /// SHA-256 of the certificate, in hexadecimal digits.
    package let fingerprint: String
    /// Whether it is for tests. A person is still asked about each device of a maker for tests.
    package let isForTests: Bool
    /// Whether a person added it; the others come with the program.
    package let isAdded: Bool

    package init(
        id: DeviceMakerID, role: Role, subject: String, vendorID: UInt16?, fingerprint: String, isForTests: Bool,
        isAdded: Bool
    ) {
        self.id = id
        self.role = role
        self.subject = subject
        self.vendorID = vendorID
        self.fingerprint = fingerprint
        self.isForTests = isForTests
        self.isAdded = isAdded
    }
}

/// The beginning of the fingerprint, 16 digits.
package typealias DeviceMakerID = Identifier<DeviceMaker>

/// All makers that the gateway knows.
package struct DeviceMakers: Hashable, Sendable {
    package let all: [DeviceMaker]
    /// The day of the list that comes with the program; nil without a list.
    package let listDate: LocalDate?
    /// Sentences about entries and files that were left out.
    package let damage: [String]

    package init(all: [DeviceMaker], listDate: LocalDate?, damage: [String] = []) {
        self.all = all
        self.listDate = listDate
        self.damage = damage
    }
}
