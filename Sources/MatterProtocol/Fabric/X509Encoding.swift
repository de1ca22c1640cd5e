import Crypto
import SwiftASN1

/// Writes Matter certificates in the form of X.509, byte for byte as their issuers signed them.
enum X509Encoding {
    /// The DER of the part that is signed.
    static func body(_ body: MatterCertificate.Body) throws(CertificateFailure) -> [UInt8] {
        try encode { try append(body, to: &$0) }
    }

    static func certificate(body: MatterCertificate.Body, signature: [UInt8]) throws(CertificateFailure) -> [UInt8] {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
            throw .cryptography
        }
        return try encode { serializer in
            try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                try append(body, to: &serializer)
                try appendSignatureAlgorithm(to: &serializer)
                try serializer.serialize(ASN1BitString(bytes: Array(signature.derRepresentation)[...]))
            }
        }
    }

    private static func encode(_ write: (inout DER.Serializer) throws -> Void) throws(CertificateFailure) -> [UInt8] {
        var serializer = DER.Serializer()
        do {
            try write(&serializer)
        } catch {
            throw .cryptography
        }
        return serializer.serializedBytes
    }

    private static func append(_ body: MatterCertificate.Body, to serializer: inout DER.Serializer) throws {
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            // Version 3 is written as 2.
            try serializer.appendConstructedNode(identifier: tagged(0)) { try $0.serialize(2) }
            serializer.appendPrimitiveNode(identifier: .integer) { $0 += body.serialNumber }
            try appendSignatureAlgorithm(to: &serializer)
            try append(body.issuer, to: &serializer)
            serializer.appendConstructedNode(identifier: .sequence) { serializer in
                append(body.notBefore, to: &serializer)
                append(body.notAfter, to: &serializer)
            }
            try append(body.subject, to: &serializer)
            try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                    try serializer.serialize(ObjectIdentifiers.ellipticCurveKey)
                    try serializer.serialize(ObjectIdentifiers.p256)
                }
                try serializer.serialize(ASN1BitString(bytes: body.publicKey[...]))
            }
            try serializer.appendConstructedNode(identifier: tagged(3)) { serializer in
                try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                    for item in body.extensions { try append(item, to: &serializer) }
                }
            }
        }
    }

    private static func appendSignatureAlgorithm(to serializer: inout DER.Serializer) throws {
        try serializer.appendConstructedNode(identifier: .sequence) {
            try $0.serialize(ObjectIdentifiers.ecdsaWithSHA256)
        }
    }

    private static func append(_ name: MatterName, to serializer: inout DER.Serializer) throws {
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            for attribute in name.attributes {
                try serializer.appendConstructedNode(identifier: .set) { serializer in
                    try serializer.appendConstructedNode(identifier: .sequence) { try append(attribute, to: &$0) }
                }
            }
        }
    }

    private static func append(_ attribute: MatterName.Attribute, to serializer: inout DER.Serializer) throws {
        switch attribute {
        case .number(let kind, let number):
            try serializer.serialize(X520Attribute.identifier(of: kind))
            let digits = HexadecimalText.digits(of: number, count: kind == .caseAuthenticatedTag ? 8 : 16)
            serializer.appendPrimitiveNode(identifier: .utf8String) { $0 += digits.utf8 }
        case .text(let kind, let text, let isPrintable):
            guard let identifier = X520Attribute.identifier(of: kind) else { throw CertificateFailure.invalidName }
            try serializer.serialize(identifier)
            let type: ASN1Identifier =
                kind == X520Attribute.domainComponent ? .ia5String : isPrintable ? .printableString : .utf8String
            serializer.appendPrimitiveNode(identifier: type) { $0 += text.utf8 }
        }
    }

    /// UTC time has two digits for the year and ends with 2049.
    private static func append(_ time: MatterTime, to serializer: inout DER.Serializer) {
        let parts = time.calendar
        let isShort = parts.year < 2050
        let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
        let year = isShort ? twoDigits(parts.year % 100) : String(parts.year)
        let text = year + numbers.map(twoDigits).joined() + "Z"
        serializer.appendPrimitiveNode(identifier: isShort ? .utcTime : .generalizedTime) { $0 += text.utf8 }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func append(_ item: MatterCertificateExtension, to serializer: inout DER.Serializer) throws {
        switch item {
        case .basicConstraints(let isAuthority, let pathLength):
            try append([2, 5, 29, 19], isCritical: true, to: &serializer) { serializer in
                try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                    guard isAuthority else { return }
                    try serializer.serialize(true)
                    if let pathLength { try serializer.serialize(Int(pathLength)) }
                }
            }
        case .keyUsage(let usage):
            try append([2, 5, 29, 15], isCritical: true, to: &serializer) { try $0.serialize(bitString(usage)) }
        case .extendedKeyUsage(let usages):
            try append([2, 5, 29, 37], isCritical: true, to: &serializer) { serializer in
                try serializer.appendConstructedNode(identifier: .sequence) { serializer in
                    for usage in usages { try serializer.serialize(identifier(of: usage)) }
                }
            }
        case .subjectKeyID(let bytes):
            try append([2, 5, 29, 14], isCritical: false, to: &serializer) {
                $0.appendPrimitiveNode(identifier: .octetString) { $0 += bytes }
            }
        case .authorityKeyID(let bytes):
            try append([2, 5, 29, 35], isCritical: false, to: &serializer) { serializer in
                serializer.appendConstructedNode(identifier: .sequence) { serializer in
                    serializer.appendPrimitiveNode(identifier: tagged(0)) { $0 += bytes }
                }
            }
        case .other(let bytes): serializer.serializeRawBytes(bytes)
        }
    }

    private static func append(
        _ identifier: ASN1ObjectIdentifier, isCritical: Bool, to serializer: inout DER.Serializer,
        content: (inout DER.Serializer) throws -> Void
    ) throws {
        var inner = DER.Serializer()
        try content(&inner)
        let bytes = inner.serializedBytes
        try serializer.appendConstructedNode(identifier: .sequence) { serializer in
            try serializer.serialize(identifier)
            if isCritical { try serializer.serialize(true) }
            serializer.appendPrimitiveNode(identifier: .octetString) { $0 += bytes }
        }
    }

    /// The lowest bit of the number is the first of the string, whose last bit is the highest that is set.
    private static func bitString(_ usage: MatterCertificateExtension.KeyUsage) -> ASN1BitString {
        let used = UInt16.bitWidth - usage.rawValue.leadingZeroBitCount
        let byteCount = (used + 7) / 8
        var bytes = [UInt8](repeating: 0, count: byteCount)
        for bit in 0..<used where usage.rawValue >> bit & 1 == 1 { bytes[bit / 8] |= 0x80 >> (bit % 8) }
        return ASN1BitString(bytes: bytes[...], paddingBits: byteCount * 8 - used)
    }

    private static func identifier(
        of usage: MatterCertificateExtension.ExtendedKeyUsage
    ) -> ASN1ObjectIdentifier {
        let arc: UInt =
            switch usage {
            case .serverAuth: 1
            case .clientAuth: 2
            case .codeSigning: 3
            case .emailProtection: 4
            case .timeStamping: 8
            case .ocspSigning: 9
            }
        return [1, 3, 6, 1, 5, 5, 7, 3, arc]
    }

    private static func tagged(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }
}

/// The identifiers of algorithms.
enum ObjectIdentifiers {
    static let ellipticCurveKey: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]
    static let p256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 3, 1, 7]
    static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 2]
    static let data: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 7, 1]
}
