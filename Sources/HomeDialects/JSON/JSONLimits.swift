/// What of a foreign JSON document is looked at before anything parses it.
struct JSONLimits {
    let maximumBytes: Int
    let maximumDepth: Int

    /// Counts brackets outside strings; whether the text is JSON at all is the parser's question.
    func check(_ json: [UInt8]) throws(DialectError) {
        guard json.count <= maximumBytes else { throw .tooLarge(bytes: json.count, limit: maximumBytes) }
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in json {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if isInString { continue }
                depth += 1
                guard depth <= maximumDepth else { throw .tooDeep(limit: maximumDepth) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if !isInString { depth -= 1 }
            default: continue
            }
        }
    }
}
