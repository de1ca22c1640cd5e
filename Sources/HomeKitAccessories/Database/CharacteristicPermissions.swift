/// What a controller may do with a characteristic, as the accessory announces it.
package struct CharacteristicPermissions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let read = CharacteristicPermissions(rawValue: 1)
    package static let write = CharacteristicPermissions(rawValue: 2)
    package static let notify = CharacteristicPermissions(rawValue: 4)
    /// A write may contain authorization data.
    package static let additionalAuthorization = CharacteristicPermissions(rawValue: 8)
    /// A write must follow a `/prepare` request.
    package static let timedWrite = CharacteristicPermissions(rawValue: 16)
    /// The characteristic is not meant for people.
    package static let hidden = CharacteristicPermissions(rawValue: 32)
    package static let writeResponse = CharacteristicPermissions(rawValue: 64)

    /// Parses the words of `perms`; unknown words are ignored.
    init(words: some Sequence<String>) {
        self = []
        for word in words { formUnion(Self.meanings[word.lowercased()] ?? []) }
    }

    private static let meanings: [String: CharacteristicPermissions] = [
        "pr": .read, "pw": .write, "ev": .notify, "aa": .additionalAuthorization, "tw": .timedWrite, "hd": .hidden,
        "wr": .writeResponse,
    ]
}
