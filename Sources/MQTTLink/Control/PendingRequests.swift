import HomeModel

/// Assigns the numbers under which devices answer requests, and remembers the command of each.
struct PendingRequests {
    private static let most: UInt32 = 4096

    /// A command, and the device to which it was sent.
    private struct Request {
        let command: CommandID
        let device: DeviceID
    }

    private var orders: [UInt32: Request] = [:]
    private var last: UInt32 = 0

    /// Returns a new number for a command. The oldest number is forgotten when there are too many.
    mutating func number(for command: CommandID, to device: DeviceID) -> UInt32 {
        let number = nextNumber()
        orders[number] = Request(command: command, device: device)
        return number
    }

    /// Returns a new number for a query. An answer under this number belongs to no command.
    mutating func nextNumber() -> UInt32 {
        // Devices store these numbers in signed 32 bits.
        last = last % UInt32(Int32.max) + 1
        orders[last &- Self.most] = nil
        return last
    }

    /// Returns the command with this number. Nil when it went to another device: a device cannot answer for another.
    func command(_ number: UInt32, from device: DeviceID) -> CommandID? {
        orders[number].flatMap { $0.device == device ? $0.command : nil }
    }
}
