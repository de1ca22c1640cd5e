/// What is known of the audit log outside of its files when it is opened.
package struct AuditExpectation: Sendable {
    /// Nothing is known, and the log may be the first one.
    package static let none = AuditExpectation(memory: nil, hasSealedMemory: false, isLogExpected: false)

    /// The end of the log as it is remembered in the database and beside the keys, merged; nil when neither place has it.
    let memory: AuditMemory?
    /// Whether the place beside the keys has it. The other one can be lost for good reasons, with a damaged database, and
    /// can be written by people who lack the keys.
    let hasSealedMemory: Bool
    /// Whether a log without entries cannot be the first one.
    let isLogExpected: Bool

    package init(memory: AuditMemory?, hasSealedMemory: Bool, isLogExpected: Bool) {
        self.memory = memory
        self.hasSealedMemory = hasSealedMemory
        self.isLogExpected = isLogExpected
    }
}
