import Testing

@testable import HomeStorage

@Suite struct CRC32CTests {
    /// Source: RFC 3720, B.4.
    @Test(
        arguments: [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C), (Array("123456789".utf8), 0xE306_9283),
            ([], 0),
        ] as [([UInt8], UInt32)])
    func checksumsMatchThePublishedVectors(_ bytes: [UInt8], checksum: UInt32) {
        #expect(bytes.withUnsafeBytes { CRC32C.checksum($0) } == checksum)
    }

    @Test func checksumOfPiecesEqualsThatOfTheWhole() {
        let bytes = (0..<100).map { UInt8($0) }
        for cut in bytes.indices {
            var checksum = CRC32C()
            bytes[..<cut].withUnsafeBytes { checksum.update($0) }
            bytes[cut...].withUnsafeBytes { checksum.update($0) }
            #expect(checksum.value == bytes.withUnsafeBytes { CRC32C.checksum($0) })
        }
    }
}
