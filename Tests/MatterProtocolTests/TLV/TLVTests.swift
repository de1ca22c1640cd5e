import MatterProtocol
import Testing

@Suite struct TLVTests {
    /// The examples of the Matter specification, appendix A.12.
    @Test(arguments: [
        ("08", TLVValue.boolean(false)), ("09", .boolean(true)), ("00 2a", .signed(42)), ("00 ef", .signed(-17)),
        ("04 2a", .unsigned(42)), ("02 f0 67 fd ff", .signed(-170_000)),
        ("03 00 90 2f 50 09 00 00 00", .signed(40_000_000_000)),
        ("0c 06 48 65 6c 6c 6f 21", .text("Hello!")), ("0c 07 54 73 63 68 c3 bc 73", .text("Tschüs")),
        ("10 05 00 01 02 03 04", .bytes([0, 1, 2, 3, 4])), ("14", .null),
        ("0a 33 33 8f 41", .float(17.9)), ("0b 66 66 66 66 66 e6 31 40", .double(17.9)),
        ("15 18", .structure([] as [TLVElement])), ("16 18", .array([])), ("17 18", .list([] as [TLVElement])),
        ("15 20 00 2a 20 01 ef 18", .structure([.context(0, is: .signed(42)), .context(1, is: .signed(-17))])),
        ("16 00 00 00 01 00 02 18", .array([.signed(0), .signed(1), .signed(2)])),
    ])
    func specifiedExampleIsDecodedAndEncoded(hexadecimal: String, value: TLVValue) throws {
        let bytes = hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        #expect(try TLVDecoder.decode(bytes) == value)
        #expect(TLVEncoder.encode(value) == bytes)
    }
}
