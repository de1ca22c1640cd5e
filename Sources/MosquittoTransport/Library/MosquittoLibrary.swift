import CMosquitto
import Synchronization

/// What is global in libmosquitto.
enum MosquittoLibrary {
    /// `mosquitto_lib_init`, once per process. It is never undone: connections may come and go until the end.
    static let initialization: Int32 = mosquitto_lib_init()

    private static let tlsIsInitialized = Mutex(false)

    /// The library sets up its use of OpenSSL inside the first connect, without a lock of its own; two threads at once
    /// can leave one connection unable to verify anything. So connects queue up here until one has got that far.
    static func whileInitializingTLS(_ connect: () -> Int32) -> Int32 {
        let first = tlsIsInitialized.withLock { isInitialized -> Int32? in
            if isInitialized { return nil }
            let code = connect()
            isInitialized = code == MOSQ_ERR_SUCCESS.rawValue
            return code
        }
        return first ?? connect()
    }
}
