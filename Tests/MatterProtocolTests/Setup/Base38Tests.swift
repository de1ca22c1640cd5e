import Testing

@testable import MatterProtocol

@Suite struct Base38Tests {
    /// The rows of connectedhomeip's `TestQRCode.cpp`.
    @Test(
        arguments: [
            ([], ""), ([10], "A0"), ([10, 10], "OT10"), ([10, 10, 10], "-N.B0"), ([10, 10, 40], "Y6V91"),
            ([10, 10, 255], "Q-M08"), ([35], "Z0"), ([255, 0], "R600"), ([46, 0, 0], "81000"), ([255], "R6"),
            ([255, 255], "NE71"), ([255, 255, 255], "PLS18"), (Array("Hello World!".utf8), "KKHF3W2S013OPM3EJX11"),
        ] as [([UInt8], String)])
    func bytesAreWrittenAndRead(bytes: [UInt8], text: String) {
        #expect(Base38.encode(bytes) == text)
        #expect(Base38.decode(text.utf8) == bytes)
    }

    @Test(arguments: ["S6", "OE71", "QLS18", "0", "000", "000000", "[0", "0\u{1}", " 0", "a0"])
    func impossibleTextIsRefused(text: String) {
        #expect(Base38.decode(text.utf8) == nil)
    }
}
