/// How much harm data of a kind could do if others knew it. Each class includes the protection of the classes before it.
package enum DataClass: String, Sendable, Codable, CaseIterable {
    /// Everybody may know it, such as the certificate that each client receives.
    case published = "public"
    /// It says nothing about people and belongs to the operation of the home, such as a counter.
    case internalUse = "internal"
    /// It is about the home or its people, who would not give it to strangers, such as names and settings.
    case confidential
    /// It says how people live or what they did, such as readings and the audit log.
    case sensitive
    /// It gives access, such as a private key or a token.
    case secret
}

extension DataClass: Comparable {
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What the system log may contain of data of a kind.
package enum LogHandling: String, Sendable, Codable, CaseIterable {
    /// As it is.
    case clear
    /// Shortened, or as a code, so that it names no person and gives no access.
    case masked
    case never
}

/// How data of a kind lies on the disk.
package enum StorageHandling: Hashable, Sendable {
    case encrypted
    case plain
    /// Plain although it is secret, for this reason.
    case plainSecret(PlainSecretReason)

    /// Stays the same in later versions.
    package var code: String { self == .encrypted ? "encrypted" : "plain" }

    package var reason: PlainSecretReason? {
        guard case .plainSecret(let reason) = self else { return nil }
        return reason
    }
}

/// Why a secret is stored without encryption.
package enum PlainSecretReason: String, Sendable, Codable, CaseIterable {
    /// Only a digest is stored, from which the secret cannot be computed.
    case digest
    /// The key that encrypts the other secrets of this machine: it can only be protected by the permissions of its file.
    case sealingKey
    /// Another program, or a library, reads it from a file that only the gateway's user, and that program, can open.
    case readByProgram
    /// The browser keeps the private key so that no script can read it, and the tokens are useless without that key.
    case boundToBrowser
    /// It is on the person's own computer, in a file that only this person can open.
    case ownComputer
}
