import HomeModel

/// Where a device is in the home: its room and its phase; and its random numbers.
struct SimulatedPlacement: Sendable {
    /// The index of the room; nil is outside all rooms.
    let room: Int?
    let phase: Phase
    var random: SeededGenerator
}

extension Identifier where Subject == Part {
    /// Makes a part id from a word of the program; a word that is not a valid id becomes `main`.
    static func named(_ text: String) -> PartID { PartID(text) ?? .main }
}
