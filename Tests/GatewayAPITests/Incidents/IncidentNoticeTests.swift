import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import GatewayAPI

struct IncidentNoticeTests {
    private func notice(after step: Containment, language: String, isLockedDown: Bool = false) -> String {
        let time = Timestamp(milliseconds: 1_767_182_400_000)
        let act = IncidentAct(time: time, actor: "olga", containment: step, target: nil, isDone: true)
        let incident = Incident(
            id: .random(), rule: nil, title: nil, kind: .copiedKey, subject: IncidentSubject(), openedAt: time,
            openedBy: "olga", acts: [act])
        return IncidentNotice(of: incident, isLockedDown: isLockedDown, language: language, timeZone: .gmt).body.text
    }

    @Test(arguments: [
        ("en", "Install the new certificate of the home"), ("sv", "Installera hemmets nya certifikat"),
    ])
    func rotationAsksToInstallTheNewCertificate(language: String, words: String) {
        for step in [Containment.rotateKeys, .finishRotation] {
            #expect(notice(after: step, language: language).contains(words))
        }
        #expect(!notice(after: .lockdown, language: language).contains(words))
    }

    @Test(arguments: [("en", "While the home is locked down"), ("sv", "Så länge hemmet är spärrat")])
    func lockdownThatIsOverIsToldInThePast(language: String, words: String) {
        #expect(notice(after: .lockdown, language: language, isLockedDown: true).contains(words))
        #expect(!notice(after: .lockdown, language: language).contains(words))
    }

    @Test func timeZoneIsNamedOnce() {
        let text = notice(after: .lockdown, language: "en")
        #expect(text.components(separatedBy: "(GMT)").count == 2)
    }
}
