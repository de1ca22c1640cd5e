import SegmentedLog
import Crypto
import Foundation
package import HomeModel

/// The file of people's keys, encrypted under the log's own key: two slots in one file, written alternately and in
/// place. Thus a new person's key can be written on a full disk, and a torn write leaves the previous keys intact.
struct PersonKeysFile {
    static let name = "people.keys"
    /// Has space for the keys of some hundred people; the slots grow when needed.
    static let smallestSlot = 32 << 10
    private static let purpose = "tomte audit people"

    /// The encrypted JSON of a slot.
    private struct Content: Codable {
        /// Increases with each write.
        let generation: Int
        let keys: [PersonKey]
        /// Pseudonyms whose keys were destroyed; nil in data of earlier versions, which destroyed none.
        let erased: [String]?
        /// Pseudonyms by the hashes of ids of erased people; nil in data of earlier versions.
        let erasedPeople: [String: String]?
        /// Nil in data of versions that did not save the end of the log outside its files.
        let isLogRemembered: Bool?
    }

    /// The result of opening the file.
    struct Opened {
        let file: PersonKeysFile
        let keys: PersonKeyring
        /// True when the file is absent, empty or damaged.
        let lacksKeys: Bool
        /// A sentence when the keys could not be read; the file is then renamed.
        let note: String?
    }

    private let folder: AuditFolder
    private let sealing: SymmetricKey
    private var file: AuditFile
    private var slotBytes: Int
    /// The generation that was written last; 0 before the first write.
    private(set) var generation: Int
    /// Whether the end of the log is saved beside the log's keys: from then on, a start that finds no copy there
    /// reports a loss. The flag is in this file because retention never deletes this file.
    private(set) var isLogRemembered: Bool

    /// Opens the file, and creates it if there is none.
    static func open(in folder: AuditFolder, sealing: SymmetricKey) throws(AuditError) -> Opened {
        let bytes = folder.exists(name) ? try folder.read(name) : []
        let half = bytes.count / 2
        let newest = newest(in: bytes, sealing)
        let isDamaged = newest == nil && bytes.contains { $0 != 0 }
        if isDamaged { try folder.rename(name, to: "\(name).damaged") }
        let slotBytes = isDamaged || half < smallestSlot ? smallestSlot : half
        if isDamaged || half < smallestSlot { try make(in: folder, slotBytes) }
        return Opened(
            file: PersonKeysFile(
                folder: folder, sealing: sealing, file: try folder.open(name, mode: .writing),
                slotBytes: slotBytes, generation: newest?.generation ?? 0,
                isLogRemembered: newest?.isLogRemembered ?? false),
            keys: PersonKeyring(
                newest?.keys ?? [], erased: Set(newest?.erased ?? []), erasedPeople: newest?.erasedPeople ?? [:],
                hashKey: hashKey(from: sealing)),
            lacksKeys: newest == nil,
            note: isDamaged ? "The keys of people cannot be read; the log shows only pseudonyms for them." : nil)
    }

    /// Whether the file on the disk has the generation that was written last.
    var isUpToDate: Bool {
        guard let bytes = try? folder.read(Self.name) else { return false }
        return Self.newest(in: bytes, sealing)?.generation ?? 0 == generation
    }

    /// Writes the keys; returns when they are on the disk. `inBothSlots` overwrites everything that the file contained
    /// before. `isLogRemembered` stays true once it was set.
    mutating func write(
        _ keys: PersonKeyring, inBothSlots: Bool, isLogRemembered: Bool = false
    ) throws(AuditError) {
        let next = generation + 1
        let isRemembered = self.isLogRemembered || isLogRemembered
        let content = Content(
            generation: next, keys: keys.all, erased: keys.erased.sorted(), erasedPeople: keys.erasedPeople,
            isLogRemembered: isRemembered ? true : nil)
        guard let bytes = SealedSlot.bytes(of: content, key: sealing, purpose: Self.purpose) else {
            throw .encryptionFailed
        }
        if bytes.count > slotBytes { try grow(to: 2 * bytes.count) }
        let slot = next % 2
        for slot in inBothSlots ? [slot, 1 - slot] : [slot] {
            let padding = [UInt8](repeating: 0, count: inBothSlots ? slotBytes - bytes.count : 0)
            try file.write(bytes + padding, at: slot * slotBytes)
            try file.sync()
        }
        (generation, self.isLogRemembered) = (next, isRemembered)
    }

