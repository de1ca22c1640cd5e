import ArgumentParser
import HomeModel

// The parser says only that a value is invalid, so these functions also say what is valid.

extension LocalDate {
    static func argument(_ text: String) throws -> LocalDate {
        try advised(text, advice: "write a date like 2026-12-01")
    }
}

extension Currency {
    static func argument(_ text: String) throws -> Currency {
        try advised(text, advice: "write the code of a currency (ISO 4217), like SEK")
    }
}

extension PeriodArgument {
    static func argument(_ text: String) throws -> PeriodArgument {
        try advised(text, advice: "write a period like \"6 months\", 2w, 30d or 1y")
    }
}

extension MonthArgument {
    static func argument(_ text: String) throws -> MonthArgument {
        try advised(text, advice: "write a month in English like October or oct, or its number, 1 to 12")
    }
}

extension UsageArgument {
    static func argument(_ text: String) throws -> UsageArgument {
        try advised(text, advice: "write hours or cycles like 500h or \"60 cycles\"")
    }
}

extension ReportedArgument {
    static func argument(_ text: String) throws -> ReportedArgument {
        try advised(
            text,
            advice: "write a capability with <= or >= and a number, like filterLife<=10, or a warning, like lowBattery")
    }
}

extension ExpressibleByArgument {
    fileprivate static func advised(_ text: String, advice: String) throws -> Self {
        guard let value = Self(argument: text) else { throw ValidationError(advice) }
        return value
    }
}
