import MatterProtocol

/// Presses of buttons, by a person at the device.
extension NodeServer {
    /// Presses a button of an endpoint several times in a row, with the events that a node with all features sends.
    package func press(endpoint: UInt16, times: UInt8 = 1) {
        guard times > 0 else { return }
        for count in 1...times {
            sendSwitch(1, endpoint: endpoint, fields: .structure([0: .number(UInt8(1))]), position: 1)
            if count > 1 {
                sendSwitch(5, endpoint: endpoint, fields: .structure([0: .number(UInt8(1)), 1: .number(count)]))
            }
            sendSwitch(3, endpoint: endpoint, fields: .structure([0: .number(UInt8(1))]), position: 0)
        }
        sendSwitch(6, endpoint: endpoint, fields: .structure([0: .number(UInt8(1)), 1: .number(times)]))
    }

    /// Holds a button of an endpoint for long, and lets it go.
    package func hold(endpoint: UInt16) {
        sendSwitch(1, endpoint: endpoint, fields: .structure([0: .number(UInt8(1))]), position: 1)
        sendSwitch(2, endpoint: endpoint, fields: .structure([0: .number(UInt8(1))]))
        sendSwitch(4, endpoint: endpoint, fields: .structure([0: .number(UInt8(1))]), position: 0)
    }

    private func sendSwitch(_ event: UInt32, endpoint: UInt16, fields: TLVValue, position: UInt8? = nil) {
        let cluster = ClusterID.switchCluster
        if let position {
            update(.number(position), of: AttributePath(endpoint: endpoint, cluster: cluster, attribute: 1))
        }
        record(NodeEventKind(cluster: cluster, event: event, priority: .info), on: endpoint, fields: fields)
    }
}
