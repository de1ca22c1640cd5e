/// What the gateway remembers of an accessory beside its keys and its database.
struct AccessoryMemory: Codable, Sendable, Equatable {
    /// Where it was reached last. So it can be reached while nothing is announced.
    var address: AccessoryAddress?
    /// The announced configuration number (`c#`) for which the database was read. Another one, also a lower one, means
    /// that the database must be read again.
    var configurationNumber: UInt32?
}
