import Glibc

extension MosquittoSettings {
    /// Checks all settings. Throws `.invalidSetting`, `.unreadableFile`, or the error of an invalid will.
    func check() throws(MosquittoError) {
        try require(!host.isEmpty && !host.utf8.contains(0), name: "host", advice: "give a DNS name or an address")
        try require(port > 0, name: "port", advice: "give a port from 1 to 65535")
        try require(
            !clientID.isEmpty && clientID.utf8.count <= Topic.maximumBytes && Topic.unprintable(in: clientID) == nil,
            name: "clientID", advice: "give 1 to 65535 bytes without control characters")
        try require(
            keepAliveSeconds == 0 || keepAliveSeconds >= 5, name: "keepAliveSeconds",
            advice: "give 0 (off) or 5 and more")
        try require(receiveMaximum > 0, name: "receiveMaximum", advice: "give at least 1")
        try require(
            (1024...268_435_455).contains(maximumPacketBytes), name: "maximumPacketBytes",
            advice: "give 1024 to 268435455")
        try require(
            eventQueueLimit.messages > 0 && eventQueueLimit.payloadBytes > 0, name: "inboxLimit",
            advice: "give at least 1 message and 1 byte")
        try require(
            coalescingDelay >= .zero && coalescingDelay <= .seconds(1), name: "gatherDelay",
            advice: "give at most a second")
        try require(connectTimeout > .zero && answerTimeout > .zero, name: "timeouts", advice: "give more than zero")
        if case .afterRelease(let messages, let delay, let releaseTimeout) = acknowledgement {
            try require(
                (1...Int(receiveMaximum)).contains(messages), name: "batchMessages",
                advice: "give 1 to the receive maximum")
            try require(delay > .zero, name: "batchDelay", advice: "give more than zero")
            try require(
                releaseTimeout > .zero
                    && (keepAliveSeconds == 0 || delay + releaseTimeout < .seconds(keepAliveSeconds)),
                name: "patience",
                advice: "give more than zero, and with batchDelay less than keepAliveSeconds")
        }
        try require(
            (tls.certificate == nil) == (tls.privateKey == nil) && (tls.certificate != nil || password != nil),
            name: "tls",
            advice: "give a certificate with its key, or a password")
        let paths = [tls.certificateAuthority, tls.certificate, tls.privateKey].compactMap(\.self)
        for path in paths where access(path, R_OK) != 0 {
            throw .unreadableFile(path)
        }
        try will?.check(limitBytes: Publication.maximumWillBytes)
    }

    private func require(_ condition: Bool, name: String, advice: String) throws(MosquittoError) {
        if !condition { throw .invalidSetting(name: name, advice: advice) }
    }
}
