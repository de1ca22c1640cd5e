package import MatterProtocol

/// A command to a device that a node has carried out.
package struct CarriedOutCommand: Hashable, Sendable {
    package let path: CommandPath
    package let fields: TLVValue
}

extension NodeServer {
    /// The commands that a node remembers.
    private static let mostCommands = 10_000

    func keep(_ command: CarriedOutCommand) {
        if carriedOut.count >= Self.mostCommands { carriedOut.removeFirst() }
        carriedOut.append(command)
    }
}
