extension UnsafeRawBufferPointer {
    /// Returns the offset of the first occurrence of `text`; nil when there is none.
    func firstOffset(of text: [UInt8]) -> Int? {
        guard let first = text.first else { return 0 }
        var offset = 0
        while let place = self[offset...].firstIndex(of: first), place + text.count <= count {
            if self[place..<place + text.count].elementsEqual(text) { return place }
            offset = place + 1
        }
        return nil
    }
}
