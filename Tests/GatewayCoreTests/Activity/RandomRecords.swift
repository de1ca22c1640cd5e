import HomeModel
import SeededRandom

/// Audit records as several people and clients cause them, in random order.
struct RandomRecords {
    private(set) var records: [AuditRecord] = []

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (made, seconds) = (SampleRecords(), 0.0)
        for number in 0..<Int.random(in: 1...400, using: &random) {
            seconds += Double.random(in: 0...1, using: &random) < 0.8 ? 4 : Double.random(in: 0...900, using: &random)
            made.add(Self.entry(number, using: &random), at: seconds)
        }
        records = made.all
    }

    private static func entry(_ number: Int, using random: inout SeededGenerator) -> AuditEntry {
        let actor = ["kim", "anna"][Int.random(in: 0...1, using: &random)]
        let value = ["locked", "unlocked"][Int.random(in: 0...1, using: &random)]
        let purpose = StepUp.allCases[Int.random(in: 0..<StepUp.allCases.count, using: &random)]
        switch Int.random(in: 0...12, using: &random) {
        case 0, 1: return .prompt(value, by: actor)
        case 2: return .wrongPIN(by: actor, count: Bool.random(using: &random) ? 2 : nil)
        case 3: return .rightPIN(purpose, by: actor)
        case 4: return .purposePrompt(purpose, by: actor)
        case 5, 6: return .command(value, id: "c\(number)", by: actor)
        case 7: return .outcome(of: "c\(max(0, number - Int.random(in: 1...3, using: &random)))", by: actor)
        case 8: return AuditEntry(.grantCreate, severity: .security, actor: actor, client: ClientID("phone"))
        case 9, 10: return step(by: actor, using: &random)
        default: return AuditEntry(.settingsChange, severity: .security, actor: actor, requestID: "r\(number)")
        }
    }

    /// A step of a sign-in, possibly one that failed. Several sign-ins have the same pairing.
    private static func step(by actor: String, using random: inout SeededGenerator) -> AuditEntry {
        let pairing = "p-\(actor)-\(Int.random(in: 0...1, using: &random))"
        let client = "\(actor)-\(Int.random(in: 0...1, using: &random))"
        let entry: AuditEntry =
            switch Int.random(in: 0...5, using: &random) {
            case 0: .claim(by: actor)
            case 1: .request("open", of: pairing, by: actor)
            case 2: .request("code", of: pairing, by: actor)
            case 3: .invitedGrant(of: pairing)
            case 4:
                .paired(through: Bool.random(using: &random) ? ["pairing": pairing] : [:], by: actor, client: client)
            default: .newPIN(by: actor, client: client)
            }
        return Int.random(in: 0...5, using: &random) == 0 ? entry.failing() : entry
    }
}
