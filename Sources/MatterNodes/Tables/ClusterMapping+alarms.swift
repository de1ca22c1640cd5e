import HomeModel
import MatterProtocol

extension ClusterMapping {
    /// The quality of the air, and what warns of danger.
    static let alarms: [ClusterMapping] = [
        ClusterMapping(0x005B, rows: [.state("air-quality", from: 0x0000, words: Words.airQualities)]),
        ClusterMapping(
            0x005C,
            rows: [
                .boolean(
                    .smoke, from: 0x0001, test: .isAtLeast(1, known: 0...2), text: "0 no; 1 and 2 smoke"),
                .boolean(
                    .carbonMonoxide, from: 0x0002, test: .isAtLeast(1, known: 0...2), text: "0 no; 1 and 2 CO"),
                .boolean(
                    .lowBattery, alternative: "alarm", from: 0x0003, test: .isAtLeast(1, known: 0...2),
                    text: "0 OK; 1 and 2 nearly empty"),
                .state("muted", from: 0x0004, words: Words.noYes),
                .state("test", from: 0x0005, words: Words.noYes),
                .state("fault", from: 0x0006, words: Words.noYes),
                .state("end-of-life", from: 0x0007, words: Words.noYes),
                .boolean(
                    .smoke, label: "interconnect", from: 0x0008, test: .isAtLeast(1, known: 0...2),
                    text: "0 no; 1 and 2 smoke at another alarm"),
                .boolean(
                    .carbonMonoxide, label: "interconnect", from: 0x0009, test: .isAtLeast(1, known: 0...2),
                    text: "0 no; 1 and 2 CO at another alarm"),
                .state("contamination", from: 0x000A, words: Words.contaminations),
                .setting("sensitivity", of: 0x000B, words: Words.smokeSensitivities),
            ]),
    ]
}
