import MatterProtocol
import SeededRandom
import Testing

@Suite struct SetupCodeTests {
    /// The codes of connectedhomeip's example applications, and those of its tests of manual codes.
    @Test(arguments: [
        ("34970112332", 0xF, 20_202_021), ("3497-011-2332", 0xF, 20_202_021), (" 3497 0112 332\n", 0xF, 20_202_021),
        ("3497–011–2332", 0xF, 20_202_021), ("00000100000", 0, 1),
    ])
    func manualCodeOfElevenDigitsIsRead(text: String, discriminator: UInt8, passcode: UInt32) throws {
        guard text.first != "0" else { return try checkDigitIsAdded(digits: "0000010000", passcode: passcode) }
        let code = try ManualPairingCode(text)
        #expect(code.shortDiscriminator == discriminator)
        #expect(code.passcode.exposedNumber == passcode)
        #expect(code.vendor == nil)
        #expect(code.exposedText == "34970112332")
        #expect(code.exposedLabel == "3497-011-2332")
    }

    /// Exactly one of ten check digits is right.
    private func checkDigitIsAdded(digits: String, passcode: UInt32) throws {
        let codes = (0...9).compactMap { try? ManualPairingCode(digits + String($0)) }
        #expect(codes.map(\.passcode.exposedNumber) == [passcode])
        let code = try #require(codes.first)
        #expect(code.exposedText.hasPrefix(digits))
    }

    /// The rows of connectedhomeip's `TestManualCode.cpp` whose passcode is allowed.
    @Test(arguments: [
        ("52927623630456200032", 5, 38_728_284, 4562, 32), ("40000100000000100001", 0, 1, 1, 1),
    ])
    func manualCodeWithVendorIsRead(
        digits: String, discriminator: UInt8, passcode: UInt32, vendor: UInt16, product: UInt16
    ) throws {
        let codes = (0...9).compactMap { try? ManualPairingCode(digits + String($0)) }
        let code = try #require(codes.first)
        #expect(codes.count == 1)
        #expect(code.shortDiscriminator == discriminator)
        #expect(code.passcode.exposedNumber == passcode)
        #expect(code.vendor == ManualPairingCode.Vendor(vendorID: vendor, productID: product))
        #expect(code.exposedText.hasPrefix(digits))
    }

    @Test(
        arguments: [
            ("", .wrongDigitCount(0)), ("3497011233", .wrongDigitCount(10)), ("349701123321", .wrongDigitCount(12)),
            ("34970112333", .wrongCheckDigit), ("34970121332", .wrongCheckDigit), ("43970112332", .wrongCheckDigit),
            ("3497o112332", .unexpectedCharacter), ("34970112.332", .unexpectedCharacter),
            ("123-45-678", .homeKit), ("X-HM://0023K50QET2YB", .homeKit), ("٣٤٩٧٠١١٢٣٣٢", .unexpectedCharacter),
            ("MT:", .malformedPayload), ("MT:-24J042C00KA0648G0", .malformedPayload),
            ("MT:-24J042C00KA0648G00*-24J042C00KA0648G00", .severalNodes(2)), ("MT:ä", .malformedPayload),
        ] as [(String, SetupCodeError)])
    func mistypedCodeIsRefusedWithAReason(text: String, expected: SetupCodeError) {
        #expect(throws: expected) { try SetupCode(text) }
        #expect(!expected.explanation.isEmpty)
    }

    @Test(arguments: [0, 11_111_111, 55_555_555, 99_999_999, 12_345_678, 87_654_321, 99_999_999, 134_217_727])
    func forbiddenPasscodeIsRefused(number: UInt32) {
        #expect(throws: SetupCodeError.forbiddenPasscode) { try SetupPasscode(number) }
    }

