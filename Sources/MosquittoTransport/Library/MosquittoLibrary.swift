import CMosquitto
import Synchronization

/// The global state of libmosquitto.
enum MosquittoLibrary {
    /// The result of `mosquitto_lib_init`, which runs once per process. Its effect is never undone, because connections
    /// may be made until the process ends.
    static let initialization: Int32 = mosquitto_lib_init()

    private static let tlsIsInitialized = Mutex(false)

    /// Runs `connect`; connects run one after the other until the first one has succeeded. The library sets up OpenSSL
    /// inside the first connect without a lock. Two threads at once could leave one connection unable to verify
    /// anything.
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
