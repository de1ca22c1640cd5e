/// What an identity may do with the commands of one capability now, by what these commands do.
package enum CapabilityAccess: Hashable, Sendable {
    /// A switch, a siren, or a level that is off at 0. `off` is nil for a level that is never 0.
    case switching(on: CommandAccess, off: CommandAccess?)
    /// A choice, by the options that a command may name.
    case choosing([String: CommandAccess])
    /// Every other value, of which those in `range` have the access `best`, and the others the access `beyond`. Without
    /// `range`, all have the access `best`.
    case setting(best: CommandAccess, range: ClosedRange<Double>? = nil, beyond: CommandAccess? = nil)
}

extension DeviceRights {
    /// The access to the commands of `capability` of `part`; nil when it accepts none.
    package func access(to capability: Capability, of part: Part) -> CapabilityAccess? {
        guard capability.isCommanded else { return nil }
        func access(_ value: CapabilityValue) -> CommandAccess {
            self.access(to: capability.kind, becoming: value, of: part)
        }
        switch capability.valueType {
        case .boolean: return .switching(on: access(.boolean(true)), off: access(.boolean(false)))
        case .choice:
            let options = capability.commandedOptions.map { ($0, access(.text($0))) }
            return .choosing(Dictionary(options) { first, _ in first })
        case .number where capability.kind.isLevel:
            let off = capability.range.contains(0) ? access(.number(0)) : nil
            return .switching(on: access(.number(capability.range.upperBound)), off: off)
        case .number:
            return setting(capability.setPointBands.map { (range: $0, access: access(.number($0.upperBound))) })
        case .text: return .setting(best: access(.text("")))
        case .color: return .setting(best: access(.color(hue: 0, saturation: 0)))
        }
    }

    /// Joins the adjacent bands with the best access.
    private func setting(_ bands: [(range: ClosedRange<Double>, access: CommandAccess)]) -> CapabilityAccess {
        let best = bands.map(\.access).max() ?? .refused
        let run = bands.drop { $0.access != best }.prefix { $0.access == best }
        let beyond = bands.map(\.access).filter { $0 != best }.max()
        guard let beyond, let first = run.first, let last = run.last else { return .setting(best: best) }
        return .setting(best: best, range: first.range.lowerBound...last.range.upperBound, beyond: beyond)
    }

    /// The access to one command, without the rule that everybody may stop a movement of their own.
    package func access(
        to capability: CapabilityKind, becoming value: CapabilityValue, of part: Part
    ) -> CommandAccess {
        let isPermitted = commandable.contains(capability) || mayStop(capability, becoming: value, of: part)
        guard isPermitted, !isLockedDown || part.isSafeDirection(of: capability, becoming: value) else {
            return .refused
        }
        let safety = part.safetyClass(of: capability, becoming: value)
        guard classes.contains(safety) else { return .refused }
        return safety == .sensitive && needsStepUp ? .stepUp : .direct
    }

    /// Whether the command stops a movement that the identity may start.
    private func mayStop(_ capability: CapabilityKind, becoming value: CapabilityValue, of part: Part) -> Bool {
        part.isStop(of: capability, value)
            && part.travelling.contains { $0.isCommanded && commandable.contains($0.kind) }
    }
}

extension CapabilityKind {
    /// Whether the numbers of this kind are levels: 0 switches off, and every other one on.
    fileprivate var isLevel: Bool {
        switch self {
        case .brightness, .fanSpeed, .position, .tilt: true
        default: false
        }
    }
}
