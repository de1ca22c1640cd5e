import HomeModel
import Testing

@Suite struct MatterRecordTests {
    @Test(arguments: [nodeName, nodeName.lowercased()])
    func operationalNodeWithoutTXTIsDecoded(instance: String) throws {
        let record = try MatterOperationalRecord(instance: instance, txt: TXTRecord())
        #expect(record.compressedFabricID == 0x0123_4567_89AB_CDEF)
        #expect(record.nodeID == 0xAA)
        #expect(record.session.idleInterval == .milliseconds(500))
        #expect(record.session.activeInterval == .milliseconds(300))
        #expect(record.session.activeThreshold == .milliseconds(4000))
        #expect(record.session.tcp == [])
        let any = try ServiceRecord(kind: .matterOperational, instance: instance, txt: TXTRecord())
        #expect(any.identity(instance: instance) == nodeName)
    }

    @Test(arguments: [
        "", "-", "Lamp", "0123456789ABCDEF", "0123456789ABCDEF-", "0123456789ABCDEF-00000000000000AG",
        "0123456789ABCDEF-00000000000000AA-", "0123456789ABCDEF_00000000000000AA", "+123456789ABCDEF-00000000000000AA",
        "0123456789ABCDEF0-0000000000000AA",
    ])
    func instanceNameWithoutANodeIsRejected(instance: String) {
        #expect(throws: ServiceRejection.malformedInstanceName) {
            try MatterOperationalRecord(instance: instance, txt: TXTRecord())
        }
    }

    @Test func sessionParametersAreDecoded() {
        let session = MatterSessionParameters(TXTRecord("sii=5000", "SAI=0", "SAT=65535", "T=6"))
        #expect(session.idleInterval == .seconds(5))
        #expect(session.activeInterval == .zero)
        #expect(session.activeThreshold == .milliseconds(65535))
        #expect(session.tcp == [.client, .server])
    }

    @Test(arguments: ["SII=3600001", "SII=0500", "SII=-5", "SII=99999999999999", "SII=", "SII=5 s"])
    func invalidSessionParameterFallsBackToTheDefault(entry: String) {
        #expect(MatterSessionParameters(TXTRecord(entry)).idleInterval == .milliseconds(500))
    }

    @Test func commissionableDeviceIsDecoded() {
        let record = MatterCommissionableRecord(
            TXTRecord("D=3840", "CM=2", "VP=65521+32769", "DT=256", "DN=Kitchen", "RI=0aFF", "PH=33", "PI=Hold 5 s"))
        #expect(record.discriminator == 3840)
        #expect(record.commissioningMode == .enhanced)
        #expect(record.vendorID == 65521)
        #expect(record.productID == 32769)
        #expect(record.deviceType == 256)
        #expect(record.deviceName?.description == "Kitchen")
        #expect(record.rotatingID == [0x0A, 0xFF])
        #expect(record.pairingHint == 33)
        #expect(record.pairingInstruction?.description == "Hold 5 s")
    }

    @Test(
        arguments: [
            ("D=4095", 4095, nil, nil), ("D=4096", nil, nil, nil), ("D=01", nil, nil, nil), ("VP=1", nil, 1, nil),
            ("VP=1+2", nil, 1, 2), ("VP=1+", nil, 1, nil), ("VP=+2", nil, nil, nil), ("VP=65536", nil, nil, nil),
            ("VP=65535+65535+", nil, nil, nil), ("VP=1+2+3", nil, 1, nil),
        ] as [(String, UInt16?, UInt16?, UInt16?)])
    func valuesBeyondTheirLimitsAreLeftOut(entry: String, discriminator: UInt16?, vendor: UInt16?, product: UInt16?) {
        let record = MatterCommissionableRecord(TXTRecord(entry))
        #expect(record.discriminator == discriminator)
        #expect(record.vendorID == vendor)
        #expect(record.productID == product)
    }

    @Test func overlongTextsAndInvalidHexAreLeftOut() {
        let long = String(repeating: "x", count: 129)
        let record = MatterCommissionableRecord(
            TXTRecord("DN=\(long.prefix(33))", "PI=\(long)", "RI=ABC", "PH=99999999999", "CM=9"))
        #expect(record.deviceName == nil)
        #expect(record.pairingInstruction == nil)
        #expect(record.rotatingID == nil)
        #expect(record.pairingHint == nil)
        #expect(record.commissioningMode == .unknown(9))
        #expect(MatterCommissionableRecord(TXTRecord("RI=\(String(repeating: "AB", count: 51))")).rotatingID == nil)
    }
}
