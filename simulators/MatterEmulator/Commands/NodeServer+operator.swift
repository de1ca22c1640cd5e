import MatterProtocol

/// What a physical device does, if there is one behind a node.
extension NodeServer {
    /// The attributes that show the state of a device, by their clusters. Settings of the node are not among them.
    private static let operatedAttributes: [UInt32: Set<UInt32>] = [
        ClusterID.onOff: [0x00], ClusterID.levelControl: [0x00],
        ClusterID.colorControl: [0x00, 0x01, 0x03, 0x04, 0x07],
        ClusterID.thermostat: [0x11, 0x12, 0x1C], ClusterID.doorLock: [0x00],
        ClusterID.windowCovering: [0x0A, 0x0B, 0x0C],
    ]

    /// Whether only a physical device changes this attribute.
    func isOperated(_ path: AttributePath) -> Bool {
        nodeOperator != nil && Self.operatedAttributes[path.cluster]?.contains(path.attribute) == true
    }

    /// Lets the device carry out the wanted changes. Throws the status with which it refuses them.
    func operateDevice() async throws(StatusError) {
        guard let nodeOperator, !wantedChanges.isEmpty else { return }
        let changes = wantedChanges
        wantedChanges = []
        let status = await nodeOperator(changes)
        guard status.isSuccess else { throw StatusError(status) }
    }
}
