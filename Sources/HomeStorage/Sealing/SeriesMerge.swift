import GRDB
import HomeModel

/// Puts readings of one series into its sealed blocks, and the hours that they change into its roll-ups, within the
/// transaction of its caller.
struct SeriesMerge {
    let key: Int64
    let counter: Counter?
    let db: Database
    let damages: DamageNotes

    /// What is there already for a time stays. Returns how many are new.
    func insert(_ readings: [Reading]) throws -> Int {
        let added = try SealedSeries<Reading>(key, db, damages).insert(readings)
        guard added > 0 else { return 0 }
        let rollUps = SealedSeries<RollUp>(key, db, damages)
        // Only what is sealed counts: the rest is added when it is.
        let repair = RollUpRepair(
            reader: SeriesReader(sealedOnly: key, db, damages), stored: rollUps, counter: counter)
        _ = try rollUps.insert(try repair.hours(of: readings), replacing: true)
        return added
    }

    /// Takes the fresh blocks of the series along. Returns by how much its readings became fewer: those that it had
    /// twice.
    func sealFresh() throws -> Int {
        let fresh = try FreshBlocks(db, damages).take(of: key)
        return fresh.count - (try insert(fresh.readings))
    }
}
