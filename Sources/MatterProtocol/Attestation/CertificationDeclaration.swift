/// The statement of the Connectivity Standards Alliance that a product is certified.
///
/// Source: Matter core specification 1.4, section 6.3.1.
package struct CertificationDeclaration: Hashable, Sendable {
    package enum CertificationType: Hashable, Sendable {
        case development
        case provisional
        case official
        case unknown(UInt8)

        init(_ number: UInt8) {
            switch number {
            case 0: self = .development
            case 1: self = .provisional
            case 2: self = .official
            default: self = .unknown(number)
            }
        }

        var number: UInt8 {
            switch self {
            case .development: 0
            case .provisional: 1
            case .official: 2
            case .unknown(let number): number
            }
        }
    }

    /// A product of another maker that this product contains, and whose DAC it shows.
    package struct Origin: Hashable, Sendable {
        package let vendorID: UInt16
        package let productID: UInt16

        package init(vendorID: UInt16, productID: UInt16) {
            self.vendorID = vendorID
            self.productID = productID
        }
    }

    private static let maximumProducts = 100
    private static let maximumAuthorities = 10
    private static let certificateIDBytes = 19
    private static let limits = TLVLimits(maximumBytes: 900, maximumElements: 160, maximumDepth: 3)

    package var vendorID: UInt16
    package var productIDs: [UInt16]
    package var deviceTypeID: UInt32
    /// Such as `CSA00000SWC00000-00`.
    package var certificateID: String
    package var securityLevel: UInt8 = 0
    package var securityInformation: UInt16 = 0
    package var versionNumber: UInt16 = 1
    package var certificationType: CertificationType
    package var origin: Origin?
    /// The key ids of the only authorities that the product's certificates may come from; empty if any may.
    package var authorizedAuthorities: [[UInt8]] = []

    package init(
        vendorID: UInt16, productIDs: [UInt16], deviceTypeID: UInt32,
        certificateID: String = "CSA00000SWC00000-00", certificationType: CertificationType = .development,
        origin: Origin? = nil, authorizedAuthorities: [[UInt8]] = []
    ) {
        self.vendorID = vendorID
        self.productIDs = productIDs
        self.deviceTypeID = deviceTypeID
        self.certificateID = certificateID
        self.certificationType = certificationType
        self.origin = origin
        self.authorizedAuthorities = authorizedAuthorities
    }

    /// Reads the content of a signed declaration.
    package init(decoding bytes: [UInt8]) throws(AttestationFailure) {
        do throws(TLVFieldError) {
            let fields = try TLVFields(decoding: bytes, limits: Self.limits)
            guard try fields.integer(0, as: UInt8.self) == 1 else { throw TLVFieldError.invalid(0) }
            vendorID = try fields.integer(1)
            productIDs = try Self.products(fields)
            deviceTypeID = try fields.integer(3)
            certificateID = try fields.text(4)
            guard certificateID.utf8.count == Self.certificateIDBytes else { throw TLVFieldError.invalid(4) }
            securityLevel = try fields.integer(5)
            securityInformation = try fields.integer(6)
            versionNumber = try fields.integer(7)
            certificationType = CertificationType(try fields.integer(8))
            origin = try Self.origin(fields)
            authorizedAuthorities = try Self.authorities(fields)
        } catch {
            throw .malformed(error)
        }
    }

    private static func products(_ fields: TLVFields) throws(TLVFieldError) -> [UInt16] {
        guard let values = fields.value[2] else { throw .missing(2) }
        let numbers = values.values?.compactMap { $0.integer(as: UInt16.self) } ?? []
        guard (1...maximumProducts).contains(numbers.count), numbers.count == values.values?.count else {
            throw .invalid(2)
        }
        return numbers
    }

    /// Both numbers, or neither.
    private static func origin(_ fields: TLVFields) throws(TLVFieldError) -> Origin? {
        switch (try fields.optionalInteger(9, as: UInt16.self), try fields.optionalInteger(10, as: UInt16.self)) {
        case (nil, nil): return nil
        case (let vendor?, let product?): return Origin(vendorID: vendor, productID: product)
        case (nil, _): throw .missing(9)
        case (_, nil): throw .missing(10)
        }
    }

    private static func authorities(_ fields: TLVFields) throws(TLVFieldError) -> [[UInt8]] {
        guard let field = fields.value[11] else { return [] }
        let keyIDs = field.values?.compactMap(\.bytes) ?? []
        guard (1...maximumAuthorities).contains(keyIDs.count), keyIDs.count == field.values?.count,
            keyIDs.allSatisfy({ $0.count == 20 })
        else { throw .invalid(11) }
        return keyIDs
    }

    package var encoded: [UInt8] {
        TLVEncoder.encode(
            .structure([
                0: .number(1 as UInt8), 1: .number(vendorID), 2: .array(productIDs.map { .number($0) }),
                3: .number(deviceTypeID), 4: .text(certificateID), 5: .number(securityLevel),
                6: .number(securityInformation), 7: .number(versionNumber), 8: .number(certificationType.number),
                9: origin.map { .number($0.vendorID) }, 10: origin.map { .number($0.productID) },
                11: authorizedAuthorities.isEmpty ? nil : .array(authorizedAuthorities.map { .bytes($0) }),
            ]))
    }
}
