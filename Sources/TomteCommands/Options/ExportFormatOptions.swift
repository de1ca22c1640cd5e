import ArgumentParser

/// Selects the format of an export, as `tomte readings` does.
struct ExportFormatOptions: ParsableArguments {
    /// The values of `--format`.
    enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

    @Option(help: "Output format.")
    private var format: Format?

    /// The option of earlier versions.
    @Flag(name: .customLong("csv"), help: .hidden)
    private var isCSV = false

    @Flag(name: .customLong("json"), help: "The same as --format json: print the JSON of the API.")
    private var isJSON = false

    func validate() throws {
        let given: [Format?] = [format, isCSV ? .csv : nil, isJSON ? .json : nil]
        guard Set(given.compactMap(\.self)).count < 2 else { throw ValidationError("Give one format.") }
    }

    /// `usual` is the format without an option.
    func value(otherwise usual: Format) -> Format { format ?? (isCSV ? .csv : isJSON ? .json : usual) }
}
