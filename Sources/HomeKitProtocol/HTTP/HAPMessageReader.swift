/// Reads HTTP messages from bytes that arrive in any portions: start line, fields and body, without their meaning.
///
/// What real accessories send and this reader accepts:
/// - Fields in any case. Lines that end with LF alone. Empty lines before a message.
/// - A message without a length has no body: HomeSpan refuses requests with a head alone, and HomeKitADK sends 204 so.
/// - Chunked bodies: HAP-NodeJS and HomeKitADK send the database so. With a length beside it, the length does not
///   count.
///
/// After an error every further call throws the same error.
struct HAPMessageReader: Sendable {
    struct RawMessage {
        let startLine: String
        let headers: [HAPHeader]
        let body: [UInt8]
    }

    private enum State {
        case startLine
        case headers
        case fixedBody(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailer
    }

    private let limits: HAPMessageLimits
    /// Whether a message with this start line has no body whatever its fields say.
    private let isBodiless: @Sendable (_ startLine: String) -> Bool
    private var state = State.startLine
    private var failure: HAPMessageError?
    private var buffer: [UInt8] = []
    private var start = 0
    /// The bytes up to this position have no line feed.
    private var searched = 0
    private var headBytes = 0
    private var line = ""
    private var headers: [HAPHeader] = []
    private var body: [UInt8] = []

    init(limits: HAPMessageLimits, isBodiless: @escaping @Sendable (_ startLine: String) -> Bool) {
        self.limits = limits
        self.isBodiless = isBodiless
    }

    mutating func append(_ bytes: [UInt8]) {
        guard failure == nil else { return }
        buffer.removeFirst(start)
        searched = max(searched - start, 0)
        start = 0
        buffer += bytes
    }

    /// The next whole message; nil if more bytes are needed.
    mutating func next() throws(HAPMessageError) -> RawMessage? {
        if let failure { throw failure }
        do throws(HAPMessageError) {
            while true {
                let (isComplete, hasAdvanced) = try advance()
                if isComplete { return takeMessage() }
                if !hasAdvanced { return nil }
            }
        } catch {
            throw fail(error)
        }
    }

    /// Ends the reader with this error, which the caller throws.
    mutating func fail(_ error: HAPMessageError) -> HAPMessageError {
        failure = error
        buffer = []
        body = []
        start = 0
        return error
    }

    /// Whether the reader is in the middle of a message: a connection that ends now has lost a part.
    var isInsideMessage: Bool {
        if case .startLine = state { start < buffer.count } else { true }
    }

    /// Each turn consumes bytes or changes to a later state, so that `next` ends.
    private mutating func advance() throws(HAPMessageError) -> (isComplete: Bool, hasAdvanced: Bool) {
        switch state {
        case .startLine:
            guard let text = try readLine() else { return (false, false) }
            guard !text.isEmpty else { return (false, true) }
            line = text
            state = .headers
        case .headers:
            guard let text = try readLine() else { return (false, false) }
            guard text.isEmpty else {
                headers.append(try Self.header(text))
                return (false, true)
            }
            return (try beginBody(), true)
        case .fixedBody(let remaining):
            let left = take(upTo: remaining)
            state = .fixedBody(remaining: left)
            return (left == 0, left < remaining)
        case .chunkSize:
            guard let text = try readLine() else { return (false, false) }
            let size = try Self.chunkSize(text)
            guard size <= limits.bodyBytes - body.count else { throw .bodyTooLarge(limit: limits.bodyBytes) }
            // The lines between chunks do not count as head, because a large body has many.
            headBytes = 0
            state = size == 0 ? .trailer : .chunk(remaining: size)
        case .chunk(let remaining):
            let left = take(upTo: remaining)
            state = left == 0 ? .chunkEnd : .chunk(remaining: left)
            return (false, left < remaining)
        case .chunkEnd:
            guard let text = try readLine() else { return (false, false) }
            guard text.isEmpty else { throw .malformedChunk }
            state = .chunkSize
        case .trailer:
            guard let text = try readLine() else { return (false, false) }
            return (text.isEmpty, true)
        }
        return (false, true)
    }

    /// Decides by the fields how long the body is. Returns whether the message is complete without one.
    private mutating func beginBody() throws(HAPMessageError) -> Bool {
        if isBodiless(line) { return true }
        let encodings = headers.values(of: "Transfer-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
        if !encodings.isEmpty {
            guard encodings == ["chunked"] else { throw .unsupportedTransferEncoding }
            state = .chunkSize
            return false
        }
        let lengths = Set(headers.values(of: "Content-Length"))
        guard let text = lengths.first else { return true }
        guard lengths.count == 1 else { throw .conflictingLengths }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .malformedLength }
        // A number that does not fit is too large as well.
        guard let length = Int(text), length <= limits.bodyBytes else {
            throw .bodyTooLarge(limit: limits.bodyBytes)
        }
        state = .fixedBody(remaining: length)
        return length == 0
    }

    private mutating func takeMessage() -> RawMessage {
        let message = RawMessage(startLine: line, headers: headers, body: body)
        state = .startLine
        headBytes = 0
        line = ""
        headers = []
        body = []
        return message
    }

    /// Moves up to `count` bytes into the body. Returns how many are missing.
    private mutating func take(upTo count: Int) -> Int {
        let portion = min(count, buffer.count - start)
        body += buffer[start..<start + portion]
        start += portion
        return count - portion
    }

    /// The next line without its end; nil if it is not complete. Bytes that are not UTF-8 are replaced.
    private mutating func readLine() throws(HAPMessageError) -> String? {
        searched = max(searched, start)
        guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
            searched = buffer.count
            guard headBytes + buffer.count - start <= limits.headBytes else {
                throw .headTooLarge(limit: limits.headBytes)
            }
            return nil
        }
        headBytes += end + 1 - start
        guard headBytes <= limits.headBytes else { throw .headTooLarge(limit: limits.headBytes) }
        var content = buffer[start..<end]
        if content.last == 0x0D { content = content.dropLast() }
        start = end + 1
        return String(decoding: content, as: UTF8.self)
    }

    private static func header(_ text: String) throws(HAPMessageError) -> HAPHeader {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, !name.isEmpty,
            name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .malformedHeader }
        var value = parts[1].drop(while: isBlank)
        while let last = value.last, isBlank(last) { value.removeLast() }
        return HAPHeader(name: String(name), value: String(value))
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    /// A chunk's size in hexadecimal. Extensions after it are ignored.
    private static func chunkSize(_ text: String) throws(HAPMessageError) -> Int {
        let digits = text.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        guard (1...16).contains(digits.utf8.count), digits.utf8.allSatisfy(isHexadecimal),
            let size = Int(digits, radix: 16)
        else { throw .malformedChunk }
        return size
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
