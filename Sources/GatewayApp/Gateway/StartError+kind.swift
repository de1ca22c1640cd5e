import AuditTrail
import HomeCertificates
import HomeModel
import MosquittoBroker
import MosquittoTransport

extension StartError {
    /// What kind of cause a failed start has, which decides whether another start can help.
    package enum Kind: Sendable, CaseIterable {
        /// A person must change the configuration or the installation.
        case configuration
        /// A person must restore a backup, or run another program.
        case unusableData
        /// Something else on this machine must be there, or go away.
        case unavailable
        /// A file could not be read or written.
        case fileFailure
        /// It ends by itself, or with another process.
        case temporary
    }

    package var kind: Kind {
        switch self {
        case .statePathTooLong, .stateFolder, .externalBrokerFiles: .configuration
        case .certificates(let error): error.kind
        case .storage(let error): error.kind
        case .audit(let error): error.kind
        case .broker(let error): error.kind
        case .mqtt(.invalidSetting), .mqtt(.unreadableFile): .configuration
        case .mqtt, .httpsPort: .unavailable
        case .diskFull: .temporary
        }
    }
}

extension CertificateError {
    fileprivate var kind: StartError.Kind {
        switch self {
        case .file(let error): error.kind
        case .badHomeName, .badAddress: .configuration
        case .secretDamaged, .rootKeyMissing, .rootDamaged, .ledgerDamaged: .unusableData
        // The clock may be wrong until a time service sets it: too far in the past, or too far in the future.
        case .clockNotSet, .rootNotYetValid, .rootExpired: .temporary
        default: .unavailable
        }
    }
}

extension PrivateFileError {
    fileprivate var kind: StartError.Kind {
        switch self {
        case .failed: .fileFailure
        case .ownedByAnotherUser, .notAFolder: .configuration
        case .tooLarge: .unusableData
        }
    }
}

extension StorageError {
    fileprivate var kind: StartError.Kind {
        switch self {
        case .newerVersion, .damaged: .unusableData
        case .inUse, .busy, .diskFull, .writeAheadLogFull, .closed, .cancelled: .temporary
        default: .fileFailure
        }
    }
}

extension AuditError {
    fileprivate var kind: StartError.Kind {
        switch self {
        case .inUse, .closed: .temporary
        case .wrongKeyLength, .fileTooLarge: .unusableData
        default: .fileFailure
        }
    }
}

extension BrokerError {
    fileprivate var kind: StartError.Kind {
        switch self {
        case .file(let error): error.kind
        case .notInstalled, .programForbidden, .userMissing, .badBindAddress, .portForbidden, .folderMissing:
            .configuration
        default: .unavailable
        }
    }
}
