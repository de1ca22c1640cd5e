import HomeModel

extension DataInventory {
    /// Certificates and keys.
    static let keys: [StoredDataKind] = [
        StoredDataKind(
            "certificates", title: "Certificates for connections",
            what: "Certificates of the gateway, of the broker and of devices.",
            purpose: "So that connections at home are encrypted, and each side knows the other.",
            class: .published, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .everyone,
            places: [
                .folder("certificates", files: "*.pem"), .folder("broker", files: "*.pem"),
                .folder("external-broker", files: "*.pem"), .brokerService("configuration", files: "*.pem"),
            ]),
        StoredDataKind(
            "privateKeys", title: "Private keys for connections",
            what: "Private keys with which the gateway connects to the broker, and the broker's own.",
            purpose: "So that nothing else can take their place.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.readByProgram),
            since: .release("0.1.0"), kept: .untilReplaced, readers: .program,
            places: [
                .folder("certificates", files: "*.key"), .folder("broker", files: "*.key"),
                .folder("external-broker", files: "*.key"), .folder("run/takeover", files: "*"),
                .brokerService("configuration", files: "*.key"),
            ]),
        StoredDataKind(
            "brokerPasswords", title: "Check values of device passwords",
            what: "Check values of the passwords of devices that cannot use certificates.",
            purpose: "To recognise such a device.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.digest), since: .release("0.1.0"),
            kept: .untilRemoved, readers: .program,
            places: [.folder("broker", files: "passwords"), .brokerService("configuration", files: "passwords")]),
        StoredDataKind(
            "sealedSecrets", title: "Encrypted secrets",
            what: "All other secrets: the keys of the root certificates, of the audit log, of PINs, of paired devices, "
                + "of the check values of ids, of photographs, of incidents and of the list of erasures, and the list of issued "
                + "credentials.",
            purpose: "So that only this gateway has them.",
            class: .secret, about: .noPerson, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .untilRemoved, readers: .program, places: [.folder("secrets", files: "*.sealed")]),
        StoredDataKind(
            "sealingKey", title: "Key to the encrypted secrets",
            what: "The key that encrypts the other secrets, if the system keeps none for the gateway.",
            purpose: "So that a copy of the other files reveals no secret.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.sealingKey),
            since: .release("0.1.0"), kept: .homeLifetime, readers: .program,
            places: [.folder("secrets", files: "sealing.key")]),
        StoredDataKind(
            "photographKeys", title: "Keys to photographs and manuals",
            what: "The key of each photograph and manual, which itself is encrypted with a key of the gateway.",
            purpose: "So that one that was removed cannot be read any more, also not from a copy of its file.",
            class: .secret, about: .noPerson, logs: .never, storage: .encrypted, since: .database(22),
            kept: .untilRemoved, readers: .program, places: [.table("attachment", columns: "key")]),
        StoredDataKind(
            "simulatedCredentials", title: "Credentials of simulated devices",
            what: "Credentials of simulated devices; no other device has any here.",
            purpose: "To try the program without devices.",
            class: .secret, about: .noPerson, logs: .never, storage: .plainSecret(.readByProgram),
            since: .release("0.1.0"), kept: .untilRemoved, readers: .program,
            places: [.folder("simulated", files: "*")]),
    ]
}
