/// Encodes blocks and decodes them again for a check before anything relies on them.
///
/// The records are deleted from their previous place (the write-ahead log, or smaller blocks) in the same transaction,
/// so a mistake of the codec that was found only later would have lost them.
enum VerifiedBlock {
    /// Returns the bytes of one block that contains exactly `records`.
    ///
    /// Throws `.damaged` when they do not decode to the same bits; then nothing may be deleted.
    static func encode<Record: BlockRecord>(_ records: ArraySlice<Record>) throws(StorageError) -> [UInt8] {
        let bytes = Record.encode(records)
        let decoded = try? bytes.withUnsafeBytes { bytes throws(BlockDecodingError) in try Record.decode(bytes) }
        guard let decoded, decoded.count == records.count, zip(decoded, records).allSatisfy({ $0.isIdentical(to: $1) })
        else {
            throw .damaged(
                what:
                    "a new block of \(records.count) records did not decode to the same records; they stay where they are"
            )
        }
        return bytes
    }
}
