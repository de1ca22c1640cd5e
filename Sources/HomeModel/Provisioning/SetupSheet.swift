/// One step of a setup: a text to type or paste, or a file to put in place.
package struct SetupStep: Sendable, Equatable {
    /// The instruction, as a sentence.
    package let title: CodedSentence
    package let text: String
    /// The name of the file, where the text is kept in one.
    package let fileName: String
    package let isSecret: Bool

    package init(title: CodedSentence, text: String, fileName: String, isSecret: Bool) {
        self.title = title
        self.text = text
        self.fileName = fileName
        self.isSecret = isSecret
    }
}

/// The setup instructions for one device, in the terms of its family. Contains the secret of the device's credential.
package struct SetupSheet: Sendable, Equatable {
    package let steps: [SetupStep]
    /// Hints to read before the setup, and when it does not work.
    package let notes: [CodedSentence]
    /// A text that is useful as a QR code: short, and pasted into a device's own page.
    package let scannable: String?

    package init(steps: [SetupStep], notes: [CodedSentence] = [], scannable: String? = nil) {
        self.steps = steps
        self.notes = notes
        self.scannable = scannable
    }
}
