package import EmulatorStorage
import Foundation
import Glibc

/// Where a node keeps its fabrics and the values that controllers wrote.
package enum NodeStorage: Hashable, Sendable {
    /// They end with the server.
    case memory
    case file(RecordFile)

    /// In the file `NAME.json` of this folder, which must exist.
    package static func file(folder: String, name: String) -> NodeStorage {
        .file(RecordFile(folder: folder, name: name))
    }

    /// The stored record; nil if there is none. Throws if it cannot be read.
    func load() throws(RecordFileError) -> NodeRecord? {
        guard case .file(let file) = self, let data = try file.read() else { return nil }
        guard let record = try? JSONDecoder().decode(NodeRecord.self, from: data) else {
            throw .damaged(path: file.path)
        }
        return record
    }

    /// Returns after the record is on the disk. A crash leaves either the earlier or the new record.
    func save(_ record: NodeRecord) throws(RecordFileError) {
        guard case .file(let file) = self else { return }
        guard let data = try? JSONEncoder().encode(record) else { throw .unwritable(path: file.path, code: EINVAL) }
        try file.write(Array(data))
    }
}
