/// The subject or issuer of a Matter certificate: attributes in an order that is a part of the signature.
package struct MatterName: Hashable, Sendable {
    /// The attributes that Matter defines, by their tags in TLV.
    package enum NumberKind: UInt8, Hashable, Sendable, CaseIterable {
        case nodeID = 17
        case firmwareSigningID = 18
        case intermediateID = 19
        case rootID = 20
        case fabricID = 21
        case caseAuthenticatedTag = 22
    }

    package enum Attribute: Hashable, Sendable {
        case number(NumberKind, UInt64)
        /// An attribute of X.520, from 1 for the common name to 16 for a domain component.
        case text(kind: UInt8, String, isPrintable: Bool)
    }

    package static let maximumAttributes = 5

    package let attributes: [Attribute]

    package init(_ attributes: [Attribute]) { self.attributes = attributes }

    package var nodeID: NodeID? { number(.nodeID).map { NodeID(rawValue: $0) } }
    package var fabricID: FabricID? { number(.fabricID).flatMap { FabricID(rawValue: $0) } }
    package var rootID: UInt64? { number(.rootID) }
    package var intermediateID: UInt64? { number(.intermediateID) }

    package var tags: [CASEAuthenticatedTag] {
        attributes.compactMap {
            guard case .number(.caseAuthenticatedTag, let number) = $0 else { return nil }
            return CASEAuthenticatedTag(rawValue: UInt32(truncatingIfNeeded: number))
        }
    }

    /// The kind of the certificate with this subject; nil if the name fits none, or several.
    package var kind: CertificateKind? {
        switch (nodeID, intermediateID, rootID) {
        case (.some(let id), nil, nil): id.isOperational && fabricID != nil && hasValidTags ? .node : nil
        case (nil, .some, nil): .intermediate
        case (nil, nil, .some): .root
        default: nil
        }
    }

    private func number(_ kind: NumberKind) -> UInt64? {
        attributes.lazy.compactMap {
            guard case .number(kind, let number) = $0 else { return nil }
            return number
        }.first
    }

    /// At most three tags, with different identifiers and no version 0.
    private var hasValidTags: Bool {
        let count = attributes.count {
            guard case .number(.caseAuthenticatedTag, _) = $0 else { return false }
            return true
        }
        return count <= CASEAuthenticatedTag.maximumCount && tags.count == count
            && Set(tags.map(\.identifier)).count == count
    }

    // MARK: TLV

    init(_ value: TLVValue) throws(CertificateFailure) {
        guard let elements = value.elements else { throw .invalidName }
        guard elements.count <= Self.maximumAttributes else { throw .tooManyAttributes(limit: Self.maximumAttributes) }
        var attributes: [Attribute] = []
        for element in elements {
            guard case .context(let tag) = element.tag else { throw .invalidName }
            attributes.append(try Self.attribute(tag: tag, value: element.value))
        }
        // Each of Matter's attributes but the tags occurs at most once.
        let single = attributes.compactMap {
            if case .number(let kind, _) = $0, kind != .caseAuthenticatedTag { kind } else { nil }
        }
        guard Set(single).count == single.count else { throw .invalidName }
        self.attributes = attributes
    }

    private static func attribute(tag: UInt8, value: TLVValue) throws(CertificateFailure) -> Attribute {
        if let kind = NumberKind(rawValue: tag) {
            guard let number = value.unsigned else { throw .invalidName }
            guard kind != .caseAuthenticatedTag || number <= UInt32.max else { throw .invalidName }
            return .number(kind, number)
        }
        let kind = tag & 0x7F
        guard X520Attribute.identifier(of: kind) != nil, let text = value.text, !text.isEmpty else {
            throw .invalidName
        }
        return .text(kind: kind, text, isPrintable: tag & 0x80 != 0)
    }

    var value: TLVValue {
        .list(
            attributes.map {
                switch $0 {
                case .number(let kind, let number): .context(kind.rawValue, is: .unsigned(number))
                case .text(let kind, let text, let isPrintable):
                    .context(kind | (isPrintable ? 0x80 : 0), is: .text(text))
                }
            })
    }
}
