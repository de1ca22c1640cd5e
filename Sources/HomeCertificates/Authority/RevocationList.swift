import Foundation
import SwiftASN1
import X509

/// A version 2 certificate revocation list. Source: RFC 5280 §5.1.
struct RevocationList {
    /// One revoked certificate.
    struct Entry {
        let serial: [UInt8]
        let revokedAt: Date
    }

    let entries: [Entry]
    let number: Int
    let thisUpdate: Date
    let nextUpdate: Date

    func pem(signedBy root: RootAuthority) throws(CertificateError) -> String {
        let body = try mappingEncodingErrors {
            var serializer = DER.Serializer()
            try serializeBody(into: &serializer, issuer: root.certificate)
            return serializer.serializedBytes
        }
        let signature = try root.signature(for: body)
        return try mappingEncodingErrors {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { list in
                list.serializeRawBytes(body)
                try list.serializeSignatureAlgorithm()
                try list.serialize(ASN1BitString(bytes: signature[...]))
            }
            return PEMDocument(type: "X509 CRL", derBytes: serializer.serializedBytes).pemString
        }
    }

    private func serializeBody(into serializer: inout DER.Serializer, issuer: Certificate) throws {
        try serializer.appendConstructedNode(identifier: .sequence) { body in
            try body.serialize(1)  // version 2
            try body.serializeSignatureAlgorithm()
            try body.serialize(issuer.subject)
            try body.serializeTime(thisUpdate)
            try body.serializeTime(nextUpdate)
            if !entries.isEmpty {
                try body.appendConstructedNode(identifier: .sequence) { list in
                    for entry in entries {
                        try list.appendConstructedNode(identifier: .sequence) { one in
                            try one.serialize(ArraySlice(entry.serial))
                            try one.serializeTime(entry.revokedAt)
                        }
                    }
                }
            }
            try body.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { tagged in
                try tagged.appendConstructedNode(identifier: .sequence) {
                    try serializeExtensions(into: &$0, issuer: issuer)
                }
            }
        }
    }

    private func serializeExtensions(into serializer: inout DER.Serializer, issuer: Certificate) throws {
        let key = SubjectKeyIdentifier(hash: issuer.publicKey)
        let authority = try Certificate.Extension(
            AuthorityKeyIdentifier(keyIdentifier: key.keyIdentifier), critical: false)
        try serializer.serializeExtension(authority.oid, value: Array(authority.value))
        var number = DER.Serializer()
        try number.serialize(self.number)
        try serializer.serializeExtension([2, 5, 29, 20], value: number.serializedBytes)
    }
}

extension DER.Serializer {
    fileprivate mutating func serializeSignatureAlgorithm() throws {
        try appendConstructedNode(identifier: .sequence) { algorithm in
            try algorithm.serialize([1, 2, 840, 10045, 4, 3, 2] as ASN1ObjectIdentifier)  // ecdsa-with-SHA256
        }
    }

    fileprivate mutating func serializeExtension(_ oid: ASN1ObjectIdentifier, value: [UInt8]) throws {
        try appendConstructedNode(identifier: .sequence) { one in
            try one.serialize(oid)
            try one.serialize(ASN1OctetString(contentBytes: value[...]))
        }
    }

    /// UTCTime through 2049, GeneralizedTime from 2050 (RFC 5280 §5.1.2.4).
    fileprivate mutating func serializeTime(_ date: Date) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day, let hours = parts.hour,
            let minutes = parts.minute, let seconds = parts.second
        else { throw CertificateError.encoding("a date has no calendar form") }
        if year < 2050 {
            try serialize(
                UTCTime(year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds))
        } else {
            try serialize(
                GeneralizedTime(
                    year: year, month: month, day: day, hours: hours, minutes: minutes, seconds: seconds,
                    fractionalSeconds: 0))
        }
    }
}
