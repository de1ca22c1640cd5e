import HomeModel
import Testing

@Suite struct SecretTests {
    @Test func printedSecretsAreRedacted() {
        let secret = Secret("open sesame")
        var dumped = ""
        dump([secret], to: &dumped)
        dump(["key": secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
            #expect(!text.contains("sesame") && !text.contains("111"))
            #expect(text.contains("<redacted>"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }
}
