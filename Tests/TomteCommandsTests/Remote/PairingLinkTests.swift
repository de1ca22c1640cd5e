import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct PairingLinkTests {
    private static let key = String(repeating: "c3", count: 32)
    private static let certificate = String(repeating: "e4", count: 32)

    private static func payload(
        _ purpose: PairingPayload.Purpose = .pair, until end: Timestamp? = Timestamp(milliseconds: 1_800_000_000_000)
    ) -> PairingPayload {
        PairingPayload(
            purpose: purpose, host: "tomte.local", port: 8443, code: "4TQ9M-2XK7B", expiresAt: end,
            certificateFingerprint: certificate, publicKeyFingerprint: key)
    }

    @Test func linkHasAllButTheAddressInItsFragment() {
        let words = "key=\(Self.key)&certificate=\(Self.certificate)"
        #expect(
            Self.payload().link
                == "https://tomte.local:8443/#pair=4TQ9M-2XK7B&\(words)&until=2027-01-15T08:00:00.000Z&version=1")
        #expect(
            Self.payload(.claim, until: nil).link
                == "https://tomte.local:8443/#claim=4TQ9M-2XK7B&\(words)&version=1")
    }

    @Test func payloadIsParsedFromItsLinkOrItsJSON() throws {
        for payload in [
            Self.payload(), Self.payload(until: nil), Self.payload(.claim), Self.payload(.claim, until: nil),
        ] {
            #expect(try PairingPayload.read(payload.link) == payload)
            // A text from a clipboard may have white space around it.
            #expect(try PairingPayload.read(" \(payload.link)\n") == payload)
            #expect(try PairingPayload.read(payload.link.replacing(":00", with: "%3A00")) == payload)
            let json = try JSONEncoder().encode(payload)
            #expect(try PairingPayload.read(String(decoding: json, as: UTF8.self)) == payload)
            let offer = try JSONEncoder().encode(
                PairingOfferBody(payload, qr: Array(repeating: String(repeating: "1", count: 61), count: 61)))
            #expect(try PairingPayload.read(String(decoding: offer, as: UTF8.self)) == payload)
            #expect(try JSONDecoder().decode(PairingOfferBody.self, from: offer).link == payload.link)
        }
    }

    @Test(arguments: [
        ("https://", "http://"), ("https://", ""), ("https://tomte.local:8443", "https://"), ("#", "?"),
        ("pair=", "pay="), ("key=", "no="), ("certificate=", "no="), ("&version=1", ""), ("until=2027", "until=soon"),
    ])
    func invalidLinkIsRefused(_ part: String, other: String) {
        let text = Self.payload().link.replacing(part, with: other)
        #expect {
            try PairingPayload.read(text)
        } throws: {
            ($0 as? CLIError)?.status == .invalid
        }
    }

    @Test func linkOfALaterVersionNamesItsVersion() throws {
        let later = try PairingPayload.read(Self.payload().link.replacing("version=1", with: "version=2"))
        #expect {
            try later.check(now: Timestamp(milliseconds: 0))
        } throws: {
            "\($0)".contains("version 2")
        }
    }
}
