import SwiftASN1

/// The object identifiers of the attributes in the names of certificates.
enum X520Attribute {
    /// The kind of a domain component, which X.509 writes as an IA5 string.
    static let domainComponent: UInt8 = 16

    /// The identifier of an attribute, by its tag in TLV; nil if the tag stands for none.
    static func identifier(of kind: UInt8) -> ASN1ObjectIdentifier? {
        if kind == domainComponent { return [0, 9, 2342, 19_200_300, 100, 1, 25] }
        guard let arc = arcs[kind] else { return nil }
        return [2, 5, 4, arc]
    }

    static func identifier(of kind: MatterName.NumberKind) -> ASN1ObjectIdentifier {
        [1, 3, 6, 1, 4, 1, 37244, 1, UInt(kind.rawValue - 16)]
    }

    /// Common name, surname, serial number, country, locality, state, organisation, organisational unit, title, name,
    /// given name, initials, generation qualifier, distinguished-name qualifier and pseudonym.
    private static let arcs: [UInt8: UInt] = [
        1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 10, 8: 11, 9: 12, 10: 41, 11: 42, 12: 43, 13: 44, 14: 46, 15: 65,
    ]
}
