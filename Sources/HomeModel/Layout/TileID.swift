/// Names a tile of the home screen, which shows one part of a device: `DEVICE/PART`.
package struct TileID: Hashable, Sendable {
    package let device: DeviceID
    package let part: PartID

    package init(device: DeviceID, part: PartID) {
        self.device = device
        self.part = part
    }
}

extension TileID: LosslessStringConvertible {
    /// Nil when the text is not two ids with one slash between them.
    package init?(_ text: String) {
        // The limit keeps the work on a hostile text small.
        guard text.utf8.count <= 129 else { return nil }
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, let device = DeviceID(String(halves[0])), let part = PartID(String(halves[1]))
        else { return nil }
        self.init(device: device, part: part)
    }

    package var description: String { "\(device)/\(part)" }
}

extension TileID: TextCodable {
    package static var rule: String { "a tile is the id of a device, / and a part" }
}
