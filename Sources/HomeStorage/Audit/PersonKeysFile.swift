import Crypto
import Foundation

/// Where the keys of people lie, sealed under the log's own key: two places in one file, written in turn and in place,
/// so that somebody's first entry finds room on a full disk, and a torn write leaves the keys before it.
struct PersonKeysFile {
    static let name = "people.keys"
    /// Room for the keys of some hundred people; it grows with them.
    static let smallestPlace = 32 << 10
    private static let purpose = "tomte audit people"

    private struct Content: Codable {
        /// Grows with each write.
        let generation: Int
        let keys: [PersonKey]
        /// Pseudonyms whose keys were destroyed. Earlier versions wrote none, and destroyed none.
        let erased: [String]?
        /// Absent in what versions wrote that did not remember the end of the log elsewhere.
        let isLogRemembered: Bool?
    }

    /// What was found when the file was opened.
    struct Opened {
        let file: PersonKeysFile
        let keys: PersonKeyring
        /// True when the file is absent, empty or damaged.
        let lacksKeys: Bool
        /// A sentence when the keys could not be read; the file is then put aside.
        let note: String?
    }

    private let folder: AuditFolder
    private let sealing: SymmetricKey
    private var file: SegmentFile
    private var placeBytes: Int
    /// Of what was written last; 0 before the first write.
    private(set) var generation: Int
    /// Whether the end of the log is remembered elsewhere, beside the log's keys: from then on a start that finds no such
    /// memory there has lost it. It is kept here because retention never takes this file.
    private(set) var isLogRemembered: Bool

    /// Opens the file, making it where there is none.
    static func open(in folder: AuditFolder, sealing: SymmetricKey) throws(AuditError) -> Opened {
        let bytes = folder.exists(name) ? try folder.read(name) : []
        let half = bytes.count / 2
        let newest = newest(in: bytes, sealing)
        let isDamaged = newest == nil && bytes.contains { $0 != 0 }
        if isDamaged { try folder.rename(name, to: "\(name).damaged") }
        let placeBytes = isDamaged || half < smallestPlace ? smallestPlace : half
        if isDamaged || half < smallestPlace { try make(in: folder, placeBytes) }
        return Opened(
            file: PersonKeysFile(
                folder: folder, sealing: sealing, file: try SegmentFile(opening: name, in: folder, writable: true),
                placeBytes: placeBytes, generation: newest?.generation ?? 0,
                isLogRemembered: newest?.isLogRemembered ?? false),
            keys: PersonKeyring(newest?.keys ?? [], erased: Set(newest?.erased ?? [])), lacksKeys: newest == nil,
            note: isDamaged ? "The keys of people cannot be read; what the log said of them stays a pseudonym." : nil)
    }

    /// Whether the folder shows what was written last.
    var isInPlace: Bool {
        guard let bytes = try? folder.read(Self.name) else { return false }
        return Self.newest(in: bytes, sealing)?.generation ?? 0 == generation
    }

    /// Returns once the keys are on the disk; `everywhere` overwrites all that the file held before. `isLogRemembered`
    /// stays true once it was.
    mutating func write(
        _ keys: PersonKeyring, everywhere: Bool, isLogRemembered: Bool = false
    ) throws(AuditError) {
        let next = generation + 1
        let isRemembered = self.isLogRemembered || isLogRemembered
        let bytes = try SealedPlace.bytes(
            of: Content(
                generation: next, keys: keys.all, erased: keys.erased.sorted(),
                isLogRemembered: isRemembered ? true : nil), sealing, Self.purpose)
        if bytes.count > placeBytes { try grow(to: 2 * bytes.count) }
        let place = next % 2
        for place in everywhere ? [place, 1 - place] : [place] {
            let padding = [UInt8](repeating: 0, count: everywhere ? placeBytes - bytes.count : 0)
            try file.write(bytes + padding, at: place * placeBytes)
            try file.sync()
        }
        (generation, self.isLogRemembered) = (next, isRemembered)
    }

    /// The old file keeps its keys only until its blocks are overwritten, here.
    private mutating func grow(to bytes: Int) throws(AuditError) {
        let old = file
        let held = try folder.read(Self.name)
        let place = generation % 2
        let newest = Array(held[place * placeBytes..<(place + 1) * placeBytes])
        var new = [UInt8](repeating: 0, count: 2 * bytes)
        new.replaceSubrange(place * bytes..<place * bytes + placeBytes, with: newest)
        try folder.replace(Self.name, with: new)
        file = try SegmentFile(opening: Self.name, in: folder, writable: true)
        placeBytes = bytes
        try old.write([UInt8](repeating: 0, count: held.count), at: 0)
        try old.sync()
    }

    private static func make(in folder: AuditFolder, _ placeBytes: Int) throws(AuditError) {
        try folder.replace(name, with: [UInt8](repeating: 0, count: 2 * placeBytes))
    }

    private static func newest(in bytes: [UInt8], _ sealing: SymmetricKey) -> Content? {
        let half = bytes.count / 2
        return [bytes.prefix(half), bytes.suffix(half)]
            .compactMap { SealedPlace.content(of: Array($0), sealing, purpose) as Content? }
            .max { $0.generation < $1.generation }
    }
}
