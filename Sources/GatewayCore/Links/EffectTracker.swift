package import HomeModel

/// Decides which reports of a paired device can be the effect of a command: those that arrived after the bytes of the
/// command were sent. `Target` names one of the devices behind a connection.
///
/// Messages are numbered in the order in which a connection received them.
package struct EffectTracker<Target: Hashable & Sendable>: Sendable {
    /// The commands that are being sent, and their devices.
    private var unsent: [CommandID: Target] = [:]
    /// The number of the last message that was received before the last command to each device.
    private var lastBefore: [Target: Int] = [:]
    /// The number of the last message of each device that could be the effect of a command.
    private var lastEffect: [Target: Int] = [:]
    /// The capabilities with a report that could be an effect, since the last command to their device.
    private var reported: Set<Capability> = []
    /// The last command for each capability, while its effect is awaited.
    private var awaited: [Capability: CommandID] = [:]

    /// What a command sets.
    package struct Capability: Hashable, Sendable {
        package let target: Target
        package let part: PartID
        package let name: CapabilityName

        package init(target: Target, part: PartID, name: CapabilityName) {
            self.target = target
            self.part = part
            self.name = name
        }
    }

    package init() {}

    /// A command is about to be sent. Until that is done, no report of its device can be its effect.
    package mutating func begin(_ command: CommandID, to target: Target) { unsent[command] = target }

    /// The bytes of a command are sent now. `lastReceived` is the number of the last message before that.
    package mutating func send(_ command: CommandID, to target: Target, lastReceived: Int) {
        lastBefore[target] = lastReceived
        reported = reported.filter { $0.target != target }
        unsent[command] = nil
    }

    /// A command is sent, or was not.
    package mutating func end(_ command: CommandID) { unsent[command] = nil }

    /// Whether a report in the message with this number can be the effect of a command. Remembers it.
    package mutating func canBeEffect(of target: Target, number: Int) -> Bool {
        guard !unsent.values.contains(target), number > lastBefore[target, default: 0] else { return false }
        lastEffect[target] = max(lastEffect[target, default: 0], number)
        return true
    }

    /// Whether a report in the message with this number was an effect.
    package func wasEffect(of target: Target, number: Int) -> Bool {
        lastEffect[target].map { number <= $0 } ?? false
    }

    /// Whether a report of a capability in the message with this number can be the effect of a command. Remembers it.
    package mutating func canBeEffect(on capability: Capability, number: Int) -> Bool {
        guard canBeEffect(of: capability.target, number: number) else { return false }
        reported.insert(capability)
        return true
    }

    /// Whether any report of a capability since the last command to its device could be the effect of that.
    package func hasEffect(on capability: Capability) -> Bool { reported.contains(capability) }

    // MARK: Commands whose effect is awaited

    /// The effect of a command is awaited. An earlier command for the same capability is not awaited any more.
    package mutating func expect(_ command: CommandID, of capability: Capability) { awaited[capability] = command }

    package func isAwaiting(_ command: CommandID, of capability: Capability) -> Bool { awaited[capability] == command }

    package mutating func endWait(for command: CommandID, of capability: Capability) {
        if awaited[capability] == command { awaited[capability] = nil }
    }

    /// Whether the effect of any command is awaited.
    package var isAwaitingAny: Bool { !awaited.isEmpty }

    /// No effect is awaited any more, because the connection over which it was asked for has ended.
    package mutating func endWaits() { awaited = [:] }

    /// The connection was lost, and the numbers of the next one begin again.
    package mutating func reset() { (lastBefore, lastEffect, reported) = ([:], [:], []) }
}
