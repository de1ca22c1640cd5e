import HomeModel
import MatterProtocol

/// The text of a list at the position that another attribute reports, such as the phase of a washer.
struct TextCoding: ValueCoding {
    let position: AttributePath
    let list: AttributePath

    var reported: [AttributePath] { [position, list] }

    func value(in values: AttributeValues) -> CapabilityValue? {
        guard let index = values[position]?.integer(as: Int.self), let texts = values[list]?.values,
            texts.indices.contains(index), let text = texts[index].text
        else { return nil }
        return NodeInformation.shown(text).map { .text($0) }
    }
}
