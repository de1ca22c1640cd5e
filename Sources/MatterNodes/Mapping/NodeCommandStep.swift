package import MatterProtocol

/// One request of a command: a command of a cluster, or a written attribute.
package struct NodeCommandStep: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case invoke(command: UInt32, fields: TLVValue)
        case write(attribute: UInt32, value: TLVValue)
    }

    package let endpoint: UInt16
    package let cluster: UInt32
    package let action: Action
    /// Whether it must follow a timed request.
    package let isTimed: Bool

    static func invoke(
        _ command: UInt32, of cluster: UInt32, endpoint: UInt16, fields: KeyValuePairs<UInt8, TLVValue?> = [:]
    ) -> NodeCommandStep {
        NodeCommandStep(
            endpoint: endpoint, cluster: cluster, action: .invoke(command: command, fields: .structure(fields)),
            isTimed: ClusterTable[cluster]?.command(command)?.isTimed ?? false)
    }

    static func write(_ path: AttributePath, value: TLVValue) -> NodeCommandStep {
        NodeCommandStep(
            endpoint: path.endpoint, cluster: path.cluster, action: .write(attribute: path.attribute, value: value),
            isTimed: false)
    }
}

extension NodeCommandStep: CustomStringConvertible {
    /// The request without its values, which may be secret.
    package var description: String {
        let definition = ClusterTable[cluster]
        let name = definition?.name ?? "cluster 0x" + String(cluster, radix: 16)
        let request =
            switch action {
            case .invoke(let command, _):
                "invoke " + (definition?.command(command)?.name ?? "command 0x" + String(command, radix: 16))
            case .write(let attribute, _):
                "write " + (definition?.attribute(attribute)?.name ?? "attribute 0x" + String(attribute, radix: 16))
            }
        return "\(request) of \(name) on endpoint \(endpoint)"
    }
}

extension NodeCommandStep: CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
