/// An extension of a Matter certificate.
package enum MatterCertificateExtension: Hashable, Sendable {
    case basicConstraints(isAuthority: Bool, pathLength: UInt8?)
    case keyUsage(KeyUsage)
    case extendedKeyUsage([ExtendedKeyUsage])
    case subjectKeyID([UInt8])
    case authorityKeyID([UInt8])
    /// The DER of an extension of X.509 that has no form of its own in TLV.
    case other([UInt8])

    package struct KeyUsage: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16
        package init(rawValue: UInt16) { self.rawValue = rawValue }
        package static let digitalSignature = KeyUsage(rawValue: 0x01)
        package static let keyCertSign = KeyUsage(rawValue: 0x20)
        package static let crlSign = KeyUsage(rawValue: 0x40)
    }

    package enum ExtendedKeyUsage: UInt8, Hashable, Sendable {
        case serverAuth = 1
        case clientAuth, codeSigning, emailProtection, timeStamping, ocspSigning
    }

    static let keyIDBytes = 20
    private static let maximumUsages = 6

    init(_ element: TLVElement) throws(CertificateFailure) {
        guard case .context(let tag) = element.tag else { throw .invalidExtensions }
        switch tag {
        case 1: self = try Self.basicConstraints(element.value)
        case 2:
            guard let usage = element.value.integer(as: UInt16.self), usage < 0x200 else { throw .invalidExtensions }
            self = .keyUsage(KeyUsage(rawValue: usage))
        case 3:
            guard let values = element.value.values, (1...Self.maximumUsages).contains(values.count) else {
                throw .invalidExtensions
            }
            var usages: [ExtendedKeyUsage] = []
            for value in values {
                guard let usage = value.integer(as: UInt8.self).flatMap(ExtendedKeyUsage.init(rawValue:)) else {
                    throw .invalidExtensions
                }
                usages.append(usage)
            }
            self = .extendedKeyUsage(usages)
        case 4: self = .subjectKeyID(try Self.keyID(element.value))
        case 5: self = .authorityKeyID(try Self.keyID(element.value))
        case 6:
            guard let bytes = element.value.bytes, !bytes.isEmpty else { throw .invalidExtensions }
            self = .other(bytes)
        default: throw .invalidExtensions
        }
    }

    private static func basicConstraints(_ value: TLVValue) throws(CertificateFailure) -> Self {
        guard value.elements != nil, let isAuthority = value[1]?.boolean else { throw .invalidExtensions }
        guard let field = value[2] else { return .basicConstraints(isAuthority: isAuthority, pathLength: nil) }
        guard let pathLength = field.integer(as: UInt8.self), isAuthority else { throw .invalidExtensions }
        return .basicConstraints(isAuthority: isAuthority, pathLength: pathLength)
    }

    private static func keyID(_ value: TLVValue) throws(CertificateFailure) -> [UInt8] {
        guard let bytes = value.bytes, bytes.count == keyIDBytes else { throw .invalidExtensions }
        return bytes
    }

    var element: TLVElement {
        switch self {
        case .basicConstraints(let isAuthority, let pathLength):
            .context(1, is: .structure([1: .boolean(isAuthority), 2: pathLength.map { .number($0) }]))
        case .keyUsage(let usage): .context(2, is: .number(usage.rawValue))
        case .extendedKeyUsage(let usages): .context(3, is: .array(usages.map { .number($0.rawValue) }))
        case .subjectKeyID(let bytes): .context(4, is: .bytes(bytes))
        case .authorityKeyID(let bytes): .context(5, is: .bytes(bytes))
        case .other(let bytes): .context(6, is: .bytes(bytes))
        }
    }

    /// The tag in TLV, which occurs once in a certificate except for other extensions.
    var tag: UInt8 {
        if case .context(let tag) = element.tag { tag } else { 0 }
    }
}
