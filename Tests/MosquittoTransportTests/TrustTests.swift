import MosquittoTransport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct TrustTests {
    enum InvalidServer: String, CaseIterable, Sendable {
        case otherAuthority, otherHost, expired, selfSigned

        func issue(_ certificates: TemporaryCertificates) throws {
            let name = "DNS:localhost"
            switch self {
            case .otherAuthority:
                try certificates.makeAuthority("other")
                try certificates.issue("server", commonName: "localhost", alternativeName: name, by: "other")
            case .otherHost:
                try certificates.issue("server", commonName: "localhost", alternativeName: "DNS:elsewhere.local")
            case .expired:
                try certificates.issue("server", commonName: "localhost", alternativeName: name, days: -1)
            case .selfSigned:
                try certificates.selfSign("server", commonName: "localhost", alternativeName: name)
            }
        }
    }

    @Test(arguments: InvalidServer.allCases)
    func invalidServerCertificateIsRefusedAtEveryAttempt(server: InvalidServer) async throws {
        try await BrokerProcess.run(server: server.issue) { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                for _ in 1...3 {
                    let event = try await events.next()
                    guard case .disconnected(.tls(let reason)) = event else {
                        Issue.record("expected a TLS failure, got \(event)")
                        return
                    }
                    #expect(reason.contains("certificate verify failed"))
                }
                await #expect(throws: MosquittoError.notConnected) {
                    try await connection.publish(Publication("ada/lamp", text: "on"))
                }
            }
        }
    }

    @Test func clientCertificateOfAnotherAuthorityIsRefused() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            try broker.certificates.makeAuthority("other")
            settings.tls = try broker.certificates.issue("eve", commonName: "ada", by: "other")
            try await withConnection(settings) { _, events in
                for _ in 1...3 {
                    let refusal = try await events.disconnected()
                    #expect(refusal.mayBeCertificateRefusal)
                }
            }
        }
    }

    @Test func clientWithoutCertificateIsRefused() async throws {
        try await BrokerProcess.run { broker in
            try broker.certificates.issue("ada", commonName: "ada")
            let common = [
                "-h", "localhost", "-p", "\(broker.port)", "-V", "5", "--cafile", broker.certificates.path("root.pem"),
                "-i", "ada", "-q", "1", "-t", "ada/x", "-m", "x",
            ]
            let certificate = [
                "--cert", broker.certificates.path("ada.pem"), "--key", broker.certificates.path("ada.key"),
            ]
            try #expect(ChildProcess("/usr/bin/mosquitto_pub", arguments: common).wait() != 0)
            try #expect(ChildProcess("/usr/bin/mosquitto_pub", arguments: common + certificate).wait() == 0)
        }
    }

    @Test func renewedCertificateFilesAreLoadedOnReconnect() async throws {
        try await BrokerProcess.run { broker in
            let settings = try broker.settings("ada")
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try broker.certificates.makeAuthority("other")
                try broker.certificates.issue("ada", commonName: "ada", by: "other")
                connection.reconnect()
                // Two failures in a row may be merged before the test reads the first one.
                var refusal = try await events.disconnected()
                if refusal == .dropped { refusal = try await events.disconnected() }
                #expect(refusal.mayBeCertificateRefusal)
                try broker.certificates.issue("ada", commonName: "ada")
                connection.reconnect()
                try await events.connected()
            }
        }
    }

    @Test func missingFilesAndInvalidSettingsAreRefusedBeforeConnecting() throws {
        let certificates = try TemporaryCertificates()
        defer { certificates.remove() }
        let tls = try certificates.issue("ada", commonName: "ada")
        var good = MosquittoSettings(host: "localhost", port: 8883, clientID: "ada", tls: tls)
        _ = try MosquittoConnection(good)
        good.tls.privateKey = certificates.path("nothing.key")
        #expect(throws: MosquittoError.unreadableFile(certificates.path("nothing.key"))) {
            try MosquittoConnection(good)
        }
        good.tls = tls

        let mistakes: [(String, (inout MosquittoSettings) -> Void)] = [
            ("host", { $0.host = "a\u{0}b" }), ("port", { $0.port = 0 }), ("clientID", { $0.clientID = "" }),
            ("clientID", { $0.clientID = "a\nb" }), ("keepAliveSeconds", { $0.keepAliveSeconds = 4 }),
            ("receiveMaximum", { $0.receiveMaximum = 0 }), ("maximumPacketBytes", { $0.maximumPacketBytes = .max }),
            ("eventQueueLimit", { $0.eventQueueLimit.messages = 0 }),
            ("batchMessages", { $0.acknowledgement = .afterRelease(batchMessages: 1001) }),
            ("releaseTimeout", { $0.acknowledgement = .afterRelease(releaseTimeout: .seconds(59)) }),
            ("batchDelay", { $0.acknowledgement = .afterRelease(batchDelay: .zero) }),
        ]
        for (name, mistake) in mistakes {
            var settings = good
            mistake(&settings)
            let error = #expect(throws: MosquittoError.self) { try MosquittoConnection(settings) }
            guard case .invalidSetting(name, _) = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
        }
        good.will = Publication("ada/#", text: "gone")
        #expect(throws: MosquittoError.invalidTopic(.wildcardInName)) { try MosquittoConnection(good) }
    }
}

extension MosquittoError {
    /// Whether the broker may have refused the client certificate. Its TLS alert may be lost, because the broker also closes
    /// the connection.
    fileprivate var mayBeCertificateRefusal: Bool {
        switch self {
        case .tls, .closedBeforeAccepted: true
        default: false
        }
    }
}
