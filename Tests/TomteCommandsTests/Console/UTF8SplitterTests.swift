import Testing

@testable import TomteCommands

@Suite struct UTF8SplitterTests {
    @Test(arguments: 1...9)
    func noCharacterIsSplit(size: Int) {
        let text = "a°C€😀xé漢字"
        var characters = UTF8Splitter()
        let bytes = Array(text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { index in
            String(decoding: characters.append(Array(bytes[index..<min(index + size, bytes.count)])), as: UTF8.self)
        }
        #expect(pieces.joined() == text)
        #expect(!pieces.joined().unicodeScalars.contains("\u{FFFD}"))
    }

    @Test func invalidBytesAreNotChanged() {
        var characters = UTF8Splitter()
        #expect(characters.append([0xFF, 0x80, 0x80, 0x80, 0x41]) == [0xFF, 0x80, 0x80, 0x80, 0x41])
        #expect(characters.append([]).isEmpty)
    }
}
