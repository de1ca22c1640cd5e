import HomeModel

extension HomeCorpus {
    /// Temperature, humidity, air, light and pressure.
    static let slow: [Series] = [
        level(.temperature, level: .init(mean: 21, daily: 0.8, wandering: 0.5, noise: 0.03, decimals: 2)),
        level(.temperature, level: .init(mean: 8, daily: 5, wandering: 2, inertia: 14_400, noise: 0.06, decimals: 2)),
        level(.humidity, level: .init(mean: 45, daily: 3, wandering: 4, noise: 0.12, decimals: 1, range: 0...100)),
        level(.co2, level: .init(mean: 750, daily: 150, wandering: 180, noise: 4, decimals: 0, range: 400...5000)),
        level(
            .illuminance,
            level: .init(mean: 240, daily: 240, wandering: 60, inertia: 900, noise: 3, decimals: 0, range: 0...9999)),
        level(.pressure, level: .init(mean: 1013, wandering: 9, inertia: 80_000, noise: 0.12, decimals: 1)),
        level(.temperature, level: .init(mean: 20.5, daily: 0.6, wandering: 0.4, noise: 0.02, decimals: 2)),
        level(.humidity, level: .init(mean: 60, wandering: 6, inertia: 7200, noise: 0.05, decimals: 2, range: 0...100)),
        level(
            .temperature, level: .init(mean: 19, daily: 0.5, wandering: 0.3, noise: 0.1, hysteresis: 0.15, decimals: 1)),
        level(.noise, level: .init(mean: 38, daily: 6, wandering: 4, inertia: 600, noise: 1.2, decimals: 1)),
    ]

    /// Electricity, water and gas.
    static let counters: [Series] = [
        counter(.energy, counter: .init(base: 0.25, load: 1.8, running: 900, resting: 2400, noise: 0.12, decimals: 4)),
        counter(.energy, counter: .init(base: 0.06, load: 0.25, running: 1200, resting: 1500, noise: 0.1, decimals: 4)),
        counter(.energy, counter: .init(base: 0.9, load: 2.4, running: 3600, resting: 3600, noise: 0.3, decimals: 3)),
        counter(.energy, counter: .init(base: 2.2, load: 5, running: 5400, resting: 9000, noise: 0.1, decimals: 3)),
        counter(.water, counter: .init(base: 0, load: 0.5, running: 120, resting: 3000, noise: 0.2, decimals: 3)),
        counter(.energy, counter: .init(base: 0.03, load: 2, running: 300, resting: 12_000, noise: 0.05, decimals: 4)),
        counter(.energy, counter: .init(base: 0.4, load: 0.8, running: 600, resting: 900, noise: 0.3, decimals: 4)),
        counter(.gas, counter: .init(base: 0, load: 1.9, running: 1200, resting: 2400, noise: 0.1, decimals: 2)),
        counter(.energy, counter: .init(base: 0.15, load: 0.3, running: 7200, resting: 7200, noise: 0.12, decimals: 4)),
        counter(.energy, counter: .init(base: 1.4, load: 6, running: 1800, resting: 7200, noise: 0.25, decimals: 3)),
    ]

    private static func level(_ capability: CapabilityKind, level: Signal.Level) -> Series {
        Series(capability: capability, signal: .level(level))
    }

    private static func counter(_ capability: CapabilityKind, counter: Signal.Counter) -> Series {
        Series(capability: capability, signal: .counter(counter))
    }
}