    @Test func everySingleWrongDigitIsDetected() throws {
        let digits = Array("34970112332".utf8)
        for (position, digit) in digits.enumerated() {
            for other in UInt8(ascii: "0")...UInt8(ascii: "9") where other != digit {
                var changed = digits
                changed[position] = other
                #expect(throws: SetupCodeError.wrongCheckDigit) {
                    try ManualPairingCode(String(decoding: changed, as: UTF8.self))
                }
            }
        }
    }

    /// The payload of connectedhomeip's `TestHelpers.h`, and that of its example with all clusters.
    @Test(arguments: [
        (
            "MT:M5L90MP500K64J00000", SetupPayload.Discovery.softAccessPoint, 12, 1, 128, 2048,
            SetupPayload.Flow.standard
        ),
        ("MT:-24J042C00KA0648G00", .bluetooth, 0xFFF1, 0x8001, 3840, 20_202_021, .standard),
    ])
    func payloadOfAQRCodeIsReadAndWritten(
        text: String, discovery: SetupPayload.Discovery, vendor: UInt16, product: UInt16, discriminator: UInt16,
        passcode: UInt32, flow: SetupPayload.Flow
    ) throws {
        let expected = SetupPayload(
            vendorID: vendor, productID: product, flow: flow, discovery: discovery, discriminator: discriminator,
            passcode: try SetupPasscode(passcode))
        #expect(expected.exposedText == text)
        #expect(try SetupPayload(text) == expected)
        #expect(try SetupCode(" " + text.lowercased() + "\n") == .payload(expected))
    }

    @Test func payloadKeepsItsOptionalData() throws {
        let data = TLVValue.structure([0: .text("SN-1"), 0x80: .number(12 as UInt8)])
        let payload = SetupPayload(
            vendorID: 1, productID: 2, flow: .custom, discovery: [.bluetooth, .ipNetwork], discriminator: 0xABC,
            passcode: try SetupPasscode(5), optionalData: data)
        #expect(try SetupPayload(payload.exposedText) == payload)
    }

    @Test func codeNamesTheNodesThatItMayBelongTo() throws {
        let manual = try SetupCode("34970112332")
        #expect(manual.matches(discriminator: 0xF00) && manual.matches(discriminator: 0xFFF))
        #expect(!manual.matches(discriminator: 0xE00))
        let payload = try SetupCode("MT:-24J042C00KA0648G00")
        #expect(payload.matches(discriminator: 0xF00, vendorID: 0xFFF1, productID: 0))
        #expect(!payload.matches(discriminator: 0xF01))
        #expect(!payload.matches(discriminator: 0xF00, vendorID: 0xFFF2))
        #expect(!payload.matches(discriminator: 0xF00, vendorID: 0xFFF1, productID: 0x8002))
    }

    @Test func passcodeIsAbsentFromDescriptions() throws {
        let payload = try SetupCode("MT:-24J042C00KA0648G00")
        var text = ""
        dump(payload, to: &text)
        #expect(!text.contains("20202021") && !"\(payload)".contains("20202021"))
    }

    @Test func randomCodesAreReadAsTheyWereWritten() throws {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let passcode = SetupPasscode.random(using: &random)
            let discriminator = UInt16.random(in: 0..<4096, using: &random)
            let (vendorID, productID) = (UInt16.random(in: 0...0xFFFF, using: &random), UInt16(random.next() & 0xFFFF))
            let manual = ManualPairingCode(
                discriminator: discriminator, passcode: passcode,
                vendor: Bool.random(using: &random) ? .init(vendorID: vendorID, productID: productID) : nil)
            #expect(try ManualPairingCode(manual.exposedText) == manual, "seed \(seed)")
            #expect(try ManualPairingCode(manual.exposedLabel) == manual, "seed \(seed)")
            let payload = SetupPayload(
                vendorID: vendorID, productID: productID, discovery: .init(rawValue: UInt8(random.next() & 0xFF)),
                discriminator: discriminator, passcode: passcode)
            #expect(try SetupPayload(payload.exposedText) == payload, "seed \(seed)")
        }
    }

    @Test func randomTextIsReadOrRefused() {
        let seed = printedSeed()
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. *MT:ä")
        for _ in 0..<3000 {
            let count = Int.random(in: 0...40, using: &random)
            let text = String((0..<count).compactMap { _ in alphabet.randomElement(using: &random) })
            _ = try? SetupCode(text)
            _ = try? SetupCode("MT:" + text)
            _ = try? SetupCode("MT:" + Base38Text.random(using: &random))
        }
    }
}

/// Texts whose groups are valid base 38, so that the parser gets to the fields.
private enum Base38Text {
    static func random(using generator: inout SeededGenerator) -> String {
        let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.")
        let groups = Int.random(in: 3...8, using: &generator)
        return (0..<groups).map { _ in
            String((0..<4).compactMap { _ in digits.randomElement(using: &generator) }) + "0"
        }
        .joined() + "00"
    }
}
