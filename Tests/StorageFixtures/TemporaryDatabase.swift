package import Foundation
import GRDB
package import HomeModel

@testable package import HomeStore
import SQLiteDatabase
@testable package import TimeSeriesStore

/// Calls `body` with a new folder and removes the folder afterwards.
package func withFolder<Value>(_ body: (_ path: String) async throws -> Value) async throws -> Value {
    let folder = "/tmp/tomte-storage-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
}

/// Calls `body` with an open database in a new folder and closes the database afterwards.
package func withDatabase<Value>(_ body: (HomeDatabase) async throws -> Value) async throws -> Value {
    try await withFolder { folder in
        let database = try HomeDatabase.open(path: folder + "/home.sqlite")
        defer { database.close() }
        return try await body(database)
    }
}

extension ReadingStore {
    /// Appends records and returns by how many records the store grew.
    @discardableResult
    package func append(readings: [ValidReading], changes: [StateChange] = []) async throws -> RecordCounts {
        let before = try await counts()
        try await append(RecordBatch(readings: readings, changes: changes))
        return try await counts() - before
    }

    package func all(_ series: SeriesID) async throws -> [Reading] {
        try await readings(
            of: series, from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max),
            notBefore: Timestamp(milliseconds: .min), limit: .max)
    }
}

extension HomeDatabase {
    /// Stores each day of the compacted readings in its own block, which compaction would not do.
    package func splitIntoDays(_ series: SeriesID) async throws {
        guard let key = await readings.table.key(of: series) else { return }
        let days = Dictionary(grouping: try await readings.all(series)) { $0.time.milliseconds / 86_400_000 }
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM block WHERE series = ?", arguments: [key])
            for (_, day) in days.sorted(by: { $0.key < $1.key }) {
                try db.execute(
                    sql: "INSERT INTO block (series, first, last, count, data) VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        key, day[0].time.milliseconds, day[day.count - 1].time.milliseconds, day.count,
                        Data(ReadingBlock.encode(day[...])),
                    ])
            }
        }
    }
}

/// Returns the error with which the file is refused, or nil if it opens.
package func refusal(opening path: String) -> StorageError? {
    do throws(StorageError) {
        try HomeDatabase.open(path: path).close()
        return nil
    } catch {
        return error
    }
}

/// Creates a database file from SQL text alone.
package func makeFile(_ path: String, sql: String) throws {
    let connection = try DatabaseQueue(path: path)
    try connection.writeWithoutTransaction { try $0.execute(sql: sql) }
    try connection.close()
}

/// Copies the files of a database, as a kill would leave them, to another name.
package func copy(_ database: HomeDatabase, to path: String) throws {
    let folder = (database.path as NSString).deletingLastPathComponent
    let name = (database.path as NSString).lastPathComponent
    for file in try FileManager.default.contentsOfDirectory(atPath: folder)
    where file.hasPrefix(name) && !file.hasSuffix(".lock") && !file.hasSuffix("-shm") {
        try FileManager.default.copyItem(atPath: "\(folder)/\(file)", toPath: path + file.dropFirst(name.count))
    }
}

/// Returns the bytes of every file of the folder except the lock.
package func contents(of folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".lock") }
    return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: folder + "/" + $0))) })
}
