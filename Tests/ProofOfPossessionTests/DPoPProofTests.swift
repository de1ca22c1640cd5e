import Foundation
import HomeModel
import Synchronization
import Testing

@testable import ProofOfPossession

/// A monotonic clock that the test advances.
private final class ManualUptime: Sendable {
    private let time = Mutex(Duration.seconds(1000))
    var now: Duration { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

struct DPoPProofTests {
    private let uptime = ManualUptime()
    private let verifier: DPoPVerifier
    private let key: DPoPKey
    private let url = "https://tomte.local:8443/api/v1/devices?room=hall"

    init() throws {
        verifier = DPoPVerifier(uptime: { [uptime] in uptime.now })
        key = try DPoPKey()
    }

    private func proof(
        method: String = "GET", url: String? = nil, token: String? = "t", body: Data? = nil, nonce: String? = nil
    ) async throws -> String {
        try await key.proof(
            method: method, url: url ?? self.url, token: token, body: body, nonce: nonce ?? verifier.nonce,
            now: Date(timeIntervalSince1970: 0))
    }

    private func verify(
        _ proof: String, method: String = "GET", token: String? = "t", of sender: DPoPSender = .authenticated
    ) async throws(DPoPRejection) -> VerifiedDPoPProof {
        try verifier.use(await verifier.check(proof, method: method, url: url, token: token), of: sender)
    }

    private func refusal(_ proof: String, method: String = "GET", token: String? = "t") async -> DPoPRejection? {
        do throws(DPoPRejection) {
            _ = try await verify(proof, method: method, token: token)
            return nil
        } catch {
            return error
        }
    }

    @Test func proofIsAcceptedOnceWithAnyClientClock() async throws {
        let proof = try await proof()
        let possession = try await verify(proof)
        #expect(possession.key == key.thumbprint)
        #expect(possession.covers(Data()) && !possession.covers(Data("x".utf8)))
        #expect(await refusal(proof) == .replayed)
    }

    @Test func proofIsValidForOneMethodAddressAndToken() async throws {
        #expect(await refusal(try await proof(method: "POST")) == .otherRequest)
        #expect(await refusal(try await proof(url: "https://tomte.local:8443/api/v1/devices")) == .otherRequest)
        #expect(await refusal(try await proof(url: url + "&room=attic")) == .otherRequest)
        #expect(await refusal(try await proof(token: "u")) == .otherRequest)
        #expect(await refusal(try await proof(token: nil)) == .otherRequest)
        #expect(await refusal(try await proof(), token: nil) == .otherRequest)
        #expect(await refusal(try await proof()) == nil)
    }

    @Test func proofCoversTheBodyByItsDigest() async throws {
        let body = Data(#"{"value":true}"#.utf8)
        let signed = try await proof(body: body)
        let possession = try await verify(signed)
        #expect(possession.covers(body))
        #expect(!possession.covers(Data(#"{"value":false}"#.utf8)))
        #expect(!possession.covers(Data()))
    }

    @Test func nonceLastsTwoWindowsAndReplaysAreDetectedAsLong() async throws {
        let nonce = verifier.nonce
        #expect(await refusal(try await proof(nonce: "guessed")) == .staleNonce)
        let first = try await proof(nonce: nonce)
        #expect(await refusal(first) == nil)
        uptime.advance(by: .seconds(61))
        #expect(verifier.nonce != nonce)
        #expect(await refusal(first) == .replayed)
        #expect(await refusal(try await proof(nonce: nonce)) == nil)
        uptime.advance(by: .seconds(60))
        #expect(await refusal(first) == .staleNonce)
        #expect(await refusal(try await proof(nonce: nonce)) == .staleNonce)
    }

    @Test func unauthenticatedSendersFillOnlyTheirOwnCache() async throws {
        let verifier = DPoPVerifier(
            limits: DPoPReplayLimits(authenticated: 3, unauthenticated: 2), uptime: { [uptime] in uptime.now })
        func refusal(_ proof: String, of sender: DPoPSender) async -> DPoPRejection? {
            do throws(DPoPRejection) {
                _ = try verifier.use(await verifier.check(proof, method: "GET", url: url, token: "t"), of: sender)
                return nil
            } catch {
                return error
            }
        }
        func fresh() async throws -> String { try await proof(nonce: verifier.nonce) }
        let (first, second) = (try await fresh(), try await fresh())
        #expect(await refusal(first, of: .authenticated) == nil)
        #expect(await refusal(second, of: .unauthenticated) == nil)
        #expect(await refusal(try await fresh(), of: .unauthenticated) == nil)
        #expect(await refusal(try await fresh(), of: .unauthenticated) == .busy)
        #expect(await refusal(first, of: .authenticated) == .replayed)
        #expect(await refusal(try await fresh(), of: .authenticated) == nil)
        // A proof stays used if its sender is authenticated in the meantime, and the other way round.
        #expect(await refusal(second, of: .authenticated) == .replayed)
        #expect(await refusal(first, of: .unauthenticated) == .replayed)
        uptime.advance(by: .seconds(60))
        #expect(await refusal(try await fresh(), of: .unauthenticated) == nil)
    }

    /// A proof that is only checked takes no space in the cache.
    @Test func checkingAProofDoesNotUseIt() async throws {
        let proof = try await proof()
        _ = try await verifier.check(proof, method: "GET", url: url, token: "t")
        #expect(await refusal(proof) == nil)
        #expect(await refusal(proof) == .replayed)
    }

    @Test func nonceIsStaleAfterAnHourWithoutRequests() async throws {
        let nonce = verifier.nonce
        uptime.advance(by: .seconds(3600))
        #expect(await refusal(try await proof(nonce: nonce)) == .staleNonce)
    }

    @Test func changedClaimsOrHeaderInvalidateTheSignature() async throws {
        let parts = try await proof().split(separator: ".").map(String.init)
        let other = try await key.proof(
            method: "GET", url: url, token: "t", body: nil, nonce: verifier.nonce, now: Date(timeIntervalSince1970: 1))
        let claims = other.split(separator: ".").map(String.init)[1]
        #expect(await refusal([parts[0], claims, parts[2]].joined(separator: ".")) == .badSignature)
        let stranger = try await DPoPKey().proof(
            method: "GET", url: url, token: "t", body: nil, nonce: verifier.nonce, now: Date())
        let header = stranger.split(separator: ".").map(String.init)[0]
        #expect(await refusal([header, parts[1], parts[2]].joined(separator: ".")) == .badSignature)
    }

    @Test(arguments: [
        #"{"typ":"JWT","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"X","y":"Y"}}"#,
        #"{"typ":"dpop+jwt","alg":"none","jwk":{"kty":"EC","crv":"P-256","x":"X","y":"Y"}}"#,
        #"{"typ":"dpop+jwt","alg":"HS256","jwk":{"kty":"oct","crv":"P-256","x":"X","y":"Y"}}"#,
        #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"X","y":"Y","d":"X"}}"#,
        #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"X=","y":"Y"}}"#,
        #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"","y":""}}"#,
        #"{"typ":"dpop+jwt","alg":"ES256"}"#, "[]", "", "{",
    ])
    func unsupportedHeaderIsMalformed(_ header: String) async throws {
        let point = Data(repeating: 1, count: 32).base64URL
        let text = header.replacing(#""X"#, with: #""\#(point)"#).replacing(#""Y""#, with: #""\#(point)""#)
        let parts = try await proof().split(separator: ".").map(String.init)
        let forged = [Data(text.utf8).base64URL, parts[1], parts[2]].joined(separator: ".")
        #expect(await refusal(forged) == .malformed)
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c.d", "\u{0}.\u{0}.\u{0}", String(repeating: "a", count: 5000)])
    func invalidTokenTextIsMalformed(_ text: String) async { #expect(await refusal(text) == .malformed) }

    @Test func keyThatIsNotOnTheCurveIsABadSignature() async throws {
        let point = Data(repeating: 1, count: 32).base64URL
        let header =
            #"{"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"\#(point)","y":"\#(point)"}}"#
        let parts = try await proof().split(separator: ".").map(String.init)
        let forged = [Data(header.utf8).base64URL, parts[1], parts[2]].joined(separator: ".")
        #expect(await refusal(forged) == .badSignature)
    }

    /// Source: the key and the thumbprint of RFC 9449 §4 and §6.1.
    @Test func thumbprintMatchesTheExampleOfTheStandard() throws {
        let key = try #require(
            PublicKey(
                x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs", y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"))
        #expect(key.thumbprint?.description == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    @Test func keyRoundTripsThroughPEM() throws {
        #expect(try DPoPKey(pem: key.exposedPEM).thumbprint == key.thumbprint)
    }
}
