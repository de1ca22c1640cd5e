import Foundation
import HomeModel

/// The payload as a link: a phone's camera shows it, a browser pairs with it, `tomte pair` accepts it.
///
/// Everything but the host and the port is in the fragment, which a browser never sends.
extension PairingPayload {
    /// The names of the values in the fragment.
    private enum Key: String { case pair, claim, key, certificate, until, version }

    /// The link, as `https://host:port/#…`.
    package var link: String {
        var words: [(Key, String)] = [
            (purpose == .claim ? .claim : .pair, code), (.key, publicKeyFingerprint),
            (.certificate, certificateFingerprint),
        ]
        if let expiresAt { words.append((.until, expiresAt.rfc3339)) }
        words.append((.version, version))
        return "https://\(host):\(port)/#" + words.map { "\($0.rawValue)=\($1)" }.joined(separator: "&")
    }

    /// Nil when the text is no such link.
    package init?(link: String) {
        guard let address = URLComponents(string: link.trimmingCharacters(in: .whitespacesAndNewlines)),
            address.scheme?.lowercased() == "https", let host = address.host, !host.isEmpty,
            let words = address.percentEncodedFragment.map(Self.words),
            let code = words[.claim] ?? words[.pair], let key = words[.key], let certificate = words[.certificate],
            let version = words[.version]
        else { return nil }
        let end = words[.until].map(Timestamp.init(rfc3339:))
        if case .some(nil) = end { return nil }
        self.init(
            version: version, purpose: words[.claim] == nil ? .pair : .claim, host: host, port: address.port ?? 443,
            code: code, expiresAt: end ?? nil, certificateFingerprint: certificate, publicKeyFingerprint: key)
    }

    private static func words(of fragment: String) -> [Key: String] {
        fragment.split(separator: "&").reduce(into: [:]) { words, word in
            let pair = word.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let key = Key(rawValue: String(pair[0])) else { return }
            words[key] = String(pair[1]).removingPercentEncoding
        }
    }
}
