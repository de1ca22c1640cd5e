import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// What an appliance does.
    static let operationRows: [MappingRow] = [
        .special(
            .appliance, reported: [0x0004], events: [0x01], invoked: [0x00, 0x01, 0x02, 0x03],
            values: "0 stopped, 1 running, 2 paused, 3 error, others by their labels; the event finished"
        ) { cluster, name in
            guard cluster.has(4) else { return nil }
            let words = stateWords(of: cluster, known: OperationCoding.known)
            let coding = OperationCoding(
                state: cluster.path(4), words: words, commands: Set((0...3).filter { cluster.accepts($0) }),
                completion: cluster.eventPath(1))
            var value = MappedValue(name, coding: coding)
            let catalogue = name.kind.facts.options
            value.options = catalogue + words.map(\.word).filter { !catalogue.contains($0) }
            return value
        },
        .special(
            .text, label: "phase", reported: [0x0001, 0x0000], values: "the text of PhaseList at CurrentPhase"
        ) { cluster, name in
            guard cluster.has(1), cluster.has(0), !(cluster.value(0)?.isNull ?? true) else { return nil }
            return MappedValue(name, coding: TextCoding(position: cluster.path(1), list: cluster.path(0)))
        },
        .measured(.duration, label: "remaining", from: 0x0002, valid: ValidNumbers.uint32),
        .state("error", from: 0x0005, field: 0, words: Words.operationalErrors),
    ]

    /// The states of the specification that the device lists, and its own ones by their labels.
    private static func stateWords(of cluster: ClusterInstance, known: [NumberedWord]) -> [NumberedWord] {
        let listed = (cluster.value(3)?.values?.prefix(64) ?? []).compactMap { state -> (Int64, String)? in
            guard let number = state[0]?.integer(as: UInt8.self) else { return nil }
            return (Int64(number), state[1]?.text ?? "")
        }
        let own = listed.filter { number, _ in !known.contains { $0.number == number } }
        let numbers = Set(listed.map(\.0))
        let standard = known.filter { numbers.isEmpty || numbers.contains($0.number) || $0.number == 3 }
        return standard + words(own.map { (number: $0, text: $1) })
    }

    // MARK: Robot vacuums

    private enum Tag {
        static let idle: UInt64 = 0x4000
        static let cleaning: UInt64 = 0x4001
    }

    static func vacuum(of cluster: ClusterInstance, named name: CapabilityName) -> MappedValue? {
        guard cluster.has(4) else { return nil }
        let words = VacuumCoding.known + stateWords(of: cluster, known: VacuumCoding.known).filter { $0.number >= 0x80 }
        let run = cluster.sibling(0x54).flatMap { $0.has(1) && $0.accepts(0) ? $0 : nil }
        let modes = run?.value(0)?.values?.prefix(255) ?? []
        func mode(tagged tag: UInt64) -> UInt64? {
            modes.first { mode in
                mode[2]?.values?.contains { ($0[0]?.isNull ?? true) && $0[1]?.unsigned == tag } ?? false
            }?[1]?.unsigned
        }
        let coding = VacuumCoding(
            state: cluster.path(4), words: words, commands: Set([0x00, 0x03, 0x80].filter { cluster.accepts($0) }),
            runMode: run?.path(1), cleaningMode: mode(tagged: Tag.cleaning), idleMode: mode(tagged: Tag.idle))
        var value = MappedValue(name, coding: coding)
        var known: Set<String> = []
        value.options = (name.kind.facts.options + words.map(\.word)).filter { known.insert($0).inserted }
        // It may have to come from the other end of the home.
        value.travelTime = .seconds(900)
        return value
    }
}
