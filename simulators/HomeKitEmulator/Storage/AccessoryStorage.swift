package import EmulatorStorage

/// Where an accessory keeps its identity and its pairings.
package enum AccessoryStorage: Hashable, Sendable {
    /// They end with the server.
    case memory
    case file(RecordFile)

    /// In the file `NAME.json` of this folder, which must exist.
    package static func file(folder: String, name: String) -> AccessoryStorage {
        .file(RecordFile(folder: folder, name: name))
    }

    /// The stored record; nil if there is none. Throws if it cannot be read.
    func load() throws(RecordFileError) -> AccessoryRecord? {
        guard case .file(let file) = self, let data = try file.read() else { return nil }
        guard let record = AccessoryRecord(bytes: Array(data)) else { throw .damaged(path: file.path) }
        return record
    }

    /// Returns after the record is on the disk. A crash leaves either the earlier or the new record.
    func save(_ record: AccessoryRecord) throws(RecordFileError) {
        if case .file(let file) = self { try file.write(record.exposedBytes) }
    }
}
