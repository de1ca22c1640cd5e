import MatterProtocol

/// An operation of a lock, as its event `LockOperation` shows it.
struct LockOperation: Sendable {
    enum Source: UInt8, Sendable {
        case manual = 1
        case remote = 7
    }

    let isLocking: Bool
    let source: Source
    let fabric: TLVValue
    let node: TLVValue

    /// `LockOperationType`
    var type: UInt8 { isLocking ? 0 : 1 }
    /// The `LockState` after it.
    var state: UInt8 { isLocking ? 1 : 2 }

    var fields: TLVValue {
        .structure([0: .number(type), 1: .number(source.rawValue), 2: .null, 3: fabric, 4: node])
    }
}
