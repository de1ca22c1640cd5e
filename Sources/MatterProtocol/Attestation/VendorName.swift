import SwiftASN1
import X509

/// The vendor and the product that the name in an attestation certificate contains: as attributes of their own, or
/// within the common name as `Mvid:FFF1` and `Mpid:8000`.
struct VendorName: Hashable {
    let vendorID: UInt16?
    let productID: UInt16?

    static let vendorAttribute: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 37244, 2, 1]
    static let productAttribute: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 37244, 2, 2]

    /// Nil if an attribute occurs twice or has another form than four upper-case hexadecimal digits.
    init?(_ name: DistinguishedName) {
        let attributes = name.flatMap { Array($0) }
        let vendors = attributes.filter { $0.type == Self.vendorAttribute }
        let products = attributes.filter { $0.type == Self.productAttribute }
        guard vendors.count <= 1, products.count <= 1 else { return nil }
        if vendors.isEmpty && products.isEmpty {
            let names = attributes.filter { $0.type == .RDNAttributeType.commonName }.compactMap { String($0.value) }
            vendorID = names.lazy.compactMap { Self.number(after: "Mvid:", in: $0) }.first
            productID = names.lazy.compactMap { Self.number(after: "Mpid:", in: $0) }.first
        } else {
            let vendor = vendors.first.map { Self.number(String($0.value) ?? "") }
            let product = products.first.map { Self.number(String($0.value) ?? "") }
            // Both are optional, and what is there must be a number.
            if case .some(nil) = vendor { return nil }
            if case .some(nil) = product { return nil }
            vendorID = vendor ?? nil
            productID = product ?? nil
        }
    }

    private static func number(after prefix: String, in text: String) -> UInt16? {
        text.ranges(of: prefix).lazy.compactMap { number(String(text[$0.upperBound...].prefix(4))) }.first
    }

    private static func number(_ text: String) -> UInt16? {
        guard text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
        else { return nil }
        return UInt16(text, radix: 16)
    }
}
