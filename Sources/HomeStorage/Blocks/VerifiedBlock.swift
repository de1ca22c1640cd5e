/// A block that was read back before anything relies on it.
///
/// Its records leave the place where they were (the log, or smaller blocks) in the same transaction, so a mistake of the
/// codec that showed only later would have cost them.
enum VerifiedBlock {
    /// The bytes of one block that holds exactly `records`.
    ///
    /// Throws `.damaged` when they do not read back bit for bit; then nothing may be deleted.
    static func encode<Record: SealedRecord>(_ records: ArraySlice<Record>) throws(StorageError) -> [UInt8] {
        let bytes = Record.encode(records)
        let decoded = try? bytes.withUnsafeBytes { bytes throws(BlockDamage) in try Record.decode(bytes) }
        guard let decoded, decoded.count == records.count, zip(decoded, records).allSatisfy({ $0.isIdentical(to: $1) })
        else {
            throw .damaged(
                what: "a block of \(records.count) records would not read back as it was; they stay where they are")
        }
        return bytes
    }
}
