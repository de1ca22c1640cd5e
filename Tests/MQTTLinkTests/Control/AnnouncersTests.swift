import HomeDialects
import HomeModel
import Testing

@testable import MQTTLink

@Suite struct AnnouncersTests {
    private static let description = Array(String.sensor.utf8)

    @Test func rootsBeyondTheLimitAreFoundAndTheOthersUndisturbed() {
        var announcers = Announcers()
        var findings = 0
        for number in 0..<1100 {
            let news = announcers.hear("r\(number)/5/x/$description", Self.description, isRetained: true)
            findings += news.count { if case .finding = $0 { true } else { false } }
        }
        #expect(findings == 1100 - 1024)
        let again = announcers.hear("r0/5/x/$state", Array("ready".utf8), isRetained: true)
        #expect(again.count { if case .availability(.ready, _) = $0 { true } else { false } } == 1)
    }

    @Test func whatNoDialectHearsTakesNoRoom() {
        var announcers = Announcers()
        for number in 0..<2000 { #expect(announcers.hear("r\(number)/x", [], isRetained: false).isEmpty) }
        #expect(!announcers.hear("u/5/x/$description", Self.description, isRetained: true).isEmpty)
    }
}
