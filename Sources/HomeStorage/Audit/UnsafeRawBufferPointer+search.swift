extension UnsafeRawBufferPointer {
    /// Where `text` stands for the first time, counted from the start; nil when it stands nowhere.
    func firstPlace(of text: [UInt8]) -> Int? {
        guard let first = text.first else { return 0 }
        var offset = 0
        while let place = self[offset...].firstIndex(of: first), place + text.count <= count {
            if self[place..<place + text.count].elementsEqual(text) { return place }
            offset = place + 1
        }
        return nil
    }
}