    /// Moves the keys to a file with larger slots, then overwrites the blocks of the old file, which still contain
    /// keys.
    private mutating func grow(to bytes: Int) throws(AuditError) {
        let old = file
        let held = try folder.read(Self.name)
        let slot = generation % 2
        let newest = Array(held[slot * slotBytes..<(slot + 1) * slotBytes])
        var new = [UInt8](repeating: 0, count: 2 * bytes)
        new.replaceSubrange(slot * bytes..<slot * bytes + slotBytes, with: newest)
        try folder.replace(Self.name, with: new)
        file = try folder.open(Self.name, mode: .writing)
        slotBytes = bytes
        try old.write([UInt8](repeating: 0, count: held.count), at: 0)
        try old.sync()
    }

    /// Removes a damaged file that was set aside, and the draft of a write that was interrupted: both may contain the keys
    /// of people who are erased.
    func removeLeftFiles() throws(AuditError) {
        for ending in ["damaged", "new"] { try folder.overwriteAndRemove("\(Self.name).\(ending)") }
        try folder.sync()
    }

    private static func hashKey(from sealing: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: sealing, info: Array("tomte audit erased people".utf8), outputByteCount: 32)
    }

    private static func make(in folder: AuditFolder, _ slotBytes: Int) throws(AuditError) {
        try folder.replace(name, with: [UInt8](repeating: 0, count: 2 * slotBytes))
    }

    private static func newest(in bytes: [UInt8], _ sealing: SymmetricKey) -> Content? {
        let half = bytes.count / 2
        return [bytes.prefix(half), bytes.suffix(half)]
            .compactMap { SealedSlot.content(of: Array($0), key: sealing, purpose: purpose) as Content? }
            .max { $0.generation < $1.generation }
    }
}

extension AuditLog {
    /// Creates and saves the keys of people who have none yet.
    func addKeys(for people: [String]) throws(AuditError) {
        var keyring = sealer.people
        guard keyring.addKeys(for: people) else { return }
        try keysFile?.write(keyring, inBothSlots: false)
        sealer.people = keyring
    }

    /// Returns the pseudonym that stands for the person in the entries, also after the person's key is destroyed.
    package func pseudonym(of person: PersonID) throws(AuditError) -> String {
        guard !isClosed else { throw .closed }
        try addKeys(for: [person.rawValue])
        return sealer.people.key(for: person.rawValue).pseudonym
    }

    /// Whether entries about the person can still be read.
    package func hasKey(of person: PersonID) -> Bool { sealer.people.pseudonym(of: person.rawValue) != nil }

    /// Destroys the key of a person, so that the encrypted data of that person in the entries can never be read again.
    /// The pseudonym and the facts stay in the entries, and the chains can still be verified. Entries about the person
    /// that come later get the same pseudonym, and their data cannot be read either. May be repeated.
    package func destroyKey(of person: PersonID) throws(AuditError) {
        guard !isClosed else { throw .closed }
        // Refusals that are counted so far belong to the time before.
        writeRefusalCounts()
        var keyring = sealer.people
        keyring.destroy(person.rawValue)
        try keysFile?.write(keyring, inBothSlots: true)
        sealer.people = keyring
        try keysFile?.removeLeftFiles()
    }

    /// Records, once, that a copy of the heads is saved beside the log's keys: from now on a start that finds no copy
    /// there reports a loss. Call it after that copy was saved.
    package func recordAnchorSaved() throws(AuditError) {
        guard !isClosed, keysFile?.isLogRemembered == false else { return }
        try keysFile?.write(sealer.people, inBothSlots: false, isLogRemembered: true)
    }
}
