import HomeModel

/// The numbers under which devices answer orders.
struct OpenOrders {
    private static let most = 4096

    private var commands: [UInt32: CommandID] = [:]
    private var last: UInt32 = 0

    /// A number for a command; that of the oldest is taken back when there are too many.
    mutating func number(for command: CommandID) -> UInt32 {
        // Devices keep these in signed 32 bits.
        last = last % UInt32(Int32.max) + 1
        commands[last] = command
        if commands.count > Self.most, let oldest = commands.keys.min() { commands[oldest] = nil }
        return last
    }

    func command(_ number: UInt32) -> CommandID? { commands[number] }
}
