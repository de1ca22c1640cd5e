import Testing

@testable import HomeModel

struct CapabilityCatalogueTests {
    @Test(arguments: CapabilityKind.allCases)
    func eachKindHasExactlyOneRow(_ kind: CapabilityKind) {
        let rows = CapabilityCatalogue.rows.filter { $0.kind == kind }
        #expect(rows.count == 1)
        #expect(kind.row.kind == kind && kind.facts.valueType == rows.first?.facts.valueType)
    }

    @Test func catalogueHasNoOtherRows() {
        #expect(CapabilityCatalogue.rows.count == CapabilityKind.allCases.count)
    }

    /// The web page formats a number by its unit.
    @Test func kindsOfOneUnitHaveTheSameDecimals() {
        let measured = CapabilityCatalogue.rows.filter { $0.facts.unit != nil }
        for (unit, rows) in Dictionary(grouping: measured, by: \.facts.unit) {
            #expect(Set(rows.map(\.display.decimals)).count == 1, "\(String(describing: unit))")
        }
        #expect(CapabilityCatalogue.rows.allSatisfy { $0.display.decimals == nil || $0.facts.unit != nil })
    }

    @Test(arguments: CapabilityCatalogue.rows.map(\.kind))
    func eachTextExistsInBothLanguages(_ kind: CapabilityKind) {
        let display = kind.row.display
        var texts: [LocalizedText?] = [display.name, display.plural]
        for words in display.values { texts += [words.text, words.command, words.alarm] }
        for text in texts.compactMap(\.self) { #expect(!text.en.isEmpty && !text.sv.isEmpty) }
    }

    /// An option that a device defines itself is shown with the words of the option with the same name.
    @Test func optionHasTheSameWordsInEachKind() {
        let words = CapabilityCatalogue.rows.flatMap(\.display.values).filter { $0.option != nil }
        for (value, same) in Dictionary(grouping: words, by: \.value) {
            #expect(Set(same).count == 1, "\(value)")
        }
    }

    @Test(arguments: CapabilityCatalogue.rows.map(\.kind))
    func valuesHaveTheTypeOfTheirKind(_ kind: CapabilityKind) {
        for words in kind.row.display.values { #expect(words.value.has(kind.facts.valueType)) }
        #expect(kind.facts.options == kind.row.display.values.compactMap(\.option))
    }

    @Test(arguments: CapabilityCatalogue.rows.map(\.kind))
    func routineValuesAreOptions(_ kind: CapabilityKind) {
        guard case .sensitive(let harmless) = kind.row.safety else { return }
        #expect(!harmless.isEmpty && Set(harmless).isSubset(of: kind.facts.options))
    }

    /// Only numbers are counted, have a flow, or are shown with decimals or in steps.
    @Test(arguments: CapabilityCatalogue.rows.map(\.kind))
    func onlyNumbersHavePropertiesOfNumbers(_ kind: CapabilityKind) {
        let (facts, display) = (kind.facts, kind.row.display)
        let isNumber = facts.valueType == .number
        #expect(isNumber || (!facts.isCounter && !facts.hasFlow && display.step == nil))
    }
}
