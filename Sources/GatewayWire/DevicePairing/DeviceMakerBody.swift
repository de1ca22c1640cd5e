package import HomeModel

/// `GET /device-makers`: the makers whose devices the gateway recognises as genuine.
package struct DeviceMakersBody: Codable, Sendable {
    /// The day of the list that comes with the program; absent without a list.
    package let listDate: String?
    package let makers: [DeviceMakerBody]
    /// Sentences about entries that were left out.
    package let damage: [String]

    package init(listDate: String?, makers: [DeviceMakerBody], damage: [String]) {
        self.listDate = listDate
        self.makers = makers
        self.damage = damage
    }
}

/// A certificate by which the gateway recognises the devices of a maker.
package struct DeviceMakerBody: Codable, Sendable {
    package let id: DeviceMakerID
    package let role: DeviceMaker.Role
    /// Escaped.
    package let subject: String
    /// Absent if it may confirm the devices of any maker.
    package let vendorID: Int?
    /// SHA-256, 64 hexadecimal digits.
    package let fingerprint: String
    package let isForTests: Bool
    package let isAdded: Bool

    package init(
        id: DeviceMakerID, role: DeviceMaker.Role, subject: String, vendorID: Int? = nil, fingerprint: String,
        isForTests: Bool, isAdded: Bool
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

/// `POST /device-makers` and `POST /device-makers/check`: the certificate of a maker.
package struct NewDeviceMakerBody: Codable, Sendable {
    /// The most bytes of the text.
    package static let maximumBytes = 16 << 10

    /// In PEM form.
    package let certificate: String
    /// Whether a maker for tests is wanted too. False if absent.
    package let acceptsTests: Bool?

    package init(certificate: String, acceptsTests: Bool? = nil) {
        self.certificate = certificate
        self.acceptsTests = acceptsTests
    }
}
