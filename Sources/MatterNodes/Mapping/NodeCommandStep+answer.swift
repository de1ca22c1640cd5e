import HomeModel
package import MatterProtocol

extension NodeCommandStep {
    /// Why a node did not do what it was asked, although it answered without an error: some clusters answer with a
    /// command of their own, which has a code. Nil if the node did it. The text of the node is escaped.
    package func refusal(in answer: TLVValue?) -> String? {
        guard let answer, case .invoke = action else { return nil }
        switch cluster {
        // OperationalCommandResponse has an error state: a number, a label and details.
        case 0x48, 0x60, 0x61:
            return Self.refusal(code: answer[0]?[0], texts: [answer[0]?[1], answer[0]?[2]])
        // ChangeToModeResponse has a status and a text.
        case 0x49, 0x51, 0x52, 0x54, 0x55, 0x59, 0x5E, 0x9D...0x9F:
            return Self.refusal(code: answer[0], texts: [answer[1]])
        default: return nil
        }
    }

    private static func refusal(code: TLVValue?, texts: [TLVValue?]) -> String? {
        guard let code = code?.unsigned, code != 0 else { return nil }
        let text = texts.compactMap { $0?.text }.first { !$0.isEmpty }
        return text.map { "The device did not do it: \(EscapedText($0, limit: 100))." }
            ?? "The device did not do it, and gave the code \(code)."
    }
}
