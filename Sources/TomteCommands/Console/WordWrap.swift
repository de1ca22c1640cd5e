/// Breaks sentences into lines at spaces.
enum WordWrap {
    /// The first line begins with `first`, the others with spaces of the same width. `limit` is the width of a line in
    /// columns; without it the text stays one line.
    static func lines(_ text: String, after first: StyledText = "", style: Style? = nil, limit: Int?) -> [StyledText] {
        let indent = StyledText(String(repeating: " ", count: first.width))
        guard let limit else { return [first + StyledText(text, style: style)] }
        let room = max(20, limit - first.width)
        return broken(StyledText(text).plain, room: room).enumerated().map { index, words in
            (index == 0 ? first : indent) + StyledText(words, style: style)
        }
    }

    private static func broken(_ text: String, room: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let candidate = line.isEmpty ? String(word) : line + " " + word
            if TextWidth.columns(of: candidate) <= room || line.isEmpty {
                line = candidate
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
