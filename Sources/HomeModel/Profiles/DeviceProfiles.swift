/// The profiles that a gateway knows.
package struct DeviceProfiles: Sendable {
    /// The user's own profiles, before those that came with the program.
    private let ranks: [[DeviceProfile]]

    package init(own: [DeviceProfile] = [], shipped: [DeviceProfile] = []) { ranks = [own, shipped] }

    /// The profile that matches the device most precisely; of several equally precise ones the first. A profile of the
    /// user comes before all that came with the program.
    package func profile(for kind: LinkKind, _ description: DeviceDescription) -> DeviceProfile? {
        for profiles in ranks {
            var best: (profile: DeviceProfile, precision: Int)?
            for profile in profiles {
                let covering = profile.matches.filter { $0.covers(kind, description: description) }
                guard let precision = covering.map(\.precision).max(), precision > best?.precision ?? -1 else {
                    continue
                }
                best = (profile, precision)
            }
            if let best { return best.profile }
        }
        return nil
    }
}
