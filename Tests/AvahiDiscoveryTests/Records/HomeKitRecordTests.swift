import HomeModel
import Testing

@Suite struct HomeKitRecordTests {
    private func record(_ entries: String...) throws -> HomeKitRecord {
        try HomeKitRecord(TXTRecord(entries: (["id=\(lampID)"] + entries).map { Array($0.utf8) }))
    }

    @Test func completeRecordIsDecoded() throws {
        let record = try record("c#=65536", "ff=3", "md=Hue Bridge", "pv=1.1", "s#=9", "sf=5", "ci=2", "sh=AQIDBA==")
        #expect(record.accessoryID == "aa:bb:cc:dd:ee:ff")
        #expect(record.configurationNumber == 65536)
        #expect(record.features == [.appleAuthenticationCoprocessor, .softwareAuthentication])
        #expect(record.model?.description == "Hue Bridge")
        #expect(record.protocolVersion.description == "1.1")
        #expect(record.protocolVersion.isSupported)
        #expect(record.stateNumber == 9)
        #expect(record.status == [.notPaired, .problem])
        #expect(!record.isPaired)
        #expect(record.category == .bridge)
        #expect(record.setupHash == [1, 2, 3, 4])
    }

    @Test func recordWithOnlyAnIdentifierIsDecoded() throws {
        let record = try record()
        #expect(record.configurationNumber == nil)
        #expect(record.isPaired)
        #expect(record.category == .other)
        #expect(record.protocolVersion == .one)
        #expect(record.model == nil)
        #expect(record.setupHash == nil)
    }

    @Test(arguments: ["c#=x", "ff=-1", "pv=", "pv=1.x", "pv=.", "s#=99999999999", "sf=\u{7}", "ci=", "sh=%%", "md="])
    func invalidOptionalValueDoesNotHideTheAccessory(entry: String) throws {
        #expect(try record(entry).protocolVersion == .one)
    }

    @Test(arguments: [("1", true), ("1.0", true), ("0.9", true), ("1.1.0", true), ("2.0", false), ("99", false)])
    func higherMajorVersionIsUnsupported(text: String, isSupported: Bool) throws {
        #expect(try record("pv=\(text)").protocolVersion.isSupported == isSupported)
    }

    @Test(arguments: [
        ([], ServiceRejection.missingIdentifier), (["id="], .missingIdentifier), (["id"], .missingIdentifier),
        (["id=AA:BB:CC:DD:EE"], .malformedIdentifier), (["id=AA:BB:CC:DD:EE:FF:00"], .malformedIdentifier),
        (["id=AA:BB:CC:DD:EE:GG"], .malformedIdentifier), (["id=AABBCCDDEEFF"], .malformedIdentifier),
        (["id=A:BB:CC:DD:EE:FFF"], .malformedIdentifier), (["id=:::::"], .malformedIdentifier),
        (["id=ＡＡ:BB:CC:DD:EE:FF"], .malformedIdentifier),
    ])
    func recordWithoutUsableIdentifierIsRejected(entries: [String], rejection: ServiceRejection) {
        #expect(throws: rejection) { try HomeKitRecord(TXTRecord(entries: entries.map { Array($0.utf8) })) }
    }

    @Test func categoryNumbersMapToCategories() {
        #expect(HomeKitCategory(number: 1) == .other)
        #expect(HomeKitCategory(number: 5) == .lightbulb)
        #expect(HomeKitCategory(number: 8) == .switch)
        #expect(HomeKitCategory(number: 14) == .windowCovering)
        #expect(HomeKitCategory(number: 24) == .appleTV)
        #expect(HomeKitCategory(number: 36) == .streamingStick)
        #expect(HomeKitCategory(number: 0) == .unknown(0))
        #expect(HomeKitCategory(number: 37) == .unknown(37))
        #expect(HomeKitCategory(number: .max).number == .max)
        for number in 1...36 as ClosedRange<UInt32> { #expect(HomeKitCategory(number: number).number == number) }
    }

    @Test func controlCharactersInTheModelAreEscaped() throws {
        let model = try #require(try record("md=\u{1B}[2J\u{202E}lamp").model)
        #expect(model.description == "\\u{1b}[2J\\u{202e}lamp")
    }
}
