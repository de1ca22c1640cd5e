/// A service that is announced on all interfaces.
package struct PublishedService: Hashable, Sendable {
    /// A host name that is published with its addresses: that of another host, or a further one of this machine.
    package struct Host: Hashable, Sendable {
        /// An address, and the index of the interface on which it is announced; all interfaces without one.
        package struct Address: Hashable, Sendable {
            /// Numeric IPv4 or IPv6.
            package let text: String
            package let interface: UInt32?

            package init(_ text: String, interface: UInt32? = nil) { (self.text, self.interface) = (text, interface) }
        }

        /// One label without dots; it is announced below `.local`. The name that Avahi announces for this machine by
        /// itself needs no addresses.
        package var label: String
        package var addresses: [Address]

        package init(label: String, addresses: [Address]) { (self.label, self.addresses) = (label, addresses) }
    }

    /// The wanted instance name, at most 63 bytes. When it is in use, an alternative is published.
    package var name: String
    /// Such as `_hap._tcp`.
    package var type: String
    /// First labels such as `_L3840`, each announced below `_sub` and the type.
    package var subtypes: [String]
    package var port: UInt16
    /// `key=value` entries of at most 255 bytes, in order.
    package var txt: [[UInt8]]
    /// The host of the service; nil is the name of this machine.
    package var host: Host?

    package init(
        name: String, type: String, subtypes: [String] = [], port: UInt16, txt: [[UInt8]] = [], host: Host? = nil
    ) {
        self.name = name
        self.type = type
        self.subtypes = subtypes
        self.port = port
        self.txt = txt
        self.host = host
    }

    /// Throws `.invalidService` for a value that Avahi would refuse or shorten; the reason is a sentence for people.
    func validate() throws(AvahiError) {
        func require(_ condition: Bool, reason: String) throws(AvahiError) {
            guard condition else { throw .invalidService(reason) }
        }
        func isLabel(_ text: String) -> Bool {
            (1...63).contains(text.utf8.count) && !text.utf8.contains(0)
        }
        try require(isLabel(name), reason: "its name has to have 1 to 63 bytes, none of them zero")
        try require(
            type.wholeMatch(of: /_[A-Za-z0-9-]{1,15}\._(tcp|udp)/) != nil,
            reason: "its type has to look like _name._tcp or _name._udp")
        try require(
            subtypes.allSatisfy { $0.hasPrefix("_") && isLabel($0) && !$0.contains(".") },
            reason: "each subtype has to be one label that starts with _")
        try require(
            txt.allSatisfy { (1...255).contains($0.count) }, reason: "each TXT entry has to have 1 to 255 bytes")
        if let host {
            try require(
                isLabel(host.label) && !host.label.contains("."),
                reason: "its host has to be one label of 1 to 63 bytes")
            try require(
                host.addresses.allSatisfy { parsedAddress($0.text) != nil },
                reason: "its host has to have numeric addresses")
        }
    }
}

/// The state of a published service.
package enum PublicationState: Hashable, Sendable {
    /// Not announced: not yet, or because the daemon is not available.
    case waiting
    /// Announced under this name, and with this label of its host: nil for the name of this machine.
    case established(name: String, hostLabel: String?)
    /// Given up. It is tried again when the daemon comes back.
    case failed(AvahiError)
}
