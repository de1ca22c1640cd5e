import HomeModel

/// The numbers under which devices answer orders.
struct OpenOrders {
    private static let most: UInt32 = 4096

    private struct Order {
        let command: CommandID
        let device: DeviceID
    }

    private var orders: [UInt32: Order] = [:]
    private var last: UInt32 = 0

    /// A number for a command; the oldest is taken back when there are too many.
    mutating func number(for command: CommandID, to device: DeviceID) -> UInt32 {
        let number = nextNumber()
        orders[number] = Order(command: command, device: device)
        return number
    }

    /// A number for a question: what is answered under it is about no command.
    mutating func nextNumber() -> UInt32 {
        // Devices keep these in signed 32 bits.
        last = last % UInt32(Int32.max) + 1
        orders[last &- Self.most] = nil
        return last
    }

    /// Nobody answers for another.
    func command(_ number: UInt32, from device: DeviceID) -> CommandID? {
        orders[number].flatMap { $0.device == device ? $0.command : nil }
    }
}
