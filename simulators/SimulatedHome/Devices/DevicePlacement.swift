import HomeModel

/// What a device family needs to know about where it stands.
struct DevicePlacement: Sendable {
    /// Index into the rooms; nil is outside all of them.
    let room: Int?
    let phase: Phase
    var random: SeededGenerator
}

extension Identifier where Subject == Part {
    /// The id of a part that this file names; a word that breaks the pattern becomes `main`.
    static func named(_ text: String) -> PartID { PartID(text) ?? .main }
}
