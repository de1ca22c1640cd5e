import HomeModel
import SeededRandom
import Testing

struct PreferencesTests {
    @Test(arguments: ["en", "sv", "en-GB", "zh-Hans-CN", "de-CH-1996", "sr-Latn-RS", "xy", "tlh"])
    func tagIsKeptAsWritten(text: String) {
        #expect(LanguageTag(text)?.description == text)
    }

    @Test(arguments: [
        "", "e", "sv_SE", "sv-", "-sv", "sv--SE", "svenskasp", "s1", "sv SE", "sv-ÅÄ", "ｓｖ", "en-abcdefghi", "en\n",
        "en-aaaaaaaa-bbbbbbbb-cccccccc-ddddddd", String(repeating: "a-", count: 100_000),
    ])
    func otherTextIsNoTag(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test(arguments: UInt64(1)...300)
    func hostileTextIsNoTagUnlessItHasTheForm(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = random.text(upTo: 40)
        let isTag = text.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil && text.utf8.count <= 35
        #expect((LanguageTag(text) != nil) == isTag, "seed \(seed)")
    }
}
